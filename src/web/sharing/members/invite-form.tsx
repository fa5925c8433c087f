import { useState, type FormEvent } from 'react'
import type { GivenRight } from '../../../shared/sharing/members.api.ts'
import { emailAddress } from '../../../shared/contract/text.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './members.module.css'

interface InviteFormProps {
  /** The server's error about the address. */
  error: string | undefined
  busy: boolean
  onInvite: (email: string, may: GivenRight, onDone: () => void) => void
}

export const InviteForm = ({ error, busy, onInvite }: InviteFormProps) => {
  const [email, setEmail] = useState('')
  const [may, setMay] = useState<GivenRight>('read')
  const [wrong, setWrong] = useState<string>()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const problem = emailAddress.safeParse(email).error?.issues[0]?.message
    setWrong(problem)
    if (problem === undefined) onInvite(email, may, () => setEmail(''))
  }

  return (
    <form className={classNames('with-button rule-bottom on-quiet pad', styles.invite)} noValidate onSubmit={submit}>
      <TextField
        label="Invite by email"
        name="email"
        type="email"
        autoComplete="off"
        value={email}
        onChange={(text) => {
          setEmail(text)
          setWrong(undefined)
        }}
        error={wrong ?? error}
      />
      <Select label="Access" name="may" value={may} onChange={(value) => setMay(value === 'write' ? 'write' : 'read')}>
        <option value="read">Viewer</option>
        <option value="write">Editor</option>
      </Select>
      <Button type="submit" kind="primary" busy={busy}>
        Invite
      </Button>
    </form>
  )
}
