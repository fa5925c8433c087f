import type { ComponentProps } from 'react'
import { codePoints } from '../../../shared/contract/limits.ts'
import { classNames } from '../class-names.ts'
import { Field, type FieldBaseProps } from './field.tsx'
import styles from './field.module.css'
import { pasteAs, pastedText } from './pasted-text.ts'

type Native = Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'name' | 'value' | 'onChange' | 'maxLength'>

interface TextAreaProps extends Native, FieldBaseProps {
  name: string
  value: string
  onChange: (value: string) => void
  changed?: boolean | undefined
  /** In code points. The browser's maxLength counts UTF-16 units, so typing is not limited; the counter warns instead. */
  max: number
}

export const TextArea = ({
  label,
  error,
  hint,
  optional,
  changed,
  max,
  rows = 4,
  value,
  onChange,
  ...rest
}: TextAreaProps) => {
  const used = codePoints(value)
  const counter = (
    <span className={classNames('relative nowrap', used > max && 'danger bold')}>
      <span aria-hidden="true">
        {used} / {max}
      </span>
      <span className="visually-hidden">
        {used} of {max} characters
      </span>
    </span>
  )
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      optional={optional}
      value={value}
      onChange={onChange}
      counter={counter}
    >
      {(tie) => (
        <textarea
          onPaste={pasteAs(pastedText)}
          {...rest}
          {...tie}
          rows={rows}
          value={value}
          className={classNames('shrink full block round', styles.control, changed && styles.changed)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
