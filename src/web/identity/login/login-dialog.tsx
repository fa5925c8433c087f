import { Suspense, useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'
import { removeDraftsOfAccounts } from '../../lib/forms/draft-store.ts'
import { paths } from '../../lib/paths.ts'
import { PUBLIC_PATH } from '../../lib/public-path.ts'
import { discardUnsaved } from '../../lib/forms/ask-before-unload.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { lazyDecoration } from '../../ui/lazy-decoration.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast, type Toast } from '../../lib/toasts.ts'
import { CodeFields } from '../second-factor/lazy-code-fields.ts'
import { useLogin } from './use-login.ts'
import { declineLogin, type LoginRequest } from '../../lib/session.ts'

const PasskeyLogin = lazyDecoration(async () => (await import('../passkeys/passkey-login.tsx')).PasskeyLogin)

/** A full page load, so that nothing of the hidden screen remains. */
const leave = () => {
  discardUnsaved()
  removeDraftsOfAccounts()
  location.assign(PUBLIC_PATH + paths.home())
}

/** In a new tab, so that this screen's input can be saved afterwards. */
const first = (text: string, label: string, page: string): Toast => ({
  kind: 'error',
  text,
  action: { label, onClick: () => window.open(PUBLIC_PATH + page, '_blank', 'noopener') },
})

/** The same user logs in again on the screen where the session ended; pending calls then continue. */
export const LoginDialog = ({ asked: { user, covers } }: { asked: LoginRequest }) => {
  const formID = useId()
  const { pathname } = useLocation()
  const [screen] = useState(pathname)
  const { form, factor, setFactor, logIn } = useLogin(user, ({ mustChangePassword, mustSetUpSecondFactor }) => {
    if (mustChangePassword) toast(first(SENTENCES.newPasswordFirst, 'Set Password', paths.newPassword()))
    else if (mustSetUpSecondFactor) toast(first(SENTENCES.secondFactorFirst, 'Set Up', paths.secondFactor()))
  })
  const [openings, setOpenings] = useState(0)

  // The user navigated back past the hidden screen, so there is nothing left to keep.
  const passed = covers && pathname !== screen
  useEffect(() => {
    if (passed) leave()
  }, [passed])

  return (
    <Dialog
      // Remounted to reopen, because the browser can close it on Escape regardless.
      key={openings}
      title="Log In"
      open
      covers={covers}
      onClose={covers ? () => setOpenings(openings + 1) : declineLogin}
      actions={
        <>
          {covers ? (
            <Button kind="danger" onClick={leave}>
              Abandon Changes
            </Button>
          ) : (
            <Button onClick={declineLogin}>Not Now</Button>
          )}
          <Button type="submit" form={formID} kind="primary" busy={form.busy}>
            Login
          </Button>
        </>
      }
    >
      <p>
        {covers
          ? 'You’ve been logged out. Log in again to keep your unsaved changes.'
          : 'Your session has ended. Please log in again.'}
      </p>
      <Form form={form} id={formID} className="grid ink gap-16" onSubmit={logIn}>
        <TextField label="Username" autoComplete="username" readOnly {...form.field('user')} />
        {factor ? (
          <Suspense>
            <CodeFields factor={factor} onChange={setFactor} />
          </Suspense>
        ) : (
          <>
            <PasswordField label="Password" autoComplete="current-password" data-takes-focus {...form.field('pwd')} />
            <Checkbox
              label="Remember Me"
              name="remember"
              checked={form.values.remember}
              onChange={(remember) => form.put({ remember })}
            />
            <PasskeyLogin user={user} remember={form.values.remember} onFailure={form.say} />
          </>
        )}
      </Form>
    </Dialog>
  )
}
