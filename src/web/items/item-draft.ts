import { SLOTS, type FieldLabel, type Slot } from '../../shared/room-structure.ts'
import { itemInputs, ofOwnTexts, OWN_TEXTS, OWN_TEXT_NAMES, type Item, type OwnText } from '../../shared/items.ts'
import { fieldSentences } from '../../shared/problem.ts'

/** The texts of an item as a form holds them, by their names on the wire. */
export type ItemDraft = Record<Slot | OwnText, string>
export type DraftName = keyof ItemDraft

export const EMPTY_DRAFT: ItemDraft = {
  field1: '',
  field2: '',
  field3: '',
  field4: '',
  field5: '',
  field6: '',
  ...ofOwnTexts(() => ''),
}

export const DRAFT_NAMES: readonly DraftName[] = [...SLOTS, ...OWN_TEXT_NAMES]

export const draftOf = ({ field1, field2, field3, field4, field5, field6, ...item }: Item): ItemDraft => ({
  field1,
  field2,
  field3,
  field4,
  field5,
  field6,
  ...ofOwnTexts((text) => item[OWN_TEXTS[text].answer]),
})

/** The members in which two drafts differ. */
export const difference = (one: ItemDraft, other: ItemDraft): DraftName[] =>
  DRAFT_NAMES.filter((name) => one[name] !== other[name])

/** Some members of a draft, to be sent or to be laid over another draft. */
export const pick = (draft: ItemDraft, names: readonly DraftName[]): Partial<ItemDraft> =>
  Object.fromEntries(names.map((name) => [name, draft[name]]))

/** Whether the item has each of these texts, less the space around them. */
export const holds = (item: Item, texts: Partial<ItemDraft>): boolean => {
  const draft = draftOf(item)
  return DRAFT_NAMES.every((name) => texts[name] === undefined || texts[name].trim() === draft[name])
}

/** What a form shows of an item: the labelled slots in order, then its own texts. */
export const shownNames = (labels: readonly FieldLabel[]): DraftName[] => [
  ...labels.map(({ field }) => field),
  ...OWN_TEXT_NAMES,
]

export const isOwnText = (name: string): name is OwnText => name in OWN_TEXTS

export type DraftErrors = Partial<Record<DraftName, string>>

/** The sentence of each member that the server would refuse. */
export const draftErrors = (draft: ItemDraft): DraftErrors => {
  const parsed = itemInputs.safeParse(draft)
  return parsed.success ? {} : fieldSentences(parsed.error.issues)
}
