import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { id } from '../contract/id.ts'
import { LIMITS } from '../contract/limits.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { fieldLabel, slot } from '../structure/room-structure.api.ts'
import { exactText } from '../contract/text.ts'

/**
 * Values keep labels of the same name; all other values are appended to the notes as 'Label: value'. `notes`, if sent,
 * replaces the notes; without it, notes that would become too long are a 409 with the unplaced values in `placeless`.
 * `labels`, if sent, are the new subcategory's labels as the caller saw them; if they have changed, responds 409 with
 * the current ones in `current`. `putBack` is the event by which the item left that subcategory: its values return to
 * labels that are free, and notes untouched since are restored. `inputs` are values for fields that are empty then.
 */
export const changeSubcategory = endpoint({
  method: 'POST',
  path: '/changesubcategory',
  summary: 'Give an item another subcategory of its room; it keeps its values and files',
  access: KEEPS_PROJECTS,
  keys: true,
  body: z.strictObject({
    itemID: id,
    catID: id,
    subcatID: id,
    version: id,
    notes: z.optional(exactText(LIMITS.notes)),
    putBack: z.optional(id),
    inputs: z.optional(z.partialRecord(slot, exactText(LIMITS.itemField))),
    labels: z.optional(z.array(fieldLabel).check(z.maxLength(LIMITS.itemFields))),
  }),
  needs: 'write',
  target: { item: 'itemID' },
  status: 200,
  response: z.object({ message: z.string(), version: z.number() }),
  problems: ['item_changed', 'subcategory_not_there', 'structure_changed', 'slot_without_label', 'notes_too_long'],
})

export const examples = (): ExamplesOf<typeof import('./change-subcategory.api.ts')> => ({
  changeSubcategory: {
    body: { itemID: 41, catID: 2, subcatID: 18, version: 4, inputs: { field1: 'Lindqvist' } },
    response: { message: 'Changed to Paint & Wall Finishes – Trim Paint', version: 5 },
  },
})
