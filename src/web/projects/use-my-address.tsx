import { useEffect, useState } from 'react'
import { getMyAccount } from '../../shared/identity/account.api.ts'
import { call } from '../lib/call.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../lib/toasts.ts'
import type { Form } from '../lib/forms/use-form.ts'
import styles from './use-my-address.module.css'

const NAMES = ['address', 'address2', 'city', 'state', 'zip'] as const
type Address = Readonly<Record<(typeof NAMES)[number], string>>

const addressOf = ({ address, address2, city, state, zip }: Address): Address => ({
  address,
  address2,
  city,
  state,
  zip,
})

/** The account's address; undefined if it has none, or while or if it cannot be loaded. */
const useMyAddress = (): Address | undefined => {
  const [mine, setMine] = useState<Address>()
  useEffect(() => {
    const left = new AbortController()
    const load = async () => {
      const address = addressOf(await call(getMyAccount, undefined, { signal: left.signal }))
      if (address.address !== '') setMine(address)
    }
    load().catch((error: unknown) => left.signal.aborted || console.warn(error))
    return () => left.abort()
  }, [])
  return mine
}

/** Fills in the user's address. It replaces typed text, says so, and can be undone. */
export const UseMyAddress = ({ form: { values, put } }: { form: Pick<Form<Address>, 'values' | 'put'> }) => {
  const mine = useMyAddress()
  if (!mine) return null

  const fill = () => {
    const before = addressOf(values)
    put(mine)
    const isReplaced = NAMES.some((name) => before[name].trim() !== '' && before[name].trim() !== mine[name])
    if (!isReplaced) return
    toast({
      kind: 'success',
      text: 'Your address replaced the one you typed.',
      action: { label: 'Undo', onClick: () => put(before) },
    })
  }
  return (
    <div className={styles.place}>
      <Button small kind="quiet" onClick={fill}>
        Use My Address
      </Button>
    </div>
  )
}
