import { useState } from 'react'
import { IconButton } from '../button.tsx'
import { Field } from './field.tsx'
import { classNames } from '../class-names.ts'
import fieldStyles from './field.module.css'
import { IconEye, IconEyeOff } from '../icons.tsx'
import styles from './password-field.module.css'
import type { TextFieldProps } from './text-field.tsx'

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'changed'>

export const PasswordField = ({ label, error, hint, optional, value, onChange, ...rest }: PasswordFieldProps) => {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} error={error} hint={hint} optional={optional} value={value} onChange={onChange}>
      {(tie) => (
        <div className={classNames('relative', styles.frame)}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...rest}
            {...tie}
            value={value}
            type={shown ? 'text' : 'password'}
            className={classNames('shrink full block round', fieldStyles.control)}
            onChange={(event) => onChange(event.target.value)}
          />
          <span className={classNames('centered', styles.toggle)}>
            <IconButton
              label={shown ? 'Hide password' : 'Show password'}
              icon={shown ? <IconEyeOff aria-hidden="true" /> : <IconEye aria-hidden="true" />}
              onClick={() => setShown(!shown)}
            />
          </span>
        </div>
      )}
    </Field>
  )
}
