import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from './endpoint.ts'
import { id } from './id.ts'
import { KEEPS_PROJECTS } from './roles.ts'

/** Of one request. */
export const ITEMS_AT_ONCE = 500

const SENTENCES = {
  items: `Choose 1 to ${ITEMS_AT_ONCE} items.`,
  once: 'Choose each item once.',
}

/** Items of one project. */
const itemIDs = z.array(id).check(
  z.minLength(1, { error: SENTENCES.items }),
  z.maxLength(ITEMS_AT_ONCE, { error: SENTENCES.items }),
  z.refine((ids) => new Set(ids).size === ids.length, { error: SENTENCES.once }),
)

const item = z.object({ itemID: id, title: z.string() })
export type SkippedItem = z.output<typeof item>

/**
 * Items that the room's type has no place for are a 409 with them in `items`, unless `skip` leaves them where they are. Those
 * that are in the room already stay. The same call with the former room moves them back.
 */
export const moveItems = endpoint({
  method: 'POST',
  path: '/moveitems',
  summary: 'Move items to another room of their project',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ itemIDs, roomID: id, skip: z.optional(z.boolean()) }),
  needs: 'write',
  status: 200,
  response: z.object({ itemIDs: z.array(id), skipped: z.array(item), message: z.string() }),
  problems: ['no_place_for_items'],
})

/** Of each call, in the order of the documentation. */
export const examples = (): ExamplesOf<typeof import('./moves.ts')> => ({
  moveItems: {
    body: { itemIDs: [41, 42], roomID: 9 },
    response: { itemIDs: [41, 42], skipped: [], message: 'Moved 2 items to room "Pantry"' },
  },
})
