import type { Item } from '../../../shared/items/items.api.ts'
import { paths } from '../../lib/paths.ts'
import { ItemTableCategory, ItemTable } from '../../ui/item-table.tsx'
import { useProgressiveParts } from './progressive-list.ts'
import type { SubcategoryGroup } from '../../../shared/items/group-items.ts'
import type { ListProps } from './list-props.ts'
import { ItemChip } from './item-chip.tsx'
import { placeholderFor, displayValue } from './display-value.ts'

const rowOf = (item: Item) => {
  const cells = item.labels.map(({ field }, position) =>
    item[field] === ''
      ? { text: placeholderFor(position), placeholder: true }
      : { text: displayValue(item, field), placeholder: false },
  )
  const [first = { text: '' }] = cells
  return {
    key: item.itemID,
    // It begins with what is seen, for those who speak it.
    name: item.title.startsWith(first.text) ? item.title : `${first.text}, ${item.title}`,
    chip: <ItemChip item={item} />,
    cells,
    to: paths.editItem(item.itemID),
    files: { count: item.attachments.length, to: paths.itemAttachments(item.itemID) },
  }
}

/** Rows without labels have no cell to link to their item, so each gets a table whose name is the link. */
const SubcategoryTables = ({ name, items }: SubcategoryGroup) => {
  const columns = items[0]?.labels.map(({ label }) => label) ?? []
  if (columns.length > 0) {
    return <ItemTable name={name} count={items.length} columns={columns} rows={items.map(rowOf)} />
  }
  return items.map((item) => (
    <ItemTable
      key={item.itemID}
      name={name}
      nameTo={paths.editItem(item.itemID)}
      count={1}
      columns={columns}
      rows={[rowOf(item)]}
    />
  ))
}

/** The items of a room by category and subcategory: a card for each category, a table for each subcategory. */
export const ScheduleList = ({ roomID, categories }: ListProps) =>
  useProgressiveParts(`schedule ${roomID} ${innerWidth}`, categories).map(
    ({ id, name, count, subcategories, rendered, props }) => (
      <ItemTableCategory key={id} id={id} name={name} count={count} part={props}>
        {rendered &&
          subcategories.map((subcategory) => <SubcategoryTables key={subcategory.subcatID} {...subcategory} />)}
      </ItemTableCategory>
    ),
  )
