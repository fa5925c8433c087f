import { LABELS_OF_SHEET, MOST_LABELS, type LabelSheet } from '../../../shared/papers/papers.api.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { groupBy } from '../../platform/lib/group-by.ts'
import type { PaperMaking, PaperOf } from '../paper-of.ts'
import { RECORDS } from '../values.ts'

/** The data of papers/labels.typ for one label. */
interface PaperLabel {
  room: string
  /** The first label of a room is a heading. */
  isFirst: boolean
  title: string
  below: string
  qr: number | null
}

/** The labels of rooms and items; papers such as permits have one only if they are chosen. Throws `paper_too_large`. */
const labelsOf = ({ query, rooms, items, codeOf }: PaperOf): PaperLabel[] => {
  const { things = 'both', itemID, items: chosen } = query
  const withRooms = things !== 'items' && itemID === undefined && chosen === undefined
  const isChosen = itemID !== undefined || chosen !== undefined
  const withItems = things === 'rooms' ? [] : items.filter(({ catName }) => isChosen || catName !== RECORDS)
  if (withItems.length + (withRooms ? rooms.length : 0) > MOST_LABELS) throw new AppError('paper_too_large')
  const itemsOf = groupBy(withItems, ({ roomID }) => roomID)
  const labels: PaperLabel[] = []
  for (const { roomID, roomName: room } of rooms) {
    const own = itemsOf(roomID)
    if (withRooms)
      labels.push({ room, isFirst: true, title: '', below: 'Everything in this room', qr: codeOf({ roomID }) })
    for (const [at, { itemID: id, title, subCatName }] of own.entries()) {
      const below = title === subCatName ? '' : subCatName
      labels.push({ room, isFirst: !withRooms && at === 0, title, below, qr: codeOf({ roomID, itemID: id }) })
    }
  }
  return labels
}

const usualSheet = ({ query, size }: PaperOf): LabelSheet => query.sheet ?? (size === 'letter' ? 'avery5160' : 'l7160')

/** Labels with QR codes for rooms and items, on standard label sheets. */
export const LABELS: PaperMaking = {
  template: 'labels.typ',
  reads: 'items',
  // Links get no codes.
  forLinks: false,
  hasPictures: () => false,
  hasMarks: false,
  suits: () => true,
  chosen: ({ things, itemID, items }) => (things === 'rooms' && itemID === undefined ? (items ?? []) : items),
  make: (of) => {
    const sheet = usualSheet(of)
    const { from = 1, items } = of.query
    const most = LABELS_OF_SHEET[sheet]
    if (from > most) throw new AppError('invalid_input', { fields: { from: `Must be between 1 and ${most}.` } })
    if (items !== undefined && new Set(items).size > of.items.length) throw new AppError('not_found')
    return { name: 'QR Labels', data: { sheet, from, labels: labelsOf(of) } }
  },
}
