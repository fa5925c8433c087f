import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useEffect, useEffectEvent, useState } from 'react'
import { askToLogInWithPasskey, logInWithPasskey } from '../../../shared/identity/passkeys.api.ts'
import { call } from '../../lib/call.ts'
import { logout } from '../../../shared/identity/auth.api.ts'
import { enter } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { loginFailure } from '../login/login-failure.ts'
import { isCanceled } from './is-canceled.ts'

/** The server's challenges are good for five. */
const RENEWED_MS = 4 * 60 * 1000

interface PasskeyLoginProps {
  /** The only user who may log in, by the button alone; by default anyone. */
  user?: string
  remember: boolean
  onFailure: (text: string | undefined) => void
}

/** Undefined where browsers refuse passkeys: without https, or elsewhere than at the host of PUBLIC_URL. */
const newOptions = async (): Promise<PublicKeyCredentialRequestOptionsJSON | undefined> => {
  if (!isSecureContext || !browserSupportsWebAuthn()) return undefined
  try {
    const options = (await call(askToLogInWithPasskey)) as unknown as PublicKeyCredentialRequestOptionsJSON
    return options.rpId === location.hostname ? options : undefined
  } catch (error) {
    console.warn(error)
    return undefined
  }
}

/**
 * Offers passkeys in the username field, and by a button for browsers that can't. The challenge is there before the
 * button is pressed, because Safari asks for the passkey only right after a press.
 */
export const PasskeyLogin = ({ user, remember, onFailure }: PasskeyLoginProps) => {
  const [options, setOptions] = useState<PublicKeyCredentialRequestOptionsJSON>()
  const [busy, setBusy] = useState(false)

  const logIn = async ({ id: handle, response }: AuthenticationResponseJSON) => {
    try {
      const { clientDataJSON, authenticatorData, signature, userHandle } = response
      const credential = { handle, clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
      const opened = await call(logInWithPasskey, { body: { credential, remember } })
      if (user === undefined || opened.user === user) return enter(opened)
      await call(logout)
      onFailure(`This passkey belongs to "${opened.user}", not to "${user}".`)
    } catch (error) {
      onFailure(loginFailure(error))
    }
  }
  const offered = useEffectEvent(logIn)

  const ask = async (optionsJSON: PublicKeyCredentialRequestOptionsJSON) => {
    setBusy(true)
    onFailure(undefined)
    try {
      await logIn(await startAuthentication({ optionsJSON }))
    } catch (error) {
      console.warn(error)
      if (!isCanceled(error)) onFailure('This browser couldn’t use a passkey. Log in with your password.')
    } finally {
      setBusy(false)
    }
    setOptions(await newOptions())
  }

  useEffect(() => {
    const renew = () => void newOptions().then(setOptions)
    renew()
    const timer = setInterval(renew, RENEWED_MS)
    return () => clearInterval(timer)
  }, [])

  useEffect(() => {
    if (!options || user !== undefined) return
    let isOver = false
    const offer = async () => {
      if (!(await browserSupportsWebAuthnAutofill()) || isOver) return
      await offered(await startAuthentication({ optionsJSON: options, useBrowserAutofill: true }))
    }
    // Nobody has asked for it, so a browser that cannot offer passkeys says nothing.
    offer().catch(console.warn)
    return () => {
      isOver = true
      WebAuthnAbortService.cancelCeremony()
    }
  }, [options, user])

  return (
    options && (
      <Button busy={busy} onClick={() => void ask(options)}>
        Log In with a Passkey
      </Button>
    )
  )
}
