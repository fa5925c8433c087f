import { spoken } from '../../shared/item-title.ts'
import { OWN_TEXT_NAMES, OWN_TEXTS } from '../../shared/items.ts'
import { kindByName } from '../../shared/label-kinds.ts'
import type { LeftOut, PaperSize } from '../../shared/papers.ts'
import { groupedBy } from '../grouped-by.ts'
import { inWords } from '../papers/values.ts'
import { openSlices } from '../slices.ts'
import type { Picture, PicturedItem } from './picture.ts'

/** A room or an item that is not as it was in the last revision. */
export interface Change {
  /** The room that it is found in, or was. */
  room: string
  /** Null where that room is not in the book any more. */
  roomID: number | null
  /** Null of a room itself, and of an item that was taken out. */
  itemID: number | null
  /** '' of a room. */
  mark: string
  title: string
  /** What is otherwise, each with what was before. */
  lines: string[]
}

const BLANK = 'N/A'

/** What somebody typed as a name and its color, such as 'Dry Sage #B9C6B4', is told by its name unless only the color differs. */
const told = (value: string, other: string): string =>
  value === '' ? BLANK : spoken(value) === spoken(other) ? value : spoken(value)

const difference = (name: string, now: string, before: string): string[] =>
  now === before ? [] : [`${name}: ${told(now, before)}, was ${told(before, now)}`]

const differencesOf = (
  now: PicturedItem,
  before: PicturedItem,
  roomThen: string,
  without: readonly LeftOut[],
  size: PaperSize,
): string[] => {
  const labels = new Map(
    [...before.values, ...now.values].map(([propID, label, , kind = kindByName(label)]) => [propID, { label, kind }]),
  )
  const valueOf = ({ values }: PicturedItem, propID: number) => values.find(([id]) => id === propID)?.[2] ?? ''
  const values = [...labels].flatMap(([propID, { label, kind }]) =>
    without.includes('prices') && kind === 'money'
      ? []
      : difference(label, inWords(valueOf(now, propID), kind, size), inWords(valueOf(before, propID), kind, size)),
  )
  const texts = without.includes('notes')
    ? []
    : OWN_TEXT_NAMES.flatMap((text) =>
        difference(OWN_TEXTS[text].title, now.texts[text] ?? '', before.texts[text] ?? ''),
      )
  const [files, filesThen] = [new Map(now.files), new Map(before.files)]
  return [
    ...(now.roomID === before.roomID ? [] : [`moved here from ${roomThen}`]),
    ...(now.subcatID === before.subcatID ? [] : [`${now.kind}, was ${before.kind}`]),
    ...values,
    ...texts,
    ...[...files].flatMap(([remote, name]) => {
      const then = filesThen.get(remote)
      return then === name ? [] : [then === undefined ? `file ${name} added` : `file ${name}, was ${then}`]
    }),
    ...[...filesThen].flatMap(([remote, name]) => (files.has(remote) ? [] : [`file ${name} taken out`])),
  ]
}

const withItems = (count: number): string => (count === 0 ? '' : `, with ${count === 1 ? '1 item' : `${count} items`}`)

/**
 * What differs between two pictures, as the book tells it: room by room in its order, of each the room itself, then its
 * items, then those that were taken out of it; at the end rooms that are not there any more. The items of a room that
 * came or went are told with it. What was changed and changed back is the same.
 */
export const changesBetweenPictures = async (
  now: Picture,
  before: Picture,
  without: readonly LeftOut[],
  size: PaperSize,
): Promise<Change[]> => {
  const rest = openSlices()
  const roomsThen = new Map(before.rooms.map(({ roomID, name }) => [roomID, name]))
  const roomsNow = new Set(now.rooms.map(({ roomID }) => roomID))
  const itemsThen = new Map(before.items.map((item) => [item.itemID, item]))
  const itemsNow = new Set(now.items.map(({ itemID }) => itemID))
  const itemsOf = groupedBy(now.items, ({ roomID }) => roomID)
  const goneOf = groupedBy(
    before.items.filter(({ itemID }) => !itemsNow.has(itemID)),
    ({ roomID }) => roomID,
  )
  const changes: Change[] = []
  for (const { roomID, name: room } of now.rooms) {
    const ofRoom = (line: string) => changes.push({ room, roomID, itemID: null, mark: '', title: room, lines: [line] })
    const then = roomsThen.get(roomID)
    const items = itemsOf(roomID)
    if (then === undefined) ofRoom(`added${withItems(items.filter(({ itemID }) => !itemsThen.has(itemID)).length)}`)
    else if (then !== room) ofRoom(`renamed, was ${then}`)
    for (const item of items) {
      const { itemID, mark, title } = item
      const was = itemsThen.get(itemID)
      const lines = was ? differencesOf(item, was, roomsThen.get(was.roomID) ?? BLANK, without, size) : ['added']
      const isTold = lines.length > 0 && (was !== undefined || then !== undefined)
      if (isTold) changes.push({ room, roomID, itemID, mark, title, lines })
      await rest()
    }
    for (const { mark, title } of goneOf(roomID))
      changes.push({ room, roomID, itemID: null, mark, title, lines: ['taken out'] })
  }
  for (const { roomID, name: room } of before.rooms) {
    if (roomsNow.has(roomID)) continue
    const lines = [`taken out${withItems(goneOf(roomID).length)}`]
    changes.push({ room, roomID: null, itemID: null, mark: '', title: room, lines })
  }
  return changes
}
