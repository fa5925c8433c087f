import type { LikelyItem, Photo } from '../../../shared/attachments/inbox.api.ts'
import type { Found } from '../../../shared/search/search.api.ts'

/** What a photo can be put on, with the room that it is listed under. */
export interface Choice extends LikelyItem {
  isLikeliest: boolean
}

const SHOWN = 8

/** Of the rooms that the chosen photos were taken in first, then what was changed last: as the server has put them. */
export const likelyItems = (items: readonly LikelyItem[], chosen: readonly Photo[]): Choice[] => {
  const rooms = new Set(chosen.flatMap(({ roomID }) => roomID ?? []))
  const [here, elsewhere] = [
    items.filter(({ roomID }) => rooms.has(roomID)),
    items.filter(({ roomID }) => !rooms.has(roomID)),
  ]
  return [...here, ...elsewhere].slice(0, SHOWN).map((item, at) => ({ ...item, isLikeliest: at === 0 }))
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

/** Those of each room together, in the order of the first of each. */
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
