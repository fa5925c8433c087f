import { SLOTS, type FieldLabel, type Slot } from '../../shared/structure/room-structure.api.ts'
import { LIMITS } from '../../shared/contract/limits.ts'
import { nameKey } from '../../shared/contract/name-key.ts'
import { optionalLine } from '../../shared/contract/text.ts'
import { withName, type Named } from './structure-data.ts'

/** The label of each slot, '' for none. Labels with equal name keys are the same. */
export type LabelTexts = Readonly<Record<Slot, string>>

export const textsOf = (labels: readonly FieldLabel[]): LabelTexts => {
  const text = (slot: Slot) => labels.find(({ field }) => field === slot)?.label ?? ''
  return {
    field1: text('field1'),
    field2: text('field2'),
    field3: text('field3'),
    field4: text('field4'),
    field5: text('field5'),
    field6: text('field6'),
  }
}

const text = optionalLine(LIMITS.label)

/** Errors of the labels, by slot. */
export const problemsOf = (texts: LabelTexts): Partial<Record<Slot, string>> => {
  const keys = SLOTS.map((slot) => nameKey(texts[slot]))
  const problems: Partial<Record<Slot, string>> = {}
  for (const [at, slot] of SLOTS.entries()) {
    const key = keys[at] ?? ''
    const issue = text.safeParse(texts[slot]).error?.issues[0]
    if (issue) problems[slot] = issue.message
    else if (key !== '' && keys.indexOf(key) !== keys.lastIndexOf(key)) {
      problems[slot] = 'A label can be used in one field only.'
    }
  }
  return problems
}

export const changedSlots = (stored: LabelTexts, texts: LabelTexts): Slot[] =>
  SLOTS.filter((slot) => nameKey(stored[slot]) !== nameKey(texts[slot]))

/** The labels to create: those not in the known list. */
export const newLabels = (texts: LabelTexts, known: readonly Named[]): string[] =>
  SLOTS.map((slot) => texts[slot].trim()).filter((label) => label !== '' && !withName(known, label))

/** The slots whose label has moved to another slot. */
export const movedSlots = (stored: LabelTexts, texts: LabelTexts): Slot[] => {
  const now = new Map(SLOTS.map((slot) => [nameKey(texts[slot]), slot]))
  return SLOTS.filter((slot) => {
    const key = nameKey(stored[slot])
    return key !== '' && now.has(key) && nameKey(texts[slot]) !== key
  })
}
