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
import { ApiError, NoResponse } from '../../lib/errors.ts'
import { enter } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { loginFailure } from '../login-failure.ts'
import { isCanceled } from './is-canceled.ts'

/** The server's challenges are good for five. */
const RENEWED_MS = 4 * 60 * 1000

interface PasskeyLoginProps {
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

const failureOf = (error: unknown): string =>
  error instanceof ApiError || error instanceof NoResponse
    ? loginFailure(error)
    : 'This browser could not use a passkey. Log in with your password.'

/**
 * Offers passkeys in the username field, and by a button for browsers that can't. The challenge is there before the
 * button is pressed, because Safari asks for the passkey only right after a press.
 */
export const PasskeyLogin = ({ remember, onFailure }: PasskeyLoginProps) => {
  const [options, setOptions] = useState<PublicKeyCredentialRequestOptionsJSON>()
  const [busy, setBusy] = useState(false)

  const logIn = async (signed: Promise<AuthenticationResponseJSON>) => {
    try {
      const { id: handle, response } = await signed
      const { clientDataJSON, authenticatorData, signature, userHandle } = response
      const credential = { handle, clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
      enter(await call(logInWithPasskey, { body: { credential, remember } }))
    } catch (error) {
      if (!isCanceled(error)) onFailure(failureOf(error))
    }
  }
  const offered = useEffectEvent(logIn)

  useEffect(() => {
    const renew = () => void newOptions().then(setOptions)
    renew()
    const timer = setInterval(renew, RENEWED_MS)
    return () => clearInterval(timer)
  }, [])

  useEffect(() => {
    if (!options) return
    let isOver = false
    const offer = async () => {
      if ((await browserSupportsWebAuthnAutofill()) && !isOver)
        await offered(startAuthentication({ optionsJSON: options, useBrowserAutofill: true }))
    }
    void offer()
    return () => {
      isOver = true
      WebAuthnAbortService.cancelCeremony()
    }
  }, [options])

  return (
    options && (
      <Button
        busy={busy}
        onClick={() => {
          setBusy(true)
          onFailure(undefined)
          void logIn(startAuthentication({ optionsJSON: options })).finally(() => {
            setBusy(false)
            void newOptions().then(setOptions)
          })
        }}
      >
        Log In with a Passkey
      </Button>
    )
  )
}
