import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { OWN_TEXT_NAMES, OWN_TEXTS, type OwnText } from '../../shared/items.ts'
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
  texts: Partial<Record<OwnText, string>>
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
    const { itemID, roomID, title, subcatID, catName, subCatName, labels, attachments } = item
    pictured.push({
      ...{ itemID, roomID, mark: markOf(item), title, subcatID, kind: `${catName} – ${subCatName}` },
      values: labels.flatMap(({ propID, label, field }): PicturedItem['values'] =>
        item[field] === '' ? [] : [[propID, label, item[field], kindOf(item, field)]],
      ),
      texts: Object.fromEntries(
        OWN_TEXT_NAMES.flatMap((text) => {
          const value = item[OWN_TEXTS[text].answer]
          return value === '' ? [] : [[text, value]]
        }),
      ),
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

const pack = promisify(gzip)
const unpack = promisify(gunzip)

const MARKS_IN_LINE = 1000
const OF_MARKS = '{"marks":'
const NEW_LINE = 0x0a

/**
 * As text that a database keeps: lines of JSON, the rooms first, so that neither way takes a long turn. To a server of the version
 * before, the lines after those of items are items without an id, of which it tells nothing.
 */
export const packed = async ({ rooms, items, home, marks }: Picture): Promise<string> => {
  const rest = openSlices()
  const lines = [Buffer.from(JSON.stringify(rooms))]
  const add = (line: object) => lines.push(Buffer.from(`\n${JSON.stringify(line)}`))
  for (const item of items) {
    add(item)
    await rest()
  }
  if (home) add({ home })
  if (marks?.size === 0) add({ marks: [] })
  for (const part of batches([...(marks ?? [])], MARKS_IN_LINE)) {
    add({ marks: part })
    await rest()
  }
  return (await pack(Buffer.concat(lines))).toString('base64')
}

/** One after the other, for to read the text of all at once is a long turn. */
function* linesOf(bytes: Buffer): Generator<string> {
  for (let from = 0, end = 0; end < bytes.length; from = end + 1) {
    end = bytes.indexOf(NEW_LINE, from)
    if (end < 0) end = bytes.length
    yield bytes.toString('utf8', from, end)
  }
}

type Line = PicturedItem | Required<Pick<Picture, 'home'>> | { marks: [string, string][] }

export const unpacked = async (text: string): Promise<Picture> => {
  const rest = openSlices()
  const items: PicturedItem[] = []
  let rooms: Picture['rooms'] | undefined
  let home: PicturedHome | undefined
  let marks: Map<string, string> | undefined
  for (const line of linesOf(await unpack(Buffer.from(text, 'base64')))) {
    if (!rooms) {
      rooms = JSON.parse(line) as Picture['rooms']
      continue
    }
    const told = JSON.parse(line) as Line
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

/** The marks of a picture alone, which are its last lines; undefined where it has none. */
export const marksIn = async (text: string): Promise<ReadonlyMap<string, string> | undefined> => {
  const rest = openSlices()
  const bytes = await unpack(Buffer.from(text, 'base64'))
  let marks: Map<string, string> | undefined
  for (let end = bytes.length; end > 0;) {
    const from = bytes.lastIndexOf('\n', end - 1) + 1
    const line = bytes.toString('utf8', from, end)
    if (!line.startsWith(OF_MARKS)) break
    marks ??= new Map()
    for (const [mark, finish] of (JSON.parse(line) as { marks: [string, string][] }).marks) marks.set(mark, finish)
    end = from - 1
    await rest()
  }
  return marks
}

/** What is left of a picture when its revision is removed: its marks, with their finishes as far as they were kept. */
export const marksAlone = async (text: string): Promise<string> => {
  const marks = (await marksIn(text)) ?? new Map((await unpacked(text)).items.map(({ mark }) => [mark, ''] as const))
  return packed({ rooms: [], items: [], marks })
}
