import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../../contract/endpoint.ts'
import { message } from '../../contract/message.ts'
import { id, queryID } from '../../contract/id.ts'
import { KEEPS_PROJECTS } from '../../contract/roles.ts'
import { itemText, labelKind, ITEM_TEXTS } from '../../structure/room-structure.api.ts'
import { severalItems } from './bulk-changes.api.ts'

const changedText = z.object({
  text: itemText,
  label: z.string(),
  /** The kind of its current label, if more than text. */
  kind: z.optional(labelKind),
  was: z.string(),
  is: z.string(),
})
export type ChangedText = z.output<typeof changedText>

/**
 * A linked copy, or the original, with its current value for each changed text; null if its subcategory has no such
 * label.
 */
const other = z.object({
  itemID: id,
  title: z.string(),
  roomID: id,
  roomName: z.string(),
  projectID: id,
  projectName: z.string(),
  values: z.array(z.nullable(z.string())),
})
export type Other = z.output<typeof other>

/**
 * The caller's last change of an item, and its family in projects that the caller may write: the original and all its
 * copies. `others` still have an old value: the first 500 by id. `more` counts the rest; get them with `after`, the
 * last id. `leftOut` have another value: at most 500, and none with `after`. `changed` omits values that the item
 * itself no longer has; `eventID` is null if there is nothing to offer. `asks` is true until the caller answers: by
 * changing the others, by `POST /leaveothers` or by another change.
 */
export const listLinkedCopies = endpoint({
  method: 'GET',
  path: '/others',
  summary: "An item's copies that still have the value the caller just changed",
  access: KEEPS_PROJECTS,
  query: z.strictObject({ itemID: queryID, after: z.optional(queryID) }),
  needs: 'write',
  target: { item: 'itemID' },
  status: 200,
  response: z.object({
    eventID: z.nullable(id),
    changed: z.array(changedText),
    others: z.array(other),
    leftOut: z.array(other),
    more: z.number(),
    asks: z.boolean(),
  }),
})
export type FoundOthers = z.output<typeof listLinkedCopies.response>

/**
 * Applies an event's changes to linked copies that still have the old value: of all changed texts, or of those in
 * `texts`. Items whose value has changed stay as they are and are listed in `kept`; if none remain, responds 409. Each
 * project gets its own event; `POST /undo` undoes them together.
 */
export const changeLinkedCopies = endpoint({
  method: 'POST',
  path: '/changeothers',
  summary: 'Make the same change to copies of an item',
  access: KEEPS_PROJECTS,
  body: z.strictObject({
    eventID: id,
    itemIDs: severalItems,
    texts: z.optional(z.array(itemText).check(z.minLength(1), z.maxLength(ITEM_TEXTS.length))),
  }),
  needs: 'write',
  target: { item: 'itemIDs' },
  creates: true,
  oneAtATime: true,
  status: 200,
  response: z.object({
    itemIDs: z.array(id),
    kept: z.array(other),
    eventIDs: z.array(id),
    message: z.string(),
  }),
  problems: ['changed_since'],
})

/** Records that the copies keep their values, so that `GET /others` of the item no longer asks. */
export const leaveLinkedCopies = endpoint({
  method: 'POST',
  path: '/leaveothers',
  summary: 'Leave the copies of a changed item as they are',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ eventID: id }),
  needs: 'write',
  target: { event: 'eventID' },
  status: 200,
  response: message,
})

const NAMED = 3
/** The result of changing copies: 'Changed Brand and Finish on 11 other copies', and which were kept, by room. */
export const saysChanged = (labels: readonly string[], count: number, kept: readonly Other[]): string => {
  const [last = '', ...others] = labels.toReversed()
  const what = others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
  const rooms = kept.slice(0, NAMED).map(({ roomName }) => roomName)
  const more = kept.length > NAMED ? ` and ${kept.length - NAMED} more` : ''
  const left = kept.length === 0 ? '' : `. Edited since, so left unchanged: ${rooms.join(', ')}${more}`
  return `Changed ${what} on ${count} other ${count === 1 ? 'copy' : 'copies'}${left}`
}

export const shapes = () => ({ ChangedText: changedText, LinkedCopy: other })

export const examples = (): ExamplesOf<typeof import('./linked-copies.api.ts')> => {
  const place = { title: 'Harrow Towel Hook', projectID: 3, projectName: 'Maple Street' }
  return {
    listLinkedCopies: {
      query: { itemID: 41 },
      response: {
        eventID: 130,
        changed: [{ text: 'field2', label: 'Finish', was: 'Chrome', is: 'Brushed Nickel' }],
        others: [{ itemID: 60, ...place, roomID: 9, roomName: 'Bedroom 2', values: ['Chrome'] }],
        leftOut: [{ itemID: 61, ...place, roomID: 10, roomName: 'Bedroom 3', values: ['Matte Black'] }],
        more: 0,
        asks: true,
      },
    },
    changeLinkedCopies: {
      body: { eventID: 130, itemIDs: [60] },
      response: { itemIDs: [60], kept: [], eventIDs: [131], message: 'Changed Finish on 1 other copy' },
    },
    leaveLinkedCopies: { body: { eventID: 130 }, response: { message: 'The other copies stay as they are' } },
  }
}
