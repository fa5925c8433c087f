import type { LabelKind } from '../../../shared/structure/label-kinds.ts'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { PaperOf } from '../paper-of.ts'
import { addressOf, kindOf } from '../values.ts'

/** What an issued book says about an item, as typed. */
export interface SnapshotItem {
  itemID: number
  roomID: number
  mark: string
  title: string
  subcatID: number
  kind: string
  /** By label id, since labels may be renamed. Pictures of versions before label kinds have no kind. */
  values: [propID: number, label: string, value: string, kind?: LabelKind][]
  texts: { notes?: string }
  /** Older versions stored no caption. */
  files: [remote: string, name: string, caption?: string][]
}

/** The text of its cover. */
interface SnapshotHome {
  name: string
  client: string
  address: string[]
  cover: string | null
}

/** The content of an issued book, small enough to be stored. Later changes are found by comparison with it. */
export interface Snapshot {
  /** In the order of the book, like the items. */
  rooms: readonly { roomID: number; name: string }[]
  items: readonly SnapshotItem[]
  /** Missing, like `marks`, in pictures of older versions. */
  home?: SnapshotHome
  /** All marks issued until then, with their finishes. */
  marks?: ReadonlyMap<string, string>
}

export const snapshotOf = (of: PaperOf): Snapshot => {
  const { project, rooms, items, markOf, finishes } = of
  const pictured = items.map((item): SnapshotItem => {
    const { itemID, roomID, title, subcatID, catName, subCatName, labels, note, attachments } = item
    return {
      ...{ itemID, roomID, mark: markOf(item), title, subcatID, kind: `${catName} – ${subCatName}` },
      values: labels.flatMap(({ propID, label, field }): SnapshotItem['values'] =>
        item[field] === '' ? [] : [[propID, label, item[field], kindOf(item, field)]],
      ),
      texts: note === '' ? {} : { notes: note },
      files: attachments.map(({ remote, name, caption }) => [remote, name, caption]),
    }
  })
  return {
    rooms: rooms.map(({ roomID, roomName }) => ({ roomID, name: roomName })),
    items: pictured,
    home: { name: project.name, client: project.client, address: addressOf(project), cover: project.cover },
    marks: finishes,
  }
}

interface MarksLine {
  /** A removed revision also keeps the items of its marks, because it has no lines of items. */
  marks: [mark: string, finish: string, items?: readonly number[]][]
}

/** A mark as it was issued: its finish, '' if no longer known, and the items that had it. */
export interface IssuedMark {
  finish: string
  items: readonly number[]
}
type Line = SnapshotItem | Required<Pick<Snapshot, 'home'>> | MarksLine

/**
 * The stored form: gzipped lines of JSON, the rooms first. A server of the previous version takes the lines after the
 * items for items without an id and ignores them.
 */
export const packed = ({ rooms, items, home, marks }: Snapshot): Promise<string> =>
  packedLines([rooms, ...items, ...(home ? [{ home }] : []), ...(marks ? [{ marks: [...marks] }] : [])])

const packedLines = async (lines: readonly object[]): Promise<string> =>
  (await promisify(gzip)(lines.map((line) => JSON.stringify(line)).join('\n'))).toString('base64')

const linesOf = async (text: string): Promise<string[]> =>
  (await promisify(gunzip)(Buffer.from(text, 'base64'))).toString().split('\n')

export const unpacked = async (text: string): Promise<Snapshot> => {
  const [rooms = '[]', ...lines] = await linesOf(text)
  const items: SnapshotItem[] = []
  let home: SnapshotHome | undefined
  let marks: Map<string, string> | undefined
  for (const line of lines) {
    const record = JSON.parse(line) as Line
    if ('itemID' in record) items.push(record)
    else if ('home' in record) home = record.home
    else marks = new Map([...(marks ?? []), ...record.marks.map(([mark, finish]) => [mark, finish] as const)])
  }
  return {
    ...{ rooms: JSON.parse(rooms) as Snapshot['rooms'], items },
    ...(home && { home }),
    ...(marks && { marks }),
  }
}

/** Reads only the marks of a picture; undefined if it has none. */
export const marksIn = async (text: string): Promise<ReadonlyMap<string, IssuedMark> | undefined> => {
  const [, ...lines] = await linesOf(text)
  const withMark = new Map<string, number[]>()
  const marks = new Map<string, IssuedMark>()
  let hasMarks = false
  for (const line of lines) {
    const record = JSON.parse(line) as Line
    if ('itemID' in record) withMark.set(record.mark, [...(withMark.get(record.mark) ?? []), record.itemID])
    if (!('marks' in record)) continue
    hasMarks = true
    for (const [mark, finish, items = withMark.get(mark) ?? []] of record.marks) marks.set(mark, { finish, items })
  }
  return hasMarks ? marks : undefined
}

const packedMarks = (marks: ReadonlyMap<string, IssuedMark>): Promise<string> =>
  packedLines([[], { marks: [...marks].map(([mark, { finish, items }]) => [mark, finish, items]) }])

/** An imported picture with the items that have its marks, whose ids are known only after they were inserted. */
export const withItemsOfMarks = async (
  text: string,
  itemsOf: ReadonlyMap<string, readonly number[]>,
): Promise<string> => {
  const marks = (await marksIn(text)) ?? []
  return packedMarks(
    new Map([...marks].map(([mark, { finish }]) => [mark, { finish, items: itemsOf.get(mark) ?? [] }])),
  )
}

/** What remains of a picture when its revision is removed: its marks, with the finishes and items that were stored. */
export const marksAlone = async (text: string): Promise<string> => {
  const kept = await marksIn(text)
  const marks = kept ?? new Map((await unpacked(text)).items.map(({ mark }) => [mark, { finish: '', items: [] }]))
  return packedMarks(marks)
}
