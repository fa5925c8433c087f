import { Link } from 'react-router'
import { phoneLink } from '../../../shared/contract/phone-link.ts'
import { sentenceOf, type Ending } from '../../../shared/upkeep/upcoming.api.ts'
import { fileAddress } from '../../lib/file-address.ts'
import { paths } from '../../lib/paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { createIcon, IconFolder } from '../../ui/icons.tsx'
import { distanceInWords } from './ending-words.ts'
import styles from './ending-row.module.css'

const IconReceipt = createIcon(
  'M5 21V5a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v16l-3-2l-2 2l-2-2l-2 2l-2-2zM9 7h6m-6 4h6m-2 4h2',
)
const IconCalendarEvent = createIcon(
  'M4 7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zm12-4v4M8 3v4m-4 4h16M8 15h2v2H8z',
)
const IconPhoneCall = createIcon(
  'M5 4h4l2 5l-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2m10 3a2 2 0 0 1 2 2m-2-6a6 6 0 0 1 6 6',
)

const MONTH = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })

/** The day as a calendar leaf. */
export const CalendarLeaf = ({ day, isOver }: { day: string; isOver: boolean }) => (
  <time dateTime={day} className={classNames('grid justify-items-center', styles.leaf)}>
    <b className={classNames(isOver && 'danger', styles.day)}>{Number(day.slice(8))}</b>{' '}
    <span className={classNames('small', isOver ? 'danger' : 'faint')}>{MONTH.format(Date.parse(day))}</span>
  </time>
)

const RECEIPT = /receipt|invoice|bill/i
const WARRANTY = /warranty|guarantee/i

const paperName = ({ name }: NonNullable<Ending['paper']>): string =>
  !RECEIPT.test(name) && WARRANTY.test(name) ? 'Warranty' : 'Receipt'

interface EndingRowProps {
  ending: Ending
  today: string
  /** All rows are of one home, so its name is omitted. */
  oneHome: boolean
  /** It is not urgent. */
  isDistant: boolean
}

/** What ends, when, and links: the item, its receipt, whom to call. */
export const EndingRow = ({ ending, today, oneHome, isDistant }: EndingRowProps) => {
  const { day, itemID, title, sample, subCatName, roomName, projectName, paper, phone, picture } = ending
  const isOver = day < today
  const place = oneHome ? roomName : `${projectName}, ${roomName}`
  return (
    <li className="row wrap relative line hover-row gap-12">
      <CalendarLeaf day={day} isOver={isOver} />
      <span className="not-on-phones">
        <Chip
          pictures={sample === null && picture !== null ? [fileAddress({ remote: picture }, 'thumbnail')] : []}
          sample={sample}
          icon={<IconCalendarEvent />}
        />
      </span>
      <div className="grow-180">
        <Link to={paths.editItem(itemID)} className="block strong link-over">
          <bdi>{sentenceOf(ending, isOver)}</bdi>
        </Link>
        <small className="block muted label">
          <bdi>{place}</bdi>
          {title !== subCatName && `, ${subCatName}`}
        </small>
      </div>
      <span className={classNames('label text-right', isOver ? 'danger' : isDistant ? 'muted' : 'warning', styles.far)}>
        {distanceInWords(day, today)}
      </span>
      <div className={classNames('flex wrap relative above gap-8 hide-empty', styles.actions)}>
        {paper && (
          <LinkButton
            small
            icon={<IconReceipt />}
            to={paths.itemAttachments(itemID, paper.remote)}
            aria-label={`${paperName(paper)}: ${title}`}
          >
            {paperName(paper)}
          </LinkButton>
        )}
        {phone !== null && (
          <LinkButton small icon={<IconPhoneCall />} to={phoneLink(phone)} aria-label={`Call ${phone}: ${title}`}>
            {phone}
          </LinkButton>
        )}
        {!paper && phone === null && (
          <LinkButton small icon={<IconFolder />} to={paths.itemAttachments(itemID)} aria-label={`Files: ${title}`}>
            Files
          </LinkButton>
        )}
      </div>
    </li>
  )
}
