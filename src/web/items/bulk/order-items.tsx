import { Fragment, useState } from 'react'
import { orderItems } from '../../../shared/items/bulk/ordering.api.ts'
import { call } from '../../lib/call.ts'
import type { CategoryGroup } from '../../../shared/items/group-items.ts'
import { ItemChip } from '../list/item-chip.tsx'
import { OrderList, type Entry } from '../../projects/ordering/order-list.tsx'
import { OrderCard } from '../../projects/ordering/order-card.tsx'
import { isSameOrder } from '../../projects/ordering/same-order.ts'

interface OrderItemsProps {
  roomID: number
  categories: readonly CategoryGroup[]
  onEnd: () => void
}

interface Group {
  subcatID: number
  name: string
  entries: Entry[]
}

const asCreated = (entries: readonly Entry[]): Entry[] => [...entries].sort((a, b) => a.id - b.id)
const isAsCreated = (groups: readonly Group[]) =>
  groups.every(({ entries }) => isSameOrder(entries, asCreated(entries)))

/** Groups with a single item need no ordering. */
const groupsOf = (categories: readonly CategoryGroup[]): Group[] =>
  categories.flatMap(({ name: category, subcategories }) =>
    subcategories
      .filter(({ items }) => items.length > 1)
      .map(({ subcatID, name, items }) => ({
        subcatID,
        name: `${category} – ${name}`,
        entries: items.map((item) => ({ id: item.itemID, name: item.title, chip: <ItemChip item={item} /> })),
      })),
  )

/** Reorders the items of a room, within their subcategories. */
export const OrderItems = ({ roomID, categories, onEnd }: OrderItemsProps) => {
  const [before] = useState(() => groupsOf(categories))
  const [groups, setGroups] = useState(before)
  const isChanged = ({ entries }: Group, at: number) => !isSameOrder(entries, before[at]?.entries ?? [])
  /** Items in order of creation need no stored order. */
  const save = () => {
    const itemIDs = isAsCreated(groups)
      ? []
      : groups.filter(isChanged).flatMap(({ entries }) => entries.map(({ id }) => id))
    return call(orderItems, { body: { roomID, itemIDs } })
  }
  return (
    <OrderCard
      what="Items"
      changed={groups.some(isChanged)}
      defaultOrder={{
        name: 'Sort as Created',
        isCurrent: isAsCreated(groups),
        sort: () => setGroups(groups.map((group) => ({ ...group, entries: asCreated(group.entries) }))),
      }}
      save={save}
      onEnd={onEnd}
    >
      {groups.map((group) => (
        <Fragment key={group.name}>
          <h2 className="rule-top on-quiet line h3">{group.name}</h2>
          <OrderList
            label={group.name}
            entries={group.entries}
            onChange={(entries) => setGroups(groups.map((other) => (other === group ? { ...other, entries } : other)))}
          />
        </Fragment>
      ))}
    </OrderCard>
  )
}
