import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { OWN_TEXT_NAMES, OWN_TEXTS, type OwnText } from '../../shared/items.ts'
import type { LabelKind } from '../../shared/room-structure.ts'
import type { PaperOf } from '../papers/paper-of.ts'
import { kindOf } from '../papers/values.ts'
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
  files: [remote: string, name: string][]
}

/** What a book was made of when it was issued, small enough to be kept: what changed since is what differs from it. */
export interface Picture {
  rooms: readonly { roomID: number; name: string }[]
  items: readonly PicturedItem[]
}

export const pictureOf = async ({ rooms, items, markOf }: PaperOf): Promise<Picture> => {
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
      files: attachments.map(({ remote, name }) => [remote, name]),
    })
    await rest()
  }
  return { rooms: rooms.map(({ roomID, roomName }) => ({ roomID, name: roomName })), items: pictured }
}

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** As text that a database keeps: lines of JSON, the rooms first, so that neither way takes a long turn. */
export const packed = async ({ rooms, items }: Picture): Promise<string> => {
  const rest = openSlices()
  const lines = [JSON.stringify(rooms)]
  for (const item of items) {
    lines.push(JSON.stringify(item))
    await rest()
  }
  return (await pack(lines.join('\n'))).toString('base64')
}

export const unpacked = async (text: string): Promise<Picture> => {
  const rest = openSlices()
  const [rooms = '[]', ...lines] = (await unpack(Buffer.from(text, 'base64'))).toString('utf8').split('\n')
  const items: PicturedItem[] = []
  for (const line of lines) {
    items.push(JSON.parse(line) as PicturedItem)
    await rest()
  }
  return { rooms: JSON.parse(rooms) as Picture['rooms'], items }
}
