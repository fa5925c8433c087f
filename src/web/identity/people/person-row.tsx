import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  endUserSessions,
  sendUserReset,
  setUserLock,
  setUserRole,
  type Person,
} from '../../../shared/identity/people.api.ts'
import { ALL_ROLES, Role, ROLE_NAMES } from '../../../shared/contract/roles.ts'
import { call } from '../../lib/call.ts'
import { ApiError, NoResponse, asIs, sentence } from '../../lib/errors.ts'
import { counted } from '../../lib/pluralize.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import type { Question } from '../../ui/dialogs/question-dialog.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../lib/toasts.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './people.module.css'

/** Why an action was refused. */
export interface Refusal {
  kind: 'warning' | 'error'
  text: string
}

interface ControlProps {
  person: Person
  onAsk: (question: Question) => void
  /** Called with undefined when a call starts. */
  onAnswer: (refusal: Refusal | undefined) => void
}

interface PersonRowProps extends ControlProps {
  sendsMail: boolean
}

export const PersonRow = ({ sendsMail, ...props }: PersonRowProps) => {
  const { username, name, email, locked, createdAt } = props.person
  const row = useRef<HTMLTableRowElement>(null)
  return (
    <tr ref={row} role="row" tabIndex={-1} aria-label={name === username ? name : `${name}, ${username}`}>
      <th role="rowheader" scope="row">
        <bdi className="strong">{name}</bdi> {locked && <Tag>Locked</Tag>}
        {name !== username && <span className="block muted small regular">{username}</span>}
      </th>
      <td role="cell">
        <a href={`mailto:${email}`} className="inline-row min-target">
          {email}
        </a>
        <span className="block faint small">
          Since <Time at={createdAt} />
        </span>
      </td>
      <td role="cell">
        <div role="group" aria-label={`Roles of ${name}`} className="flex wrap gap-16 tight">
          {ALL_ROLES.map((role) => (
            <RoleToggle key={role} role={role} {...props} />
          ))}
        </div>
      </td>
      <td role="cell">
        {/* The button disappears with the sessions. */}
        <Sessions {...props} onEnded={() => row.current?.focus()} />
      </td>
      <td role="cell">
        <div className={classNames('flex wrap gap-8 wide-buttons', styles.actions)}>
          <Lock {...props} />
          {sendsMail && !locked && <ResetMail {...props} />}
        </div>
      </td>
    </tr>
  )
}

/** One call per control. Success shows a toast; after a refusal the data is reloaded, since it may have changed. */
const useCall = ({ name }: Person, onAnswer: ControlProps['onAnswer']) => {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const run = async (words: string, send: () => Promise<{ message: string }>, onDone?: () => void) => {
    if (busy) return
    setBusy(true)
    onAnswer(undefined)
    try {
      const { message } = await send()
      toast({ kind: 'success', text: message })
      onDone?.()
      await revalidate()
    } catch (error) {
      onAnswer({
        kind: error instanceof ApiError && error.status === 409 ? 'warning' : 'error',
        text: sentence(error, { 404: `${name}’s account no longer exists`, 409: asIs, other: words }),
      })
      if (!(error instanceof NoResponse)) void revalidate()
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}

const RoleToggle = ({ person, role, onAsk, onAnswer }: ControlProps & { role: Role }) => {
  const { userID, username, name, roles } = person
  const { busy, run } = useCall(person, onAnswer)
  const me = useSession()?.user
  const holds = roles.includes(role)
  const roleName = ROLE_NAMES[role]

  const change = () =>
    run(`Unable to change the role ${roleName} of ${name}`, () =>
      call(setUserRole, { body: { userID, role, held: !holds } }),
    )

  return (
    <Checkbox
      label={roleName}
      name={`role-${userID}-${role}`}
      checked={busy ? !holds : holds}
      aria-busy={busy}
      onChange={() => {
        if (holds && role === Role.Admin && username === me) {
          onAsk({
            title: 'Give Up the Admin Role?',
            text: 'You won’t be able to open this page, and only another admin can give the role back to you.',
            confirmLabel: 'Give Up Role',
            onYes: () => void change(),
          })
        } else {
          void change()
        }
      }}
    />
  )
}

const Sessions = ({ person, onAsk, onAnswer, onEnded }: ControlProps & { onEnded: () => void }) => {
  const { userID, username, name, sessions } = person
  const { busy, run } = useCall(person, onAnswer)
  const isMine = useSession()?.user === username

  const end = () =>
    run(`Unable to end the sessions of ${name}`, () => call(endUserSessions, { query: { userID } }), onEnded)

  return (
    <div className="row gap-8">
      <span>
        <span className={classNames('faint', styles.label)} aria-hidden="true">
          Sessions{' '}
        </span>
        {sessions}
      </span>
      {sessions > 0 && (
        <Button
          small
          busy={busy}
          aria-label={`End the Sessions of ${name}`}
          onClick={() =>
            onAsk({
              title: `End the Sessions of ${name}?`,
              text: isMine
                ? 'These are your own sessions. You’ll have to log in again, here too.'
                : `They’ll be logged out in ${counted(sessions, 'place')} and have to log in again.`,
              confirmLabel: 'End Sessions',
              onYes: () => void end(),
            })
          }
        >
          End
        </Button>
      )}
    </div>
  )
}

const Lock = ({ person, onAsk, onAnswer }: ControlProps) => {
  const { userID, username, name, locked } = person
  const { busy, run } = useCall(person, onAnswer)
  const isMine = useSession()?.user === username

  const set = () =>
    run(`Unable to ${locked ? 'unlock' : 'lock'} the account of ${name}`, () =>
      call(setUserLock, { body: { userID, locked: !locked } }),
    )

  return (
    <Button
      small
      busy={busy}
      aria-label={`${locked ? 'Unlock' : 'Lock'} ${name}`}
      onClick={() => {
        if (locked) {
          void set()
          return
        }
        onAsk({
          title: `Lock ${name}?`,
          text: isMine
            ? 'This is your own account. You’ll be locked out right away, and only another admin can unlock it.'
            : 'They’re locked out until you unlock the account. Their data is safe.',
          confirmLabel: 'Lock Account',
          onYes: () => void set(),
        })
      }}
    >
      {locked ? 'Unlock' : 'Lock'}
    </Button>
  )
}

const ResetMail = ({ person, onAnswer }: Omit<ControlProps, 'onAsk'>) => {
  const { userID, name } = person
  const { busy, run } = useCall(person, onAnswer)
  return (
    <Button
      small
      busy={busy}
      aria-label={`Send Password Email to ${name}`}
      onClick={() => void run(`Unable to send an email to ${name}`, () => call(sendUserReset, { body: { userID } }))}
    >
      Send Password Email
    </Button>
  )
}
