import { useState, type FormEvent } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { sentence } from '../api/errors.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { MaterialBoard } from '../ui/material-board.tsx'
import { Message } from '../ui/message.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { landingOf, type Remembered } from './guard.ts'
import styles from './login.module.css'
import { currentSession, signIn, useSession } from './session.ts'

/** Waits for a session that is being restored, for whoever is signed in does not see the form. */
export const loader = async (): Promise<null> => {
  try {
    await currentSession()
  } catch (error) {
    console.error(error)
  }
  return null
}

export const Component = () => {
  const session = useSession()
  const remembered = useLocation().state as Remembered | null
  const [user, setUser] = useState('')
  const [pwd, setPwd] = useState('')
  const [remember, setRemember] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  // Also when somebody signs in in another tab.
  if (session) return <Navigate to={landingOf(session, remembered)} replace />

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await signIn({ user, pwd }, remember)
    } catch (error) {
      setFailure(
        sentence(error, {
          400: 'Missing user/pass',
          401: 'Invalid Username or Password',
          429: (serverText) => serverText,
          other: 'Login failure',
        }),
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={styles.login}>
      <title>Log In · Roomfolio</title>
      <form className={styles.form} noValidate onSubmit={submit}>
        <h1>Log In</h1>
        {failure && <Message kind="error">{failure}</Message>}
        <TextField
          label="Username or Email"
          name="user"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={user}
          onChange={setUser}
        />
        <PasswordField label="Password" name="pwd" autoComplete="current-password" value={pwd} onChange={setPwd} />
        <Checkbox label="Remember Me" name="remember" checked={remember} onChange={setRemember} />
        <Button type="submit" kind="primary" busy={busy}>
          Login
        </Button>
        <p className={styles.aside}>
          New to Roomfolio? <Link to={paths.register()}>Sign Up</Link>
        </p>
      </form>
      <div className={styles.board}>
        <MaterialBoard />
      </div>
    </div>
  )
}
