import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from './endpoint.ts'
import { id } from './id.ts'
import { LIMITS } from './limits.ts'
import { KEEPS_PROJECTS } from './roles.ts'
import { fieldLabel } from './room-structure.ts'
import { exactText } from './text.ts'

/**
 * Values stay under labels of the same name; what has none there goes below the notes, as 'Label: value'. `notes`, when
 * sent, are what the notes shall be instead; without them those that would be too long are a 409 with what has no place
 * in `placeless`. `labels`, when sent, are those of the new subcategory as they were looked at; other ones by now are a
 * 409 with them in `current`. `putBack` is an event by which the item left that subcategory: then values that had no
 * place outside it come back where its labels are free, and notes that are as they were left are as they were before.
 */
export const changeSubcategory = endpoint({
  method: 'POST',
  path: '/changesubcategory',
  summary: 'Give an item another subcategory of its room; it keeps its values and files',
  access: KEEPS_PROJECTS,
  body: z.strictObject({
    itemID: id,
    catID: id,
    subcatID: id,
    version: id,
    notes: z.optional(exactText(LIMITS.notes)),
    putBack: z.optional(id),
    labels: z.optional(z.array(fieldLabel).check(z.maxLength(LIMITS.itemFields))),
  }),
  needs: 'write',
  status: 200,
  response: z.object({ message: z.string(), version: z.number() }),
  problems: ['item_changed', 'subcategory_not_there', 'structure_changed', 'notes_too_long'],
})

export const examples = (): ExamplesOf<typeof import('./change-subcategory.ts')> => ({
  changeSubcategory: {
    body: { itemID: 41, catID: 2, subcatID: 18, version: 4 },
    response: { message: 'Changed to Paint & Wall Finishes – Trim Paint', version: 5 },
  },
})
