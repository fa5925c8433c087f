import type { LabelKind } from '../../../shared/structure/label-kinds.ts'
import { EMERGENCY_FILES, type EmergencyEntry } from '../../../shared/items/emergency.api.ts'
import type { Emergency } from '../../../shared/structure/classification.ts'
import { PICTURE_TYPES } from '../../../shared/attachments/file-types.ts'
import type { Item } from '../../../shared/items/items.api.ts'
import { linksIn } from '../../../shared/items/links-in.ts'

/** Labels for a location. */
const SAYS_WHERE = /\b(location|place|zone|where)\b/i

interface Link {
  text: string
  href: string
}

const linksOf = (texts: readonly { label?: string; kind?: LabelKind | undefined; value: string }[]): Link[] =>
  texts.flatMap(({ label, kind, value }) =>
    linksIn(value, label, kind).flatMap(({ text, href }) => (href === undefined ? [] : { text, href })),
  )

const isPhone = ({ href }: Link): boolean => href.startsWith('tel:')

/** An item as shown on the sheet. */
export const entryOf = (emergency: Emergency, item: Item): EmergencyEntry => {
  const { itemID, title, subCatName, roomID, roomName, note, attachments, telling, kinds = [] } = item
  const texts = item.labels
    .map(({ field, label }) => {
      const kind = kinds.find((one) => one.field === field)?.kind
      return { field, label, kind, value: item[field] }
    })
    .filter(({ value }) => value !== '')
  const place = texts.find(({ label }) => SAYS_WHERE.test(label))
  const titleValues = texts
    .filter(({ field }) => telling.includes(field) && field !== place?.field)
    .map(({ value }) => value)
  const links = linksOf([...texts, { value: note }])
  const phones = [...new Set(links.filter(isPhone).map(({ text }) => text))]
  // Users look for what a valve shuts off and for a contact's name, but for a panel or an alarm itself.
  const what = emergency === 'contact' || emergency === 'valve' ? titleValues.join(', ') || subCatName : subCatName
  return {
    ...{ emergency, itemID, title, subCatName, roomID, roomName, what, note, phones },
    links: links.filter((link) => !isPhone(link)),
    where: emergency === 'contact' ? (phones[0] ?? '') : (place?.value ?? roomName),
    values: texts.map(({ label, kind, value }) => ({ label, value, ...(kind && { kind }) })),
    picture: attachments.find(({ type }) => PICTURE_TYPES.includes(type))?.remote ?? null,
    files: attachments
      .filter(({ type }) => !PICTURE_TYPES.includes(type))
      .slice(0, EMERGENCY_FILES)
      .map(({ name, remote }) => ({ name, remote })),
  }
}
