import { ItemChip } from '../list/item-chip.tsx'
import type { ListProps } from '../list/list-props.ts'
import { summaryOf } from '../list/values-of.ts'
import { paths } from '../../lib/paths.ts'
import { SelectItems } from './select-items.tsx'

interface SelectRoomItemsProps extends ListProps {
  projectID: number
  onEnd: () => void
}

/** The items of a room, with checkboxes. */
export const SelectRoomItems = ({ projectID, roomID, categories, onEnd }: SelectRoomItemsProps) => (
  <SelectItems
    projectID={projectID}
    roomID={roomID}
    at={paths.roomItems(roomID)}
    onEnd={onEnd}
    groups={categories.map(({ id, name, subcategories }) => ({
      key: id,
      name,
      things: subcategories
        .flatMap(({ items }) => items)
        .map((item) => ({
          itemID: item.itemID,
          subcatID: item.subcatID,
          chip: <ItemChip item={item} />,
          title: item.title === item.subCatName ? 'Unspecified' : item.title,
          subcategory: item.subCatName,
          details: summaryOf(item).join(' · '),
        })),
    }))}
  />
)
