import { LABELS_OF_SHEET, MOST_LABELS, type LabelSheet } from '../../shared/papers.ts'
import { AppError } from '../app-error.ts'
import type { PaperMaking, PaperOf } from './paper-of.ts'

/** What papers/labels.typ shows on one. */
interface PaperLabel {
  room: string
  /** The first of its room, which is a heading. */
  isFirst: boolean
  title: string
  below: string
  qr: number | null
}

/** Of its room, or of one item in it. */
const labelsOf = ({ query, rooms, items, codeOf }: PaperOf): PaperLabel[] => {
  const { things = 'both', itemID, items: chosen } = query
  const withRooms = things !== 'items' && itemID === undefined && chosen === undefined
  const ofRoom = new Map(rooms.map(({ roomID }) => [roomID, [] as (typeof items)[number][]]))
  for (const item of items) if (things !== 'rooms') ofRoom.get(item.roomID)?.push(item)
  return rooms.flatMap(({ roomID, roomName: room }) => {
    const own = { title: '', below: 'Everything in this room', qr: withRooms ? codeOf({ roomID }) : null }
    const labels = (ofRoom.get(roomID) ?? []).map(({ itemID: id, title, subCatName }) => ({
      title,
      below: title === subCatName ? '' : subCatName,
      qr: codeOf({ roomID, itemID: id }),
    }))
    return [...(withRooms ? [own] : []), ...labels].map((label, at) => ({ room, isFirst: at === 0, ...label }))
  })
}

const usualSheet = ({ query, size }: PaperOf): LabelSheet => query.sheet ?? (size === 'letter' ? 'avery5160' : 'l7160')

/** Labels with a code, for rooms and items, on the sheets that one buys. */
export const LABELS: PaperMaking = {
  template: 'labels.typ',
  reads: 'items',
  // They would have no codes.
  forLinks: false,
  hasPictures: () => false,
  suits: (item, { items }) => items === undefined || items.includes(item.itemID),
  make: async (of) => {
    const sheet = usualSheet(of)
    const { from = 1, items } = of.query
    const most = LABELS_OF_SHEET[sheet]
    if (from > most) throw new AppError('invalid_input', { fields: { from: `Must be between 1 and ${most}.` } })
    if (items !== undefined && new Set(items).size > of.items.length) throw new AppError('not_found')
    const labels = labelsOf(of)
    if (labels.length > MOST_LABELS) throw new AppError('paper_too_large')
    return { name: 'QR Labels', data: { sheet, from, labels } }
  },
}
