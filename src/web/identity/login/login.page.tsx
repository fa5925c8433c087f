import { Suspense, use } from 'react'
import { Link, Navigate, useLoaderData, useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useIsHydrated } from '../../lib/prerendered.ts'
import { isFeatureDisabled } from '../../lib/feature-flags.ts'
import { pendingSite, type PendingSite } from '../../lib/pending-site.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { lazyDecoration } from '../../ui/lazy-decoration.tsx'
import { MaterialBoard } from '../../ui/drawings/material-board.tsx'
import { Message } from '../../ui/message.tsx'
import { Form, FormNotes } from '../../ui/forms/form.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useFirstFocus } from '../../lib/focus/use-first-focus.ts'
import { landingOf, type Remembered } from '../../lib/guard.ts'
import { CodeFields } from '../second-factor/lazy-code-fields.ts'
import { useLogin } from './use-login.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './login.module.css'
import { currentSession, useSession } from '../../lib/session.ts'

/** Loads after the first paint, so that the form never waits for it. */
const OtherLogins = lazyDecoration(async () => (await import('./other-logins.tsx')).OtherLogins)

/** Waits while a session is being restored, so that signed-in users do not see the form. */
export const loader = async (): Promise<{ site: PendingSite }> => {
  const site = pendingSite()
  try {
    await currentSession()
  } catch (error) {
    console.error(error)
  }
  return { site }
}

export const Component = () => {
  const { site } = useLoaderData<typeof loader>()
  const session = useSession()
  const isHydrated = useIsHydrated()
  const remembered = useLocation().state as Remembered | null
  const { form, factor, setFactor, logIn } = useLogin(remembered?.user ?? '')
  const { user, remember } = form.values
  useFirstFocus(form, user === '' ? 'user' : 'pwd')

  // Also after signing in in another tab.
  if (session) return <Navigate to={landingOf(session, remembered)} replace />

  return (
    <div className={classNames('columns-860', styles.login)}>
      <title>Log In · Roomfolio</title>
      <Form
        form={form}
        hasNotes
        className={classNames('grid full gap-16', styles.form)}
        method="dialog"
        onSubmit={logIn}
      >
        <h1>Log In</h1>
        <Suspense>
          <OtherAddress site={site} />
        </Suspense>
        <FormNotes form={form} />
        {factor ? (
          <Suspense>
            <CodeFields factor={factor} onChange={setFactor} />
          </Suspense>
        ) : (
          <>
            <TextField
              label="Username or Email"
              autoComplete="username webauthn"
              autoCapitalize="none"
              spellCheck={false}
              {...form.field('user')}
            />
            <PasswordField label="Password" autoComplete="current-password" {...form.field('pwd')} />
            <div className="row wrap between gap-8">
              <Checkbox
                label="Remember Me"
                name="remember"
                checked={remember}
                onChange={(keeps) => form.put({ remember: keeps })}
              />
              <Suspense>
                <ForgotPassword site={site} />
              </Suspense>
            </div>
          </>
        )}
        <Button type="submit" kind="primary" busy={form.busy}>
          Login
        </Button>
        {!factor && !isFeatureDisabled('sign-up') && (
          <p className="muted">
            New to Roomfolio?{' '}
            <Link to={paths.register()} state={remembered}>
              Sign Up
            </Link>
          </p>
        )}
        {isHydrated && !factor && <OtherLogins remember={remember} onFailure={form.say} />}
      </Form>
      <div className={classNames('centered clip', styles.board)}>
        <MaterialBoard />
      </div>
    </div>
  )
}

/** A link if the installation sends mail; its page says if that currently fails. */
const ForgotPassword = ({ site }: { site: PendingSite }) => {
  const known = use(site)
  if (!known) return null
  if (known.sendsMail || known.mailFails) return <Link to={paths.forgot()}>Forgot Password</Link>
  return <span className="faint small">Forgot your password? Ask your administrator to reset it.</span>
}

/** Browsers keep the cookies of an https PUBLIC_URL on https only. The prerendered HTML does not know the address. */
const OtherAddress = ({ site }: { site: PendingSite }) => {
  const isHydrated = useIsHydrated()
  const address = use(site)?.publicURL
  if (!isHydrated || isSecureContext || !address?.startsWith('https:')) return null
  return (
    <Message kind="warning" isNote>
      Your browser won’t keep you logged in at {location.origin}. Please log in at <a href={address}>{address}</a>.
    </Message>
  )
}
