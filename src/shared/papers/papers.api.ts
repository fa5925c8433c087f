import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { id, queryID } from '../contract/id.ts'
import { LIMITS } from '../contract/limits.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { trade } from '../structure/classification.schema.ts'
import { exactText } from '../contract/text.ts'

/** The printable papers of a project. */
export const PAPER_KINDS = ['book', 'schedule', 'trade', 'touchup', 'labels', 'home'] as const
export type PaperKind = (typeof PAPER_KINDS)[number]

/** US or international paper: a card is 4 × 6 in, or A6. */
export const PAPER_SIZES = ['letter', 'a4'] as const
export type PaperSize = (typeof PAPER_SIZES)[number]

/** Parts that a paper can omit. */
export const LEFT_OUT = ['notes', 'pictures', 'prices'] as const
export type LeftOut = (typeof LEFT_OUT)[number]
const LIST_OF_LEFT_OUT = `Must be of ${LEFT_OUT.join(', ')}, with commas between them.`

/** Labels per sheet. */
export const LABELS_OF_SHEET = { avery5160: 30, l7160: 21, roll: 1 } as const
export type LabelSheet = keyof typeof LABELS_OF_SHEET
export const LABEL_SHEETS = ['avery5160', 'l7160', 'roll'] as const satisfies readonly LabelSheet[]

/** What labels are printed for. */
export const LABELLED = ['rooms', 'items', 'both'] as const
export type Labelled = (typeof LABELLED)[number]

/** Labels per print: nothing needs more. */
export const MOST_LABELS = 1000
const LIST_OF_ITEMS = 'Must be items by their ids, such as 41,42.'
/** Maximum chosen rooms; more means the whole project. */
export const MOST_ROOMS = 200
const LIST_OF_ROOMS = 'Must be rooms by their ids, such as 8,9.'

/** Maximum items, limited by the typesetter's memory; somewhat fewer if all have long texts. */
export const MOST_ITEMS_OF_PAPER: Readonly<Record<PaperKind, number>> = {
  ...{ book: 1500, schedule: 1500, trade: 2500, touchup: 1500, labels: 5000, home: 5000 },
}

const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.optional(z.enum(names, { error: `Must be one of ${names.join(', ')}.` }))

/** A list in a query: 41,42. */
const idList = (error: string, most: number, tooMany: string) =>
  z.pipe(
    z.string({ error }).check(z.regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15})*$/, { error })),
    z.pipe(
      z.transform((text: string) => text.split(',').map(Number)),
      z.array(id).check(z.maxLength(most, { error: tooMany })),
    ),
  )

const leftOutList = z.pipe(
  z.string({ error: LIST_OF_LEFT_OUT }).check(z.maxLength(LIMITS.line)),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    z.array(z.enum(LEFT_OUT, { error: LIST_OF_LEFT_OUT })),
  ),
)

/**
 * Works as a plain download URL: the session comes from the bearer token or the download cookie; `link` is the paper
 * ticket of a read-only link. `roomID`, `rooms` or `itemID` limit the paper to these. `without` names the omitted
 * parts. Trade lists cover one `trade`, or all. Labels print on a `sheet`, starting at its label `from`; they are for
 * `things`, or only for the `items` given.
 */
export const getPaper = endpoint({
  method: 'GET',
  path: '/paper',
  summary: 'A PDF to print of a project, of one of its rooms or of one item',
  access: KEEPS_PROJECTS,
  keys: true,
  alsoLinks: 'papers',
  query: z.strictObject({
    projectID: queryID,
    kind: z.enum(PAPER_KINDS, { error: `Must be one of ${PAPER_KINDS.join(', ')}.` }),
    size: oneOf(PAPER_SIZES),
    roomID: z.optional(queryID),
    rooms: z.optional(idList(LIST_OF_ROOMS, MOST_ROOMS, `Name at most ${MOST_ROOMS} rooms.`)),
    itemID: z.optional(queryID),
    without: z.optional(leftOutList),
    trade: z.optional(trade),
    things: oneOf(LABELLED),
    sheet: oneOf(LABEL_SHEETS),
    from: z.optional(queryID),
    items: z.optional(idList(LIST_OF_ITEMS, MOST_LABELS, `Name at most ${MOST_LABELS} items.`)),
    link: z.optional(exactText(LIMITS.line)),
  }),
  status: 200,
  response: 'bytes',
  problems: ['paper_too_large', 'too_many_downloads', 'unavailable'],
})

export const examples = (): ExamplesOf<typeof import('./papers.api.ts')> => ({
  getPaper: { query: { projectID: 3, kind: 'touchup', size: 'letter', roomID: 8 } },
})
