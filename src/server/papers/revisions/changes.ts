import { kindByName, traitsOf } from '../../../shared/structure/label-kinds.ts'
import { spoken } from '../../../shared/structure/item-title.ts'
import type { LeftOut, PaperSize } from '../../../shared/papers/papers.api.ts'
import { groupBy } from '../../platform/lib/group-by.ts'
import type { Change } from './change.ts'
import { inWords } from '../values.ts'
import type { Snapshot, SnapshotItem } from './snapshot.ts'

const BLANK = 'N/A'

/** Shows a value with a color, such as 'Dry Sage #B9C6B4', by its name unless only the color differs. */
const valueText = (value: string, other: string): string =>
  value === '' ? BLANK : spoken(value) === spoken(other) ? value : spoken(value)

const difference = (name: string, now: string, before: string): string[] =>
  now === before ? [] : [`${name}: ${valueText(now, before)}, was ${valueText(before, now)}`]

const filesOf = ({ files }: SnapshotItem) =>
  new Map(files.map(([remote, name, caption]) => [remote, { name, caption }]))

const differencesOf = (
  now: SnapshotItem,
  before: SnapshotItem,
  roomThen: string,
  without: readonly LeftOut[],
  size: PaperSize,
): string[] => {
  const labels = new Map(
    [...before.values, ...now.values].map(([propID, label, , kind = kindByName(label)]) => [propID, { label, kind }]),
  )
  const valueOf = ({ values }: SnapshotItem, propID: number) => values.find(([id]) => id === propID)?.[2] ?? ''
  const values = [...labels].flatMap(([propID, { label, kind }]) =>
    without.includes('prices') && traitsOf(kind).isPrice
      ? []
      : difference(label, inWords(valueOf(now, propID), kind, size), inWords(valueOf(before, propID), kind, size)),
  )
  const notes = without.includes('notes') ? [] : difference('Notes', now.texts.notes ?? '', before.texts.notes ?? '')
  const [files, filesThen] = [filesOf(now), filesOf(before)]
  return [
    ...difference('Mark', now.mark, before.mark),
    ...(now.roomID === before.roomID ? [] : [`moved here from ${roomThen}`]),
    ...(now.subcatID === before.subcatID ? [] : [`${now.kind}, was ${before.kind}`]),
    ...values,
    ...notes,
    ...[...files].flatMap(([remote, { name, caption }]) => {
      const then = filesThen.get(remote)
      if (!then) return [`file ${name} added`]
      return [
        ...(then.name === name ? [] : [`file ${name}, was ${then.name}`]),
        ...(caption === undefined || then.caption === undefined
          ? []
          : difference(`Caption of ${name}`, caption, then.caption)),
      ]
    }),
    ...[...filesThen].flatMap(([remote, { name }]) => (files.has(remote) ? [] : [`file ${name} removed`])),
  ]
}

const withItems = (count: number): string => (count === 0 ? '' : `, with ${count === 1 ? '1 item' : `${count} items`}`)

/** Differences on the cover and in the order of the rooms. */
const differencesOfProject = (now: Snapshot, before: Snapshot, without: readonly LeftOut[]): string[] => {
  const [is, was] = [now.home, before.home]
  const inBoth = (rooms: Snapshot['rooms'], others: Snapshot['rooms']) => {
    const existing = new Set(others.map(({ roomID }) => roomID))
    return rooms.flatMap(({ roomID }) => (existing.has(roomID) ? [roomID] : [])).join()
  }
  return [
    ...(is && was
      ? [
          ...difference('Name', is.name, was.name),
          ...difference('Client', is.client, was.client),
          ...difference('Address', is.address.join(', '), was.address.join(', ')),
          ...(is.cover === was.cover || without.includes('pictures') ? [] : ['new cover picture']),
        ]
      : []),
    ...(inBoth(now.rooms, before.rooms) === inBoth(before.rooms, now.rooms) ? [] : ['rooms reordered']),
  ]
}

/**
 * The order of the items that a room has in both pictures, as the book shows it: by subcategory, and of their files.
 */
const orderIn = (items: readonly SnapshotItem[], others: ReadonlyMap<number, SnapshotItem>): string => {
  const common = items.filter(({ itemID, roomID, subcatID }) => {
    const other = others.get(itemID)
    return other?.roomID === roomID && other.subcatID === subcatID
  })
  const hasFiles = ({ itemID, files }: SnapshotItem) => files.length > 0 && others.get(itemID)?.files.length !== 0
  const rows = [...common].sort((a, b) => a.subcatID - b.subcatID)
  return [rows, common.filter(hasFiles)].map((list) => list.map(({ itemID }) => itemID).join()).join(';')
}

/**
 * The differences between two pictures, as the book lists them: the project, then room by room in order, each with the
 * room itself, its items and the removed items; last, removed rooms. Items of an added or removed room are listed with
 * it. A change that was reverted does not count.
 */
export const changesBetweenSnapshots = (
  now: Snapshot,
  before: Snapshot,
  without: readonly LeftOut[],
  size: PaperSize,
): Change[] => {
  const roomsThen = new Map(before.rooms.map(({ roomID, name }) => [roomID, name]))
  const roomsNow = new Set(now.rooms.map(({ roomID }) => roomID))
  const itemsThen = new Map(before.items.map((item) => [item.itemID, item]))
  const itemsNow = new Map(now.items.map((item) => [item.itemID, item]))
  const thenOf = groupBy(before.items, ({ roomID }) => roomID)
  const itemsOf = groupBy(now.items, ({ roomID }) => roomID)
  const goneOf = groupBy(
    before.items.filter(({ itemID }) => !itemsNow.has(itemID)),
    ({ roomID }) => roomID,
  )
  const changes: Change[] = []
  const ofProject = differencesOfProject(now, before, without)
  if (ofProject.length > 0)
    changes.push({
      ...{ about: 'Project', room: '', roomID: null, itemID: null, mark: '' },
      ...{ title: now.home?.name ?? '', lines: ofProject },
    })
  for (const { roomID, name: room } of now.rooms) {
    const ofRoom = (lines: string[]) =>
      changes.push({ about: 'Room', room, roomID, itemID: null, mark: '', title: room, lines })
    const then = roomsThen.get(roomID)
    const items = itemsOf(roomID)
    if (then === undefined) ofRoom([`added${withItems(items.filter(({ itemID }) => !itemsThen.has(itemID)).length)}`])
    else {
      const isOrdered = orderIn(items, itemsThen) === orderIn(thenOf(roomID), itemsNow)
      const lines = [...(then === room ? [] : [`renamed, was ${then}`]), ...(isOrdered ? [] : ['items reordered'])]
      if (lines.length > 0) ofRoom(lines)
    }
    for (const item of items) {
      const { itemID, mark, title } = item
      const was = itemsThen.get(itemID)
      const lines = was ? differencesOf(item, was, roomsThen.get(was.roomID) ?? BLANK, without, size) : ['added']
      const isTold = lines.length > 0 && (was !== undefined || then !== undefined)
      if (isTold) changes.push({ about: room, room, roomID, itemID, mark, title, lines })
    }
    for (const { mark, title } of goneOf(roomID))
      changes.push({ about: room, room, roomID, itemID: null, mark, title, lines: ['removed'] })
  }
  for (const { roomID, name: room } of before.rooms) {
    if (roomsNow.has(roomID)) continue
    const lines = [`removed${withItems(goneOf(roomID).length)}`]
    changes.push({ about: 'Room', room, roomID: null, itemID: null, mark: '', title: room, lines })
  }
  return changes
}
