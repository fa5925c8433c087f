import type { ComponentProps } from 'react'
import styles from './checkbox.module.css'

type Native = Omit<ComponentProps<'input'>, 'type' | 'className' | 'name' | 'checked' | 'onChange'>

interface CheckboxProps extends Native {
  label: string
  name: string
  checked: boolean
  onChange: (checked: boolean) => void
}

export const Checkbox = ({ label, onChange, ...rest }: CheckboxProps) => (
  <label className={styles.checkbox}>
    <input {...rest} type="checkbox" onChange={(event) => onChange(event.target.checked)} />
    {label}
  </label>
)
