import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { LabelKind } from '../../shared/room-structure.ts'
import { batches } from '../db/database.ts'
import type { PaperOf } from '../papers/paper-of.ts'
import { addressOf, kindOf } from '../papers/values.ts'
import { openSlices } from '../slices.ts'

/** What a book told of an item when it was issued, as it was typed. */
export interface PicturedItem {
  itemID: number
  roomID: number
  mark: string
  title: string
  subcatID: number
  kind: string
  /** By the ids of their labels, which may have other names by now; a picture of before there were kinds says none. */
  values: [propID: number, label: string, value: string, kind?: LabelKind][]
  texts: { notes?: string }
  /** Without a caption in what an older version made. */
  files: [remote: string, name: string, caption?: string][]
}

/** What its cover says. */
export interface PicturedHome {
  name: string
  client: string
  address: string[]
  cover: string | null
}

/** What a book was made of when it was issued, small enough to be kept: what changed since is what differs from it. */
export interface Picture {
  /** In the order of the book, as items are. */
  rooms: readonly { roomID: number; name: string }[]
  items: readonly PicturedItem[]
  /** As the following, not of one that an older version made. */
  home?: PicturedHome
  /** Each mark that was issued until then, with its finish. */
  marks?: ReadonlyMap<string, string>
}

export const pictureOf = async (of: PaperOf): Promise<Picture> => {
  const { project, rooms, items, markOf, finishes } = of
  const rest = openSlices()
  const pictured: PicturedItem[] = []
  for (const item of items) {
    const { itemID, roomID, title, subcatID, catName, subCatName, labels, note, attachments } = item
    pictured.push({
      ...{ itemID, roomID, mark: markOf(item), title, subcatID, kind: `${catName} – ${subCatName}` },
      values: labels.flatMap(({ propID, label, field }): PicturedItem['values'] =>
        item[field] === '' ? [] : [[propID, label, item[field], kindOf(item, field)]],
      ),
      texts: note === '' ? {} : { notes: note },
      files: attachments.map(({ remote, name, caption }) => [remote, name, caption]),
    })
    await rest()
  }
  return {
    rooms: rooms.map(({ roomID, roomName }) => ({ roomID, name: roomName })),
    items: pictured,
    home: { name: project.name, client: project.client, address: addressOf(project), cover: project.cover },
    marks: finishes,
  }
}

const MARKS_IN_LINE = 1000
const OF_MARKS = Buffer.from('{"marks":')
const NEW_LINE = 0x0a
/** All of a large picture in one piece is memory that takes a long turn to fill. */
const PART_BYTES = 64 * 1024

async function* partsOf({ rooms, items, home, marks }: Picture): AsyncGenerator<string> {
  const rest = openSlices()
  let part = JSON.stringify(rooms)
  const lines = function* (): Generator<object> {
    yield* items
    if (home) yield { home }
    if (marks?.size === 0) yield { marks: [] }
    for (const some of batches([...(marks ?? [])], MARKS_IN_LINE)) yield { marks: some }
  }
  for (const line of lines()) {
    part += `\n${JSON.stringify(line)}`
    if (part.length >= PART_BYTES) {
      yield part
      part = ''
    }
    await rest()
  }
  yield part
}

/**
 * As text that a database keeps: lines of JSON, the rooms first, so that neither way takes a long turn. To a server of the version
 * before, the lines after those of items are items without an id, of which it tells nothing.
 */
export const packed = async (picture: Picture): Promise<string> =>
  (await pipeline(partsOf(picture), createGzip(), buffer)).toString('base64')

async function* linesOf(text: string): AsyncGenerator<Buffer> {
  const unpacking = createGunzip({ chunkSize: PART_BYTES })
  unpacking.end(Buffer.from(text, 'base64'))
  let begun = Buffer.alloc(0)
  for await (const part of unpacking as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = part.indexOf(NEW_LINE); end >= 0; end = part.indexOf(NEW_LINE, from)) {
      yield Buffer.concat([begun, part.subarray(from, end)])
      begun = Buffer.alloc(0)
      from = end + 1
    }
    begun = Buffer.concat([begun, part.subarray(from)])
  }
  yield begun
}

interface MarksLine {
  marks: [mark: string, finish: string][]
}
type Line = PicturedItem | Required<Pick<Picture, 'home'>> | MarksLine

export const unpacked = async (text: string): Promise<Picture> => {
  const rest = openSlices()
  const items: PicturedItem[] = []
  let rooms: Picture['rooms'] | undefined
  let home: PicturedHome | undefined
  let marks: Map<string, string> | undefined
  for await (const line of linesOf(text)) {
    if (!rooms) {
      rooms = JSON.parse(line.toString()) as Picture['rooms']
      continue
    }
    const told = JSON.parse(line.toString()) as Line
    if ('itemID' in told) items.push(told)
    else if ('home' in told) home = told.home
    else {
      marks ??= new Map()
      for (const [mark, finish] of told.marks) marks.set(mark, finish)
    }
    await rest()
  }
  return {
    ...{ rooms: rooms ?? [], items },
    ...(home && { home }),
    ...(marks && { marks }),
  }
}

/** The marks of a picture alone; undefined where it has none. */
export const marksIn = async (text: string): Promise<ReadonlyMap<string, string> | undefined> => {
  const rest = openSlices()
  let marks: Map<string, string> | undefined
  for await (const line of linesOf(text)) {
    await rest()
    if (!line.subarray(0, OF_MARKS.length).equals(OF_MARKS)) continue
    marks ??= new Map()
    for (const [mark, finish] of (JSON.parse(line.toString()) as MarksLine).marks) marks.set(mark, finish)
  }
  return marks
}

/** What is left of a picture when its revision is removed: its marks, with their finishes as far as they were kept. */
export const marksAlone = async (text: string): Promise<string> => {
  const marks = (await marksIn(text)) ?? new Map((await unpacked(text)).items.map(({ mark }) => [mark, ''] as const))
  return packed({ rooms: [], items: [], marks })
}
