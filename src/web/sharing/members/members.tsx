import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { inviteMember, type GivenRight, type listMembers } from '../../../shared/sharing/members.api.ts'
import type { ResponseOf } from '../../../shared/contract/endpoint.ts'
import { call } from '../../lib/call.ts'
import { asIs, NoResponse } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { Message } from '../../ui/message.tsx'
import { QuestionDialog, type Question } from '../../ui/dialogs/question-dialog.tsx'
import { toast } from '../../lib/toasts.ts'
import { unlessAt } from '../../lib/forms/use-form.ts'
import { FormNotes } from '../../ui/forms/form.tsx'
import { InviteForm, useInviteForm } from './invite-form.tsx'
import { mailingInWords } from './mailing-in-words.ts'
import { PendingRow } from './pending-row.tsx'
import { MemberRow } from './member-row.tsx'
import type { Act } from './row-props.ts'
import styles from './members.module.css'

export type People = NonNullable<ResponseOf<typeof listMembers>>

interface Invited {
  email: string
  mailed: boolean
  unconfirmed: boolean
}

/** Everyone with access to a project; the owner invites, changes and removes them here. */
export const Members = ({ project, may, members, invitations }: People) => {
  const { projectID } = project
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  /** Every change of this page is a call of it, so that one runs and one answer is shown. */
  const form = useInviteForm()
  const [question, setQuestion] = useState<Question>()
  const [invited, setInvited] = useState<Invited>()
  /** Links of invitations made on this page; they are never shown again. */
  const [links, setLinks] = useState<Readonly<Record<number, string>>>({})

  const act: Act = async (what, words, work) => {
    const send = async () => {
      setInvited(undefined)
      const message = await work()
      if (message !== undefined) toast({ kind: 'success', text: message })
      void revalidate()
      return undefined
    }
    const failureOf = unlessAt('email', { 404: 'It no longer exists', 409: asIs, 429: asIs, other: words })
    await form.act(what, send, (error) => {
      if (!(error instanceof NoResponse)) void revalidate()
      return failureOf(error)
    })
  }

  const invite = (what: string, email: string, given: GivenRight, onDone?: () => void) =>
    act(what, 'Unable to invite them', async () => {
      const { invitationID, link, ...mailing } = await call(inviteMember, { body: { projectID, email, may: given } })
      setLinks((before) => ({ ...before, [invitationID]: link }))
      setInvited({ email: email.trim(), ...mailing })
      onDone?.()
      return undefined
    })

  const inviteTyped = () => {
    const { email, may: given } = form.values
    void invite('invite', email, given, () => {
      form.forget()
      form.put({ may: given })
    })
  }

  const shared = { projectID, busy: form.pressed, onAct: act, onAsk: setQuestion }
  return (
    <section className={styles.part} aria-labelledby="members">
      <h2 id="members" className="mb-16">
        Members
      </h2>
      <FormNotes form={form} />
      {invited && <Message kind="success">{mailingInWords(invited)}</Message>}
      <div className="sheet clip">
        {may === 'own' && <InviteForm form={form} onInvite={inviteTyped} />}
        <ul className="ruled">
          {members.map((member) => (
            <MemberRow
              key={member.userID}
              {...shared}
              member={member}
              isOwner={may === 'own'}
              onLeft={() => void navigate(paths.selectProject(), { replace: true })}
            />
          ))}
          {invitations.map((invitation) => (
            <PendingRow
              key={invitation.invitationID}
              {...shared}
              invitation={invitation}
              link={links[invitation.invitationID]}
              onAgain={() => void invite(`again ${invitation.invitationID}`, invitation.email, invitation.may)}
            />
          ))}
        </ul>
      </div>
      <p className="faint small mt-8">
        {may === 'own'
          ? 'Invitations work once and expire after 14 days. Making a new link cancels the old one.'
          : 'Only the owner can change access.'}
      </p>
      <QuestionDialog question={question} onAnswered={() => setQuestion(undefined)} />
    </section>
  )
}
