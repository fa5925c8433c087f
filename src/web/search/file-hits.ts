import type { FoundPlace, HitGroup, ItemHit, Marked } from '../../shared/search/search.api.ts'

/** An item that has a found file. */
interface PlaceOfFile {
  itemID: number
  title: Marked
  subCatName: Marked
  room: string
  project: string
}

/** A file that was found, once for all items that have it. */
export interface FileHit {
  key: string
  found: FoundPlace
  places: PlaceOfFile[]
}

/** The files of an item by which it was found: by their text, or else by their names. */
const filesOf = ({ found }: ItemHit): FoundPlace[] => {
  const texts = found.filter((place) => place.in === 'text')
  return texts.length > 0 ? texts : found.filter((place) => place.in === 'file')
}

const itemsOf = (groups: readonly HitGroup[]) =>
  groups.flatMap((group) => group.rooms.flatMap((room) => room.items.map((item) => ({ group, room, item }))))

/** The files of hits, the best first. */
export const fileHits = (groups: readonly HitGroup[]): FileHit[] => {
  const files = new Map<string, FileHit>()
  const byRank = itemsOf(groups).toSorted((one, other) => one.item.rank - other.item.rank)
  for (const { group, room, item } of byRank) {
    if (!item.inFiles) continue
    for (const found of filesOf(item)) {
      const key = `file ${found.bytes}`
      const file = files.get(key) ?? { key, found, places: [] }
      files.set(key, file)
      const { itemID, title, subCatName } = item
      if (!file.places.some((place) => place.itemID === itemID))
        file.places.push({ itemID, title, subCatName, room: room.name.text, project: group.name.text })
    }
  }
  return [...files.values()]
}

/** Hits that match without their files. */
export const withoutFiles = (groups: readonly HitGroup[]): HitGroup[] =>
  groups.flatMap((group) => {
    const rooms = group.rooms
      .map((room) => ({ ...room, items: room.items.filter(({ inFiles }) => !inFiles) }))
      .filter(({ rank, items }) => rank !== null || items.length > 0)
    return group.rank !== null || rooms.length > 0 ? [{ ...group, rooms }] : []
  })
