import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Field, type FieldBaseProps } from './field.tsx'
import styles from './field.module.css'
import { pasteAs, pastedLine } from './pasted-text.ts'

type Native = Omit<ComponentProps<'input'>, 'id' | 'className' | 'name' | 'value' | 'onChange'>

export interface TextFieldProps extends Native, FieldBaseProps {
  name: string
  value: string
  onChange: (value: string) => void
  /** Highlights a field whose value differs from the saved one. */
  changed?: boolean | undefined
}

export const TextField = ({
  label,
  error,
  hint,
  optional,
  changed,
  type = 'text',
  value,
  onChange,
  ...rest
}: TextFieldProps) => (
  <Field label={label} error={error} hint={hint} optional={optional} value={value} onChange={onChange}>
    {(tie) => (
      <input
        onPaste={type === 'password' ? undefined : pasteAs(pastedLine)}
        {...rest}
        {...tie}
        type={type}
        value={value}
        className={classNames('shrink full block round', styles.control, changed && styles.changed)}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)
