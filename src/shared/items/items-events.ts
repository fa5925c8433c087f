import {
  eventsOf,
  itemEventsOf,
  type AboutItem,
  type AboutProject,
  type AboutRoom,
  type FileThen,
  type InOrder,
  type ItemValues,
  type Named,
} from '../history/event-spec.ts'
import type { GapKind } from './gaps.ts'

/** All values under the subcategory's labels. */
interface ItemKindValues extends ItemValues {
  catID: number
  category: string
  subcatID: number
  subcategory: string
  /** Gaps set aside as not needed; the new subcategory asks for them again. */
  notNeeded?: GapKind[]
}

interface NewItemValues extends Omit<ItemKindValues, 'notNeeded'> {
  files?: FileThen[]
}

interface Place {
  roomID: number
  room: string
  /** Position in a custom order. */
  position?: number
}

const ofItem = itemEventsOf<AboutItem>('item')
const ofItems = eventsOf<AboutProject>('item')

export const ITEMS_EVENTS = {
  'item created': ofItem<null, NewItemValues>('item.created', 'Item Created', 'Created'),
  /** `from` is the original's room if it is in the same project. */
  'item copied': ofItem<null, Named & { from: string | null }>('item.copied', 'Item Copied', 'Copied'),
  /** The target rooms; for several items, their number and the first one's name. */
  'items copied': ofItems<null, Named & { rooms: string[]; items?: number }>('items.copied', 'Items Copied'),
  /** `too`: changed along with a linked copy, so the user is not asked about it again. */
  'item changed': ofItem<ItemValues, ItemValues & { too?: true }>('item.changed', 'Item Changed', 'Changed'),
  /** The item got another subcategory, or the same one in another category. */
  'item kind changed': ofItem<ItemKindValues, ItemKindValues>(
    'item.kind_changed',
    'Subcategory Changed',
    'Subcategory',
  ),
  'item moved': ofItem<Place, Place>('item.moved', 'Item Moved', 'Moved'),
  /** The number of items moved to one room. */
  'items moved': ofItems<null, { items: number; room: string }>('items.moved', 'Items Moved'),
  /** Items of one room: for each reordered subcategory, those with a position, in both orders. */
  'items reordered': eventsOf<AboutRoom>('item')<InOrder & { itemIDs: number[] }, InOrder & { itemIDs: number[] }>(
    'items.reordered',
    'Items Reordered',
  ),
  /** The new value of one label of these items; '' for none. */
  'items changed': ofItems<null, { items: number; label: string; value: string }>('items.changed', 'Items Changed'),
  /** The number of copies changed along with another item, and the labels. */
  'items changed too': ofItems<null, { items: number; labels: string[] }>('items.changed_too', 'Copies Updated'),
  /** The other copies, or the original, keep their values under these labels. */
  'item others left': ofItem<null, { labels: string[] }>(
    'item.others_left',
    'Copies Left Unchanged',
    'Copies Left Unchanged',
  ),
  /** The trash entry that holds the item; unknown in older events. */
  'item deleted': ofItem<Named & { trashID?: number }, null>('item.deleted', 'Item Deleted', 'Deleted'),
  'items deleted': ofItems<{ items: number }, null>('items.deleted', 'Items Deleted'),
  'items restored': ofItems<null, { items: number }>('items.restored', 'Items Restored'),
  'items removed': ofItems<{ items: number }, null>('items.removed', 'Items Permanently Deleted'),
  /** Changes to these items by another event, of such a kind, were undone. */
  'items undone': ofItems<null, { kind: string; items: number; rooms?: number }>('items.undone', 'Undone'),
  'item restored': ofItem<null, Named>('item.restored', 'Item Restored', 'Restored'),
  /** The item has no history anymore that could show it. */
  'item removed': eventsOf<AboutItem>('item')<Named, null>('item.removed', 'Item Permanently Deleted'),
}
