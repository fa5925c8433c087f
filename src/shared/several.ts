import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from './endpoint.ts'
import { id } from './id.ts'
import { LIMITS } from './limits.ts'
import { KEEPS_PROJECTS } from './roles.ts'
import { exactText } from './text.ts'

/** Of one request. Not in limits.ts, which every page loads. */
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

/** One that a call leaves as it is. */
export const namedItem = z.object({ itemID: id, title: z.string() })
export type NamedItem = z.output<typeof namedItem>

/** Items of one project, as one entry of the trash, which is restored as one. */
export const deleteItems = endpoint({
  method: 'POST',
  path: '/deleteitems',
  summary: 'Move items of one project with their attachments to the trash, as one entry',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ itemIDs: severalItems }),
  needs: 'write',
  creates: true,
  oneAtATime: true,
  status: 200,
  response: z.object({ trashID: id, eventID: id, message: z.string() }),
})

/**
 * The value of one label of items of one project; '' empties it. Items whose subcategory has no such label are a 409 with them in
 * `items`, unless `skip` leaves them as they are. Those that have the value already stay as they are, version included;
 * `eventID` is null where all do.
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

/** Of each call, in the order of the documentation. */
export const examples = (): ExamplesOf<typeof import('./several.ts')> => ({
  deleteItems: { body: { itemIDs: [41, 42] }, response: { trashID: 12, eventID: 120, message: 'Deleted 2 items' } },
  setLabel: {
    body: { itemIDs: [41, 42], propID: 14, value: 'Satin' },
    response: { itemIDs: [41, 42], skipped: [], eventID: 121, message: 'Set Finish of 2 items to "Satin"' },
  },
})
