import { Link } from 'react-router'
import type { Item } from '../../../shared/items/items.api.ts'
import { paths } from '../../lib/paths.ts'
import { Chip } from '../../ui/chip.tsx'

const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' })

/** The previous value; nothing if it equals the current one. */
export const PreviousValue = ({ item: { itemID, title, replaced } }: { item: Item }) =>
  replaced &&
  replaced.title !== title && (
    <p className="row muted gap-8 mt-12">
      {replaced.sample !== null && <Chip sample={replaced.sample} icon={null} size="small" />}
      <span className="shrink">
        Before {MONTH.format(new Date(replaced.at))}: <Link to={paths.itemHistory(itemID)}>{replaced.title}</Link>
      </span>
    </p>
  )
