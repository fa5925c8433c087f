import type { Item } from '../../../shared/items/items.api.ts'
import { columnOfLabel } from '../../../shared/structure/label-columns.ts'
import { titleOf } from '../../../shared/structure/item-title.ts'
import { isPaint, parseMaterial, type Material } from '../../../shared/structure/sample.ts'
import type { PaperMaking, PaperOf } from '../paper-of.ts'
import { monthOf, valuesOf } from '../values.ts'

/** The data of papers/touch-up.typ for one paint. */
interface TouchUpCard {
  sample: Material | null
  brand: string
  name: string
  code: string
  rows: { label: string; value: string }[]
  before: { title: string; sample: Material | null; until: string } | null
  room: string
  project: string
  /** The index of its QR code; null for none. */
  qr: number | null
}

const BRAND = /\b(brand|manufacturer|maker)\b/i
const NAME = /\bname\b/i
const CODE = /\b(code|number)\b/i

/** The label on the card: 'Painted' for 'Date Painted', 'Where' for a place. */
const shortLabel = (label: string): string => {
  if (columnOfLabel(label)?.column === 'place') return 'Where'
  return /^date (\w+)$/i.exec(label)?.[1] ?? label
}

/** An item's card: its title values large, the others below with their labels. */
const touchUpCard = (of: PaperOf, item: Item): Omit<TouchUpCard, 'qr'> => {
  const { without = [] } = of.query
  const values = valuesOf(item, without)
  const brand = values.find(({ label }) => BRAND.test(label))
  const code = values.find((value) => value !== brand && CODE.test(value.label))
  const isName = ({ field, label }: (typeof values)[number]) => item.telling.includes(field) || NAME.test(label)
  const names = values.filter((value) => value !== brand && value !== code && isName(value))
  const rows = values.filter((value) => value !== brand && value !== code && !names.includes(value))
  const { replaced } = item
  return {
    sample: parseMaterial(item.sample),
    brand: [item.subCatName, brand?.value].filter((text) => text !== undefined).join(' · '),
    name: titleOf(
      names.map(({ field }) => field),
      item,
      code?.value ?? brand?.value ?? item.subCatName,
    ),
    code: names.length === 0 ? '' : (code?.value ?? ''),
    rows: rows.map(({ label, value }) => ({ label: shortLabel(label), value })),
    before: replaced
      ? {
          title: replaced.title,
          sample: parseMaterial(replaced.sample),
          until: monthOf(of, new Date(replaced.at)),
        }
      : null,
    room: item.roomName,
    project: item.projectName,
  }
}

/**
 * A card per paint. A requested item gets one even if it is no paint, because baseboards and doors need touch-ups too.
 */
export const TOUCH_UP: PaperMaking = {
  template: 'touch-up.typ',
  reads: 'items',
  forLinks: true,
  hasPictures: () => false,
  hasMarks: false,
  suits: ({ subCatName, labels }, { itemID }) => itemID !== undefined || isPaint(subCatName, labels),
  make: (of) => {
    const cards = of.items.map((item): TouchUpCard => ({ ...touchUpCard(of, item), qr: of.codeOf(item) }))
    return { name: cards.length === 1 ? 'Touch-Up Card' : 'Touch-Up Cards', data: { cards } }
  },
}
