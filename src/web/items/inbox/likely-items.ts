import type { LikelyItem, Photo } from '../../../shared/items/inbox.api.ts'
import { foldedWords } from '../../../shared/lib/folded-words.ts'
import type { Found } from '../../../shared/search/search.api.ts'

/** An item that a photo can be put on, with its room. */
export interface Choice extends LikelyItem {
  isLikeliest: boolean
}

const SHOWN = 8

/** Such as "of", "the" or the 01 of IMG_01 says nothing. */
const SHORTEST_WORD = 3
const SAY_NOTHING = ['the', 'and', 'for', 'with']

/**
 * Items whose words are in the names of the selected photos come first, then items of the rooms where they were taken,
 * otherwise in the server's order, latest changed first.
 */
export const likelyItems = (items: readonly LikelyItem[], chosen: readonly Photo[]): Choice[] => {
  const rooms = new Set(chosen.flatMap(({ roomID }) => roomID ?? []))
  const names = new Set(
    chosen.flatMap(({ filename }) => foldedWords(filename)).filter((word) => !SAY_NOTHING.includes(word)),
  )
  const score = ({ title, subCatName, roomID }: LikelyItem): number => {
    const words = new Set(foldedWords(`${title} ${subCatName}`))
    const named = [...words].filter((word) => word.length >= SHORTEST_WORD && names.has(word)).length
    return 2 * named + Number(rooms.has(roomID))
  }
  return items
    .toSorted((a, b) => score(b) - score(a))
    .slice(0, SHOWN)
    .map((item, at) => ({ ...item, isLikeliest: at === 0 && score(item) > 0 }))
}

export const foundItems = ({ groups, close }: Found): Choice[] =>
  (groups.length > 0 ? groups : close).flatMap(({ rooms }) =>
    rooms.flatMap(({ roomID, name, items }) =>
      items.map(({ itemID, title, catName, subCatName, sample }) => ({
        ...{ itemID, roomID, sample, roomName: name.text, title: title.text },
        ...{ catName: catName.text, subCatName: subCatName.text, isLikeliest: false },
      })),
    ),
  )

/** Groups by room, in order of first appearance. */
export const byRoom = (choices: readonly Choice[]): { roomID: number; roomName: string; choices: Choice[] }[] => {
  const rooms = new Map<number, { roomID: number; roomName: string; choices: Choice[] }>()
  for (const choice of choices) {
    const { roomID, roomName } = choice
    const room = rooms.get(roomID) ?? { roomID, roomName, choices: [] }
    room.choices.push(choice)
    rooms.set(roomID, room)
  }
  return [...rooms.values()]
}
