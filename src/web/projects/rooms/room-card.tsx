import type { RoomCard as Card } from '../../../shared/projects/rooms.api.ts'
import { counted } from '../../lib/pluralize.ts'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { CardLink } from '../../ui/card-link.tsx'
import { SampleStrip } from '../../ui/chip.tsx'
import { Tag } from '../../ui/tag.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './room-card.module.css'

interface RoomCardProps {
  room: Pick<Card, 'ID' | 'name' | 'roomTypeName' | 'itemCount' | 'samples'>
  /** The link's target; the room's items by default. */
  to?: string
  /** Another user has changed something there since the user last looked. */
  isNew?: boolean | undefined
}

export const RoomCard = ({
  room: { ID, name, roomTypeName, itemCount, samples },
  to,
  isNew = false,
}: RoomCardProps) => (
  // The accessible name follows the visible text, for voice control.
  <CardLink
    className={styles.card}
    to={to ?? paths.roomItems(ID)}
    aria-label={[name, roomTypeName, ...(isNew ? ['New'] : []), counted(itemCount, 'item')].join(', ')}
  >
    <SampleStrip samples={samples} none={itemCount > 0 ? 'No samples yet' : 'Nothing here yet'} />
    <span className={classNames('row grow gap-12', styles.body)}>
      <span className="grow">
        <span className="block plaintext card-title" data-title>
          {name}
        </span>{' '}
        <span className="block faint small">{roomTypeName}</span>
      </span>{' '}
      {isNew && <Tag kind="info">New</Tag>} <Badge kind={itemCount > 0 ? 'danger' : 'secondary'}>{itemCount}</Badge>
    </span>
  </CardLink>
)
