import { removeMember, setMemberRight, type GivenRight, type Member } from '../../../shared/sharing/members.api.ts'
import { TITLE_OF } from '../../../shared/contract/rights.ts'
import { call } from '../../lib/call.ts'
import { focusHeading } from '../../lib/focus/focus-heading.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import fieldStyles from '../../ui/forms/field.module.css'
import { IconX } from '../../ui/icons.tsx'
import selectStyles from '../../ui/forms/select.module.css'
import { Day } from './day.tsx'
import type { RowProps } from './row-props.ts'
import styles from './members.module.css'

interface MemberRowProps extends RowProps {
  member: Member
  /** The current user owns the project. */
  isOwner: boolean
  onLeft: () => void
}

/** The initials of the first and last word. */
const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

export const MemberRow = ({ isOwner, onLeft, ...props }: MemberRowProps) => {
  const { userID, name, username, email, may, isMe, joinedAt, invitedAs } = props.member
  return (
    <li className={classNames('row gap-12 line', styles.member)}>
      <span
        className={classNames('tile large-tile small bold', styles.disc, isMe && 'primary-soft')}
        aria-hidden="true"
      >
        {initialsOf(name)}
      </span>
      <span className="grow">
        <b className="block strong" dir="auto">
          {name}
        </b>
        <small className="block faint small">
          {email ?? username}
          {invitedAs !== null && `, invited as ${invitedAs}`}
        </small>
      </span>
      <span className="faint small nowrap not-on-phones">
        {isMe
          ? 'You'
          : joinedAt !== null && (
              <>
                Joined <Day at={joinedAt} />
              </>
            )}
      </span>
      {isOwner && may !== 'own' ? (
        <GivenRightSelect {...props} />
      ) : (
        <span className={classNames('muted label', styles.right)}>{TITLE_OF[may]}</span>
      )}
      {isOwner && may !== 'own' && <Remove {...props} />}
      {!isOwner && isMe && <Leave {...props} userID={userID} onLeft={onLeft} />}
    </li>
  )
}

const GivenRightSelect = ({ projectID, member, onAct }: RowProps & { member: Member }) => {
  const { userID, name, may } = member
  const set = (given: GivenRight) =>
    onAct(`right ${userID} ${given}`, `Unable to change the access of ${name}`, async () => {
      return (await call(setMemberRight, { body: { projectID, userID, may: given } })).message
    })
  return (
    <select
      className={classNames('shrink full block round', fieldStyles.control, selectStyles.select, styles.select)}
      aria-label={`Access of ${name}`}
      value={may}
      onChange={({ target }) => void set(target.value === 'write' ? 'write' : 'read')}
    >
      <option value="read">Viewer</option>
      <option value="write">Editor</option>
    </select>
  )
}

const Remove = ({ projectID, member, onAct, onAsk }: RowProps & { member: Member }) => {
  const { userID, name } = member
  const remove = () =>
    onAct(`remove ${userID}`, `Couldn’t remove ${name}`, async () => {
      const { message } = await call(removeMember, { query: { projectID, userID } })
      // The focused button disappears with its row.
      focusHeading()
      return message
    })
  return (
    <IconButton
      label={`Remove ${name}`}
      icon={<IconX />}
      onClick={() =>
        onAsk({
          title: `Remove ${name}?`,
          text: 'They lose access right away. Everything they added stays.',
          confirmLabel: 'Remove',
          onYes: () => void remove(),
        })
      }
    />
  )
}

interface LeaveProps extends RowProps {
  userID: number
  onLeft: () => void
}

const Leave = ({ projectID, userID, busy, onAct, onAsk, onLeft }: LeaveProps) => {
  const leave = () =>
    onAct('leave', 'Unable to leave the project', async () => {
      const { message } = await call(removeMember, { query: { projectID, userID } })
      onLeft()
      return message
    })
  return (
    <Button
      small
      busy={busy === 'leave'}
      onClick={() =>
        onAsk({
          title: 'Leave This Project?',
          text: 'You’ll lose access right away. Everything you added stays. Only the owner can invite you back.',
          confirmLabel: 'Leave',
          onYes: () => void leave(),
        })
      }
    >
      Leave
    </Button>
  )
}
