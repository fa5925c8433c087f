import type { FormField } from '../../lib/forms/use-form.ts'
import { FormCell } from '../../ui/forms/form-grid.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'

/** The username tells password managers which account this is. */
export const CurrentPasswordField = ({ username, field }: { username: string; field: FormField }) => (
  <FormCell span="full">
    <input type="text" name="user" autoComplete="username" value={username} readOnly hidden />
    <PasswordField label="Current Password" autoComplete="current-password" {...field} />
  </FormCell>
)

export const NewPasswordFields = ({ field }: { field: (name: 'newPass' | 'confirmation') => FormField }) => (
  <>
    <PasswordField label="New Password" autoComplete="new-password" {...field('newPass')} />
    <PasswordField label="Confirm New Password" autoComplete="new-password" {...field('confirmation')} />
  </>
)
