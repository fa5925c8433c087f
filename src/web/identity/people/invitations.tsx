import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { inviteUser, cancelUserInvitation, type Invitation } from '../../../shared/identity/people.api.ts'
import { call } from '../../lib/call.ts'
import { NoResponse } from '../../lib/errors.ts'
import { unlessAt, useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy/copy-button.tsx'
import { Message } from '../../ui/message.tsx'
import { Card } from '../../ui/card.tsx'
import { Form, FormNotes } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../lib/toasts.ts'

/** Creates an invitation, shows its link once, and lists pending ones. */
export const Invitations = ({ invitations }: { invitations: readonly Invitation[] }) => {
  const { revalidate } = useRevalidator()
  const form = useForm({ email: '' })
  const [made, setMade] = useState<{ id: number; email: string; link: string; mailed: boolean }>()

  const act = async (what: string, words: string, work: () => Promise<void>) => {
    const send = async () => {
      await work()
      await revalidate()
      return undefined
    }
    const failureOf = unlessAt('email', { 404: 'It no longer exists', other: words })
    await form.act(what, send, (error) => {
      if (!(error instanceof NoResponse)) void revalidate()
      return failureOf(error)
    })
  }

  const invite = () =>
    act('invite', 'Unable to invite them', async () => {
      const { email } = form.values
      const { invitationID: id, link, mailed } = await call(inviteUser, { body: { email } })
      setMade({ id, email: email.trim(), link, mailed })
      form.forget()
    })

  const cancel = ({ invitationID, email: whose }: Invitation) =>
    act(`${invitationID}`, `Couldn’t cancel the invitation for ${whose}`, async () => {
      const { message } = await call(cancelUserInvitation, { query: { invitationID } })
      if (made?.id === invitationID) setMade(undefined)
      toast({ kind: 'success', text: message })
    })

  return (
    <section className="mt-40" aria-labelledby="invitations">
      <h2 className="mb-16" id="invitations">
        Invitations
      </h2>
      <FormNotes form={form} />
      {made && (
        <Message kind="success">
          {made.mailed
            ? `We emailed a link to ${made.email}. You can also copy it here. It won’t be shown again.`
            : `Copy this link and send it to ${made.email}. It won’t be shown again.`}
          <span className="row relative gap-8 mt-4">
            <span>{made.link}</span>
            <CopyButton text={made.link} />
          </span>
        </Message>
      )}
      <Form form={form} hasNotes className="with-button measure" onSubmit={invite}>
        <TextField label="Email Address" type="email" autoComplete="off" {...form.field('email')} />
        <Button type="submit" busy={form.pressed === 'invite'}>
          Invite
        </Button>
      </Form>
      <p className="faint small mt-8 mb-16">The link lets one person create an account within 14 days.</p>
      {invitations.length > 0 && (
        <Card>
          <ul className="ruled" aria-label="Invitations">
            {invitations.map((each) => (
              <li key={each.invitationID} className="row between gap-16 line">
                <span className="grid shrink">
                  {each.email}
                  <span className="faint small">
                    {each.by !== null && `Invited by ${each.by}, `}until <Time at={each.expiresAt} />
                  </span>
                </span>
                <Button
                  small
                  busy={form.pressed === `${each.invitationID}`}
                  aria-label={`Cancel the Invitation for ${each.email}`}
                  onClick={() => void cancel(each)}
                >
                  Cancel
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}
