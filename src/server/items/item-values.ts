import type { ItemValues } from '../../shared/history/event-spec.ts'
import {
  type Slot,
  type FieldLabel,
  type KindedLabel,
  SLOTS,
  type ItemText,
} from '../../shared/structure/room-structure.api.ts'
import { AppError } from '../platform/http/app-error.ts'

type Fields = Record<Slot, string>

export const sameLabels = (some: readonly FieldLabel[], others: readonly FieldLabel[]): boolean =>
  some.length === others.length &&
  some.every(({ field, propID }) => others.some((other) => other.field === field && other.propID === propID))

/** As `/fields` returns them. */
export const withoutKinds = (labels: readonly KindedLabel[]): FieldLabel[] =>
  labels.map(({ propID, label, field }) => ({ propID, label, field }))

/** A slot without a label accepts only the value it already has. */
export const refuseUnlabelled = (labels: readonly FieldLabel[], fields: Fields, existing?: Fields): void => {
  const wrong = SLOTS.filter(
    (slot) => fields[slot] !== '' && fields[slot] !== existing?.[slot] && !labels.some(({ field }) => field === slot),
  )
  if (wrong.length > 0) {
    throw new AppError('slot_without_label', { fields: Object.fromEntries(wrong.map((slot) => [slot, true])) })
  }
}

export const fieldsOf = <T>(value: (slot: Slot) => T): Record<Slot, T> => ({
  field1: value('field1'),
  field2: value('field2'),
  field3: value('field3'),
  field4: value('field4'),
  field5: value('field5'),
  field6: value('field6'),
})

/** The slots with their labels, in the form that events store. */
const fieldsThen = (
  slots: readonly Slot[],
  labels: readonly FieldLabel[],
  values: Fields,
): NonNullable<ItemValues['fields']> =>
  Object.fromEntries(
    slots.map((slot) => {
      const { propID = null, label = null } = labels.find(({ field }) => field === slot) ?? {}
      return [slot, { label, propID, value: values[slot] }]
    }),
  )

/** An item's values, for its event. */
export const valuesThen = (labels: readonly FieldLabel[], fields: Fields, notes: string): ItemValues => {
  const filled = SLOTS.filter((slot) => fields[slot] !== '')
  return {
    ...(filled.length > 0 && { fields: fieldsThen(filled, labels, fields) }),
    ...(notes !== '' && { notes }),
  }
}

type Texts = Record<ItemText, string>

/** Undefined if nothing changed. */
export const changesOf = (labels: readonly FieldLabel[], before: Texts, after: Texts) => {
  const slots = SLOTS.filter((slot) => before[slot] !== after[slot])
  const areNotes = before.notes !== after.notes
  if (slots.length === 0 && !areNotes) return undefined
  const valuesOf = (texts: Texts): ItemValues => ({
    ...(slots.length > 0 && { fields: fieldsThen(slots, labels, texts) }),
    ...(areNotes && { notes: texts.notes }),
  })
  return { before: valuesOf(before), after: valuesOf(after) }
}
