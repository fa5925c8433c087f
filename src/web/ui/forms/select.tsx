import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Field, type FieldBaseProps } from './field.tsx'
import fieldStyles from './field.module.css'
import styles from './select.module.css'

type Native = Omit<ComponentProps<'select'>, 'id' | 'className' | 'name' | 'value' | 'onChange' | 'multiple'>

interface SelectProps extends Native, FieldBaseProps {
  name: string
  value: string
  onChange: (value: string) => void
  /** Highlights a field whose value differs from the saved one. */
  changed?: boolean | undefined
}

export const Select = ({ label, error, hint, optional, changed, onChange, children, ...rest }: SelectProps) => (
  <Field label={label} error={error} hint={hint} optional={optional}>
    {(tie) => (
      <select
        {...rest}
        {...tie}
        className={classNames(
          'shrink full block round',
          fieldStyles.control,
          changed && fieldStyles.changed,
          styles.select,
        )}
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </select>
    )}
  </Field>
)
