import type { FieldLabel, ItemText } from '../../../shared/structure/room-structure.api.ts'
import type { Item } from '../../../shared/items/items.api.ts'
import { hasAtMost, LIMITS } from '../../../shared/contract/limits.ts'
import { atMost, isStorable, SENTENCES } from '../../../shared/contract/text-rules.ts'

/** An item's texts as a form holds them, by their API names. */
export type ItemDraft = Record<ItemText, string>
export type DraftName = keyof ItemDraft

export const EMPTY_DRAFT: ItemDraft = {
  field1: '',
  field2: '',
  field3: '',
  field4: '',
  field5: '',
  field6: '',
  notes: '',
}

const DRAFT_NAMES = Object.keys(EMPTY_DRAFT) as readonly DraftName[]

export const draftOf = ({ field1, field2, field3, field4, field5, field6, note }: Item): ItemDraft => ({
  field1,
  field2,
  field3,
  field4,
  field5,
  field6,
  notes: note,
})

/** The names of the texts in which two drafts differ. */
export const differingNames = (one: ItemDraft, other: ItemDraft): DraftName[] =>
  DRAFT_NAMES.filter((name) => one[name] !== other[name])

export const pick = (draft: ItemDraft, names: readonly DraftName[]): Partial<ItemDraft> =>
  Object.fromEntries(names.map((name) => [name, draft[name]]))

/** Whether the item has each of these texts, ignoring surrounding whitespace. */
export const hasTexts = (item: Item, texts: Partial<ItemDraft>): boolean => {
  const draft = draftOf(item)
  return DRAFT_NAMES.every((name) => texts[name] === undefined || texts[name].trim() === draft[name])
}

/** The texts that a form shows: the labeled slots in order, then the notes. */
export const shownNames = (labels: readonly FieldLabel[]): DraftName[] => [...labels.map(({ field }) => field), 'notes']

export type DraftErrors = Partial<Record<DraftName, string>>

const errorOf = (text: string, max: number): string | undefined => {
  if (!hasAtMost(text, max)) return atMost(max)
  return isStorable(text) ? undefined : SENTENCES.unusable
}

/** The error of each text that the server would reject. */
export const draftErrors = (draft: ItemDraft): DraftErrors => {
  const errors: DraftErrors = {}
  for (const name of DRAFT_NAMES) {
    const error = errorOf(draft[name], name === 'notes' ? LIMITS.notes : LIMITS.itemField)
    if (error !== undefined) errors[name] = error
  }
  return errors
}
