import { useState, type FormEvent } from 'react'
import { signIn, type Session } from '../../lib/session.ts'
import { loginFailure } from './login-failure.ts'
import { asksForCode, NO_CODE, type Factor } from '../second-factor/lazy-code-fields.ts'

/** The state of a login form: first the password, then the code of a second factor if the account has one. */
export const useLogin = (user: string, onLoggedIn: (session: Session) => void = () => {}) => {
  const [pwd, setPwd] = useState('')
  const [remember, setRemember] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  /** Undefined until a code is asked for. */
  const [factor, setFactor] = useState<Factor>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      onLoggedIn(await signIn({ user, pwd, ...factor }, remember))
    } catch (error) {
      if (!factor && asksForCode(error)) setFactor(NO_CODE)
      else setFailure(loginFailure(error))
    } finally {
      setBusy(false)
    }
  }

  return { pwd, setPwd, remember, setRemember, busy, failure, setFailure, factor, setFactor, submit }
}
