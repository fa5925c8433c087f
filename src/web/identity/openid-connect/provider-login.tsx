import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { askToLogInAtProvider } from '../../../shared/identity/openid-connect.api.ts'
import type { Remembered } from '../../lib/guard.ts'
import { call } from '../../lib/call.ts'
import { asIs, sentence } from '../../lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import { keepLogin, type KeptLogin } from './kept-login.ts'

interface ProviderLoginProps {
  name: string
  /** Whether it begins automatically; /login?own=1 leads past that. */
  only: boolean
  remember: boolean
  onFailure: (text: string | undefined) => void
}

/** Leaves for the provider. Resolves with what went wrong. */
const leave = async (kept: Pick<KeptLogin, 'remember' | 'from'>): Promise<string> => {
  try {
    const { address, ...asked } = await call(askToLogInAtProvider)
    keepLogin({ ...asked, ...kept })
    location.assign(address)
    return await new Promise<never>(() => {})
  } catch (error) {
    return sentence(error, { other: asIs })
  }
}

export const ProviderLogin = ({ name, only, remember, onFailure }: ProviderLoginProps) => {
  const { search, state } = useLocation()
  const { from } = (state as Remembered | null) ?? {}
  const [isAutomatic] = useState(only && !new URLSearchParams(search).has('own'))
  const [busy, setBusy] = useState(isAutomatic)
  const kept = { remember, ...(from !== undefined && { from }) }

  const failed = (text: string) => {
    onFailure(text)
    setBusy(false)
  }
  const begin = useEffectEvent(() => void leave(kept).then(failed))
  useEffect(() => {
    if (isAutomatic) begin()
  }, [isAutomatic])

  return (
    <Button
      busy={busy}
      onClick={() => {
        setBusy(true)
        onFailure(undefined)
        void leave(kept).then(failed)
      }}
    >
      Log In with {name}
    </Button>
  )
}
