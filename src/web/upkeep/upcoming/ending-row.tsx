import { Link } from 'react-router'
import { phoneLink } from '../../../shared/contract/phone-link.ts'
import { sentenceOf, type Ending } from '../../../shared/upkeep/upcoming.api.ts'
import { paths } from '../../lib/paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconCalendarEvent, IconPhoneCall, IconReceipt } from '../../ui/icons.tsx'
import { howFar } from './ending-words.ts'
import styles from './ending-row.module.css'

const MONTH = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })

/** The day as a calendar leaf. */
export const Leaf = ({ day }: { day: string }) => (
  <time dateTime={day} className={styles.leaf}>
    <b>{Number(day.slice(8))}</b> <span>{MONTH.format(Date.parse(day))}</span>
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
  far: boolean
}

/** What ends, when, and links: the item, its receipt, whom to call. */
export const EndingRow = ({ ending, today, oneHome, far }: EndingRowProps) => {
  const { day, itemID, title, sample, subCatName, roomName, projectName, paper, phone } = ending
  const isOver = day < today
  const place = oneHome ? roomName : `${projectName}, ${roomName}`
  return (
    <li className={classNames(styles.row, isOver && styles.over, far && styles.later)}>
      <Leaf day={day} />
      <span className={styles.chip}>
        <Chip sample={sample} icon={<IconCalendarEvent />} />
      </span>
      <div className={styles.words}>
        <Link to={paths.editItem(itemID)}>
          <bdi>{sentenceOf(ending, isOver)}</bdi>
        </Link>
        <small>
          <bdi>{place}</bdi>
          {title !== subCatName && `, ${subCatName}`}
        </small>
      </div>
      <span className={styles.far}>{howFar(day, today)}</span>
      <div className={styles.actions}>
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
      </div>
    </li>
  )
}
