import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from './endpoint.ts'
import { id, queryID } from './id.ts'
import { ITEM_TEXTS } from './items.ts'
import { KEEPS_PROJECTS } from './roles.ts'
import { labelKind } from './room-structure.ts'
import { severalItems } from './several.ts'

/** A text of an item by its name on the wire, as the event of the change has it. */
const textName = z.enum(ITEM_TEXTS)

const changedText = z.object({
  text: textName,
  label: z.string(),
  /** Of its label of today, where that is more than text. */
  kind: z.optional(labelKind),
  was: z.string(),
  is: z.string(),
})
export type ChangedText = z.output<typeof changedText>

/** A copy, or what was copied, with what it holds in place of each changed text: null where its subcategory has no such label. */
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
 * What the caller changed last on an item, and the others of its family: all that were copied of the same first item, and that
 * one, in projects that the caller may write. `others` still hold an old value, the first 500 in the order of their ids, and `more` is how
 * many further ones do: those come with `after`, the id of the last one. `leftOut` hold something else, 500 at most, and none with
 * `after`. What the item itself holds no longer is not in `changed`; `eventID` is null where nothing is to be offered.
 * `asks` until the caller has answered: by changing others, by `POST /leaveothers`, or by another change.
 */
export const listOthers = endpoint({
  method: 'GET',
  path: '/others',
  summary: "An item's copies that still hold what the caller has just changed on it",
  access: KEEPS_PROJECTS,
  query: z.strictObject({ itemID: queryID, after: z.optional(queryID) }),
  needs: 'write',
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
export type FoundOthers = z.output<typeof listOthers.response>

/**
 * Gives others of the family what an event changed on an item, each where it still holds the old value: of all changed texts, or
 * of those in `texts`. What holds an old value no longer stays as it is and is in `kept`; where nothing else is left, that is a
 * 409. Each project has an event of its own, and `POST /undo` takes them all back at once.
 */
export const changeOthers = endpoint({
  method: 'POST',
  path: '/changeothers',
  summary: 'Change copies of an item as the item was changed',
  access: KEEPS_PROJECTS,
  body: z.strictObject({
    eventID: id,
    itemIDs: severalItems,
    texts: z.optional(z.array(textName).check(z.minLength(1), z.maxLength(ITEM_TEXTS.length))),
  }),
  needs: 'write',
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

/** Notes that the others keep what they hold, so that `GET /others` of the item asks no longer. */
export const leaveOthers = endpoint({
  method: 'POST',
  path: '/leaveothers',
  summary: 'Leave the copies of a changed item as they are',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ eventID: id }),
  needs: 'write',
  status: 200,
  response: z.object({ message: z.string() }),
})

const NAMED = 3
/** What a change of others says: 'Changed Brand and Finish of 11 others', and which stayed as they are, by their rooms. */
export const saysChanged = (labels: readonly string[], count: number, kept: readonly Other[]): string => {
  const [last = '', ...others] = labels.toReversed()
  const what = others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
  const rooms = kept.slice(0, NAMED).map(({ roomName }) => roomName)
  const more = kept.length > NAMED ? ` and ${kept.length - NAMED} more` : ''
  const left = kept.length === 0 ? '' : `. Changed since, and left as they are: ${rooms.join(', ')}${more}`
  return `Changed ${what} of ${count} ${count === 1 ? 'other' : 'others'}${left}`
}

/** Of each call, in the order of the documentation. */
export const examples = (): ExamplesOf<typeof import('./others.ts')> => {
  const place = { title: 'Harrow Towel Hook', projectID: 3, projectName: 'Maple Street' }
  return {
    listOthers: {
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
    changeOthers: {
      body: { eventID: 130, itemIDs: [60] },
      response: { itemIDs: [60], kept: [], eventIDs: [131], message: 'Changed Finish of 1 other' },
    },
    leaveOthers: { body: { eventID: 130 }, response: { message: 'The others stay as they are' } },
  }
}
