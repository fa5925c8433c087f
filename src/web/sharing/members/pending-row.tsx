import { cancelInvitation, type PendingInvitation } from '../../../shared/sharing/members.api.ts'
import { TITLE_OF } from '../../../shared/contract/rights.ts'
import { call } from '../../lib/call.ts'
import { focusHeading } from '../../lib/focus/focus-heading.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconMail, IconX } from '../../ui/icons.tsx'
import { LinkToCopy } from './link-to-copy.tsx'
import { Day } from './day.tsx'
import type { RowProps } from './row-props.ts'
import styles from './members.module.css'

interface PendingRowProps extends RowProps {
  invitation: PendingInvitation
  /** Set if the invitation was made on this page. */
  link: string | undefined
  onAgain: () => void
}

/** An invitation that has not been accepted yet. */
export const PendingRow = ({ projectID, invitation, link, busy, onAct, onAsk, onAgain }: PendingRowProps) => {
  const { invitationID, email, may, expiresAt } = invitation
  const cancel = () =>
    onAct(`cancel ${invitationID}`, `Couldn’t cancel the invitation for ${email}`, async () => {
      const { message } = await call(cancelInvitation, { query: { projectID, invitationID } })
      // The focused button disappears with its row.
      focusHeading()
      return message
    })
  return (
    <li className={classNames('row gap-12 line on-quiet', styles.member)}>
      <span className={classNames('tile large-tile size-18', styles.disc)} aria-hidden="true">
        <IconMail />
      </span>
      <span className="grow">
        <b className="block strong">{email}</b>
        <small className="block faint small">
          Invited as {TITLE_OF[may]}, open until <Day at={expiresAt} />
        </small>
      </span>
      <span className={classNames('row gap-8', styles.link)}>
        {link === undefined ? (
          <Button small busy={busy === `again ${invitationID}`} aria-label={`New Link for ${email}`} onClick={onAgain}>
            New Link
          </Button>
        ) : (
          <LinkToCopy label={`Link for ${email}`} link={link} />
        )}
      </span>
      <IconButton
        label={`Cancel the Invitation for ${email}`}
        icon={<IconX />}
        onClick={() =>
          onAsk({
            title: 'Cancel This Invitation?',
            text: `The link you sent to ${email} will stop working.`,
            confirmLabel: 'Cancel Invitation',
            onYes: () => void cancel(),
          })
        }
      />
    </li>
  )
}
