import * as z from 'zod/mini'
import { namedItem } from '../../history/undo.api.ts'
import { endpoint, type ExamplesOf } from '../../contract/endpoint.ts'
import { id } from '../../contract/id.ts'
import { LIMITS } from '../../contract/limits.ts'
import { KEEPS_PROJECTS } from '../../contract/roles.ts'
import { exactText } from '../../contract/text.ts'

/** Per request. Kept out of limits.ts, which every page loads. */
export const ITEMS_AT_ONCE = 500

const SENTENCES = {
  items: `Choose 1 to ${ITEMS_AT_ONCE} items.`,
  once: 'Choose each item once.',
}

export const severalItems = z.array(id).check(
  z.minLength(1, { error: SENTENCES.items }),
  z.maxLength(ITEMS_AT_ONCE, { error: SENTENCES.items }),
  z.refine((ids) => new Set(ids).size === ids.length, { error: SENTENCES.once }),
)

/** An item that a call leaves unchanged. */

/** Items of one project, which become one trash entry and are restored together. */
export const deleteItems = endpoint({
  method: 'POST',
  path: '/deleteitems',
  summary: 'Move items of one project with their attachments to the trash, as one entry',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ itemIDs: severalItems }),
  needs: 'write',
  target: { item: 'itemIDs' },
  creates: true,
  oneAtATime: true,
  status: 200,
  response: z.object({ trashID: id, eventID: id, message: z.string() }),
})

/**
 * Sets one label of items of one project; '' clears it. Items whose subcategory lacks the label are a 409 with them in
 * `items`; with `skip`, they stay unchanged. Items that already have the value keep their version; `eventID` is null if
 * all do.
 */
export const setLabel = endpoint({
  method: 'POST',
  path: '/setlabel',
  summary: 'Set one label of items of one project',
  access: KEEPS_PROJECTS,
  body: z.strictObject({
    itemIDs: severalItems,
    propID: id,
    value: exactText(LIMITS.itemField),
    skip: z.optional(z.boolean()),
  }),
  needs: 'write',
  target: { item: 'itemIDs' },
  creates: true,
  oneAtATime: true,
  status: 200,
  response: z.object({
    itemIDs: z.array(id),
    skipped: z.array(namedItem),
    eventID: z.nullable(id),
    message: z.string(),
  }),
  problems: ['no_such_label'],
})

export const examples = (): ExamplesOf<typeof import('./bulk-changes.api.ts')> => ({
  deleteItems: { body: { itemIDs: [41, 42] }, response: { trashID: 12, eventID: 120, message: 'Deleted 2 items' } },
  setLabel: {
    body: { itemIDs: [41, 42], propID: 14, value: 'Satin' },
    response: { itemIDs: [41, 42], skipped: [], eventID: 121, message: 'Set Finish on 2 items to "Satin"' },
  },
})
