import { useState } from 'react'
import { useForm } from '../../lib/forms/use-form.ts'
import { signIn, type Session } from '../../lib/session.ts'
import { loginFailure } from './login-failure.ts'
import { asksForCode, NO_CODE, type Factor } from '../second-factor/lazy-code-fields.ts'

/** The state of a login form: first the password, then the code of a second factor if the account has one. */
export const useLogin = (user: string, onLoggedIn: (session: Session) => void = () => {}) => {
  const form = useForm({ user, pwd: '', remember: false })
  /** Undefined until a code is asked for. */
  const [factor, setFactor] = useState<Factor>()

  const logIn = async () => {
    const send = async () => {
      const { remember, ...named } = form.values
      onLoggedIn(await signIn({ ...named, ...factor }, remember))
      return undefined
    }
    await form.act('log in', send, (error) => {
      if (factor || !asksForCode(error)) return loginFailure(error)
      setFactor(NO_CODE)
      return undefined
    })
  }

  return { form, factor, setFactor, logIn }
}
