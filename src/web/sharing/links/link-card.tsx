import { useState } from 'react'
import type { Link } from '../../../shared/sharing/links.api.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy/copy-button.tsx'
import { createIcon, IconEyeX } from '../../ui/icons.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../lib/toasts.ts'
import { dayInWords } from '../../lib/days.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './links.module.css'
import { pathOfCodes } from './path-of-codes.ts'
import { QRCode } from '../../ui/qr-code.tsx'

const IconShare = createIcon(
  'M3 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0m12-6a3 3 0 1 0 6 0a3 3 0 1 0-6 0m0 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0m-6.3-7.3l6.6-3.4m-6.6 6l6.6 3.4',
)

const canShare = (): boolean => 'share' in navigator

/** By the sheet of the system, which the user may dismiss. */
const share = async (title: string, url: string) => {
  try {
    await navigator.share({ title, url })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError'))
      toast({ kind: 'error', text: 'Unable to share the link' })
  }
}

interface LinkCardProps {
  link: Link
  projectID: number
  /** The labels of what it hides. */
  hidden: readonly string[]
  /** Just made here: its button to copy takes the focus. */
  isNew: boolean
  onChange: () => void
  onTakeBack: () => void
}

export const LinkCard = ({ link, projectID, hidden, isNew, onChange, onTakeBack }: LinkCardProps) => {
  const { name, roomID, roomName, shows, endsAt, openedAt, address, forQR } = link
  const [now] = useState(() => Date.now())
  const isOver = endsAt !== null && new Date(endsAt).getTime() <= now
  return (
    <li className={classNames('grid sheet gap-12 pad', styles.card)}>
      <div>{address && <QRCode address={address} label={`QR code of ${name}`} />}</div>
      <div className="shrink muted label">
        <h3 className="ink card-title" dir="auto">
          {name}
        </h3>
        <p dir="auto">{roomName === null ? shows : `Room ${roomName}`}</p>
        {hidden.length === 0 ? (
          <p>Hides nothing</p>
        ) : (
          <ul aria-label="Hidden" className="flex wrap gap-4 mt-4">
            {hidden.map((one) => (
              <li key={one}>
                <Tag>
                  <IconEyeX aria-hidden="true" />
                  {one}
                </Tag>
              </li>
            ))}
          </ul>
        )}
        <p className="part-below">
          {openedAt === null ? (
            'Not opened yet'
          ) : (
            <>
              Opened <Time at={openedAt} />
            </>
          )}
          {' · '}
          {endsAt === null ? 'Never expires' : `${isOver ? 'Expired' : 'Expires'} ${dayInWords(endsAt)}`}
        </p>
        {address === null && <p>This link still works, but its address couldn’t be restored from the backup.</p>}
        <div className={classNames('flex wrap gap-8 mt-8', styles.actions)}>
          {address !== null && canShare() && (
            <Button
              small
              icon={<IconShare />}
              aria-label={`Share Link ${name}`}
              onClick={() => void share(name, address)}
            >
              Share
            </Button>
          )}
          {address !== null && (
            <CopyButton
              label="Copy Link"
              aria-label={`Copy Link ${name}`}
              what="the link"
              autoFocus={isNew}
              text={address}
            />
          )}
          {forQR && roomID !== null && (
            <LinkButton small kind="quiet" to={pathOfCodes(projectID, roomID)} aria-label={`Print QR, ${name}`}>
              Print QR
            </LinkButton>
          )}
          <Button small kind="quiet" aria-label={`Change ${name}`} onClick={onChange}>
            Change
          </Button>
          <Button small kind="danger" aria-label={`Turn Off ${name}`} onClick={onTakeBack}>
            Turn Off
          </Button>
        </div>
      </div>
    </li>
  )
}
