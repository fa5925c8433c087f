import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { id, queryID, remoteID } from '../contract/id.ts'
import { LIMITS } from '../contract/limits.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { exactText, line } from '../contract/text.ts'
import { TEXT_ENCODINGS } from './text-encodings.ts'

const SHEET_FORMATS = ['xlsx', 'csv'] as const
export type SheetFormat = (typeof SHEET_FORMATS)[number]

/** Excel's limit per cell. */
export const MOST_OF_CELL = 32_767

/** The columns of every items spreadsheet, besides the labels' columns. */
export const SHEET_COLUMNS = {
  room: 'Room',
  category: 'Category',
  subcategory: 'Subcategory',
  notes: 'Notes',
  files: 'Files',
  updated: 'Updated',
  item: 'Item',
} as const

/** Works as a plain download URL: the session comes from the bearer token or the download cookie. */
export const getSheet = endpoint({
  method: 'GET',
  path: '/sheet',
  summary: 'The items of a project, of one of its rooms or of a category, as a spreadsheet',
  access: KEEPS_PROJECTS,
  keys: true,
  query: z.strictObject({
    projectID: queryID,
    format: z.enum(SHEET_FORMATS, { error: `Must be one of ${SHEET_FORMATS.join(', ')}.` }),
    roomID: z.optional(queryID),
    catID: z.optional(queryID),
  }),
  status: 200,
  response: 'bytes',
  problems: ['too_many_downloads'],
})

/** Limits of an imported file. */
export const MOST_ROWS = 5000
export const MOST_COLUMNS = 200
export const MOST_SHEET_BYTES = 20 * 1024 * 1024
/** Limit of new rooms, and of names matched to subcategories. */
const MOST_NAMED = 5000

/** What a column can be: a standard column of our spreadsheets, a label by its name, or an item's nth field. */
const COLUMN_KINDS = [
  'ignore',
  'room',
  'category',
  'subcategory',
  'label',
  'field',
  'notes',
  'updated',
  'item',
] as const
export type ColumnKind = (typeof COLUMN_KINDS)[number]

/** `name` is the label's; for a field without a label, '1' to '6'. */
const column = z.strictObject({
  is: z.enum(COLUMN_KINDS),
  name: z.optional(line(LIMITS.label)),
  /** Its blank cells repeat the value above, within their sheet. */
  fillDown: z.optional(z.boolean()),
})
export type SheetColumn = z.output<typeof column>

/** The order of day, month and year; 'as written' keeps ambiguous dates as text. */
export const DATE_ORDERS = ['mdy', 'dmy', 'ymd', 'as written'] as const

/** What becomes of rows about items that the project already has. */
export const KNOWN_ROWS = ['leave out', 'update', 'create'] as const

/** Per check: corrected cells, and rows left out. */
const MOST_CORRECTED = 2000
export const MOST_CORRECTION = 1000
const row = { sheet: z.string().check(z.maxLength(LIMITS.line)), row: z.int().check(z.positive()) }

/** A name as it can appear in a cell. */
const cellText = z.string().check(z.maxLength(LIMITS.line))
const kind = { catID: id, subcatID: id }

const sheetFile = {
  projectID: id,
  /** The upload's id. */
  remote: remoteID,
  /** For CSV, overrides the detected encoding. */
  encoding: z.optional(z.enum(TEXT_ENCODINGS, { error: `Must be one of ${TEXT_ENCODINGS.join(', ')}.` })),
  /** The names of the sheets to import; all by default. */
  sheets: z.optional(
    z.array(z.string().check(z.maxLength(LIMITS.line))).check(z.minLength(1), z.maxLength(MOST_COLUMNS)),
  ),
  /** Also imports hidden rows, which are otherwise skipped unless all rows are hidden. */
  hiddenRows: z.optional(z.boolean()),
  /** The rows of titles, by their numbers; recognized by default. */
  titleRows: z.optional(z.strictObject({ first: z.int().check(z.positive()), last: z.int().check(z.positive()) })),
  /** Whether rows with a single cell are headings of the rows below; recognized by default. */
  headings: z.optional(z.boolean()),
}

export const matching = z.strictObject({
  ...sheetFile,
  /** One per column of the table. */
  columns: z.array(column).check(z.maxLength(MOST_COLUMNS)),
  /**
   * Empty cells under Room, Category and Subcategory repeat the value above; Subcategory only within the same room and
   * category.
   */
  fillDown: z.optional(z.boolean()),
  /** For rows without a room. */
  roomID: z.optional(id),
  /** For rows without a subcategory. */
  kind: z.optional(z.strictObject(kind)),
  newRooms: z.optional(
    z.array(z.strictObject({ name: line(LIMITS.roomName), roomTypeID: id })).check(z.maxLength(MOST_NAMED)),
  ),
  /** The subcategories meant by unknown names under Subcategory. */
  kinds: z.optional(z.array(z.strictObject({ name: cellText, ...kind })).check(z.maxLength(MOST_NAMED))),
  /** Appends values under labels that their subcategory lacks to the notes; otherwise they are errors. */
  toNotes: z.optional(z.boolean()),
  /** Corrected cells, by column title. */
  cells: z.optional(
    z
      .array(
        z.strictObject({
          ...row,
          column: z.string().check(z.maxLength(LIMITS.line + 10)),
          value: exactText(MOST_CORRECTION),
        }),
      )
      .check(z.maxLength(MOST_CORRECTED)),
  ),
  /** Rows to skip. */
  leftOut: z.optional(z.array(z.strictObject(row)).check(z.maxLength(MOST_ROWS))),
  /**
   * What to do with rows without an item's number whose serial number, asset ID or values an item of the project has. Asked
   * for where there are any; 'update' changes what the row has a value for.
   */
  known: z.optional(z.enum(KNOWN_ROWS, { error: `Must be one of ${KNOWN_ROWS.join(', ')}.` })),
  /** The order of ambiguous dates, such as 03/04/2031, if no value reveals it. */
  dates: z.optional(z.enum(DATE_ORDERS, { error: `Must be one of ${DATE_ORDERS.join(', ')}.` })),
})
export type Matching = z.output<typeof matching>

const MATCHING_BYTES = 1024 * 1024

/**
 * Reads an uploaded table (PUT /upload): its columns and what they could be, its first rows, and matching names of the
 * project and structure. Changes nothing.
 */
export const readSheet = endpoint({
  method: 'POST',
  path: '/readsheet',
  summary: 'The columns of an uploaded spreadsheet, and what they may be',
  access: KEEPS_PROJECTS,
  body: z.strictObject(sheetFile),
  needs: 'write',
  target: { project: 'projectID' },
  status: 200,
  response: z.object({
    name: z.string(),
    /** The program that wrote it, if its titles reveal one. */
    program: z.nullable(z.string()),
    /** The encoding of a CSV if it was chosen or guessed; otherwise null. */
    encoding: z.nullable(z.enum(TEXT_ENCODINGS)),
    /** Hidden sheets are skipped unless requested; `rows` includes hidden rows. */
    sheets: z.array(
      z.object({ name: z.string(), rows: z.number(), taken: z.boolean(), hidden: z.boolean(), hiddenRows: z.number() }),
    ),
    /** The number of cells without a value because their formula has an error, or no stored result. */
    unread: z.number(),
    /** Sentences about what is read differently from how it looks in the file, and about what is not imported. */
    notices: z.array(z.string()),
    /** The rows of titles if there are several or could be; `isUnsure` if the next row may be titles too. */
    titleRows: z.nullable(z.object({ first: z.number(), last: z.number(), isUnsure: z.boolean() })),
    /** Rows with a single cell above others: the first that are taken for headings, and the first that are not. */
    headings: z.nullable(z.object({ taken: z.array(z.string()), others: z.array(z.string()) })),
    /** `values` are the first distinct ones; `hasGaps` if cells below a filled first one are empty. */
    columns: z.array(
      z.object({
        title: z.string(),
        values: z.array(z.string()),
        hasGaps: z.boolean(),
        hasPictures: z.boolean(),
        ...column.shape,
      }),
    ),
    rows: z.number(),
    /** Whether cells under Room or Subcategory are empty below filled ones. */
    hasGaps: z.boolean(),
    labels: z.array(z.string()),
    rooms: z.array(z.object({ ID: id, name: z.string() })),
    roomTypes: z.array(z.object({ ID: id, name: z.string() })),
    kinds: z.array(z.object({ ...kind, category: z.string(), subcategory: z.string() })),
  }),
  problems: ['file_not_found', 'file_missing', 'file_damaged', 'unavailable'],
})
export type SheetToMatch = z.output<typeof readSheet.response>

const place = { sheet: z.string(), row: z.number() }

/** What an import would do, or why it cannot. Changes nothing. */
export const checkSheet = endpoint({
  method: 'POST',
  path: '/checksheet',
  summary: 'What the import of an uploaded spreadsheet would do',
  access: KEEPS_PROJECTS,
  body: matching,
  bodyBytes: MATCHING_BYTES,
  needs: 'write',
  target: { room: 'roomID', project: 'projectID' },
  status: 200,
  response: z.object({
    creates: z.number(),
    changes: z.number(),
    same: z.number(),
    newRooms: z.array(z.string()),
    /** The first changed items, each with its values before and after. */
    changed: z.array(
      z.object({
        ...place,
        itemID: id,
        title: z.string(),
        values: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
      }),
    ),
    /** Unknown names and their number of rows, with the closest room type or the likeliest subcategory. */
    unknownRooms: z.array(z.object({ name: z.string(), rows: z.number(), roomTypeID: z.nullable(id) })),
    unknownKinds: z.array(z.object({ name: z.string(), rows: z.number(), kind: z.nullable(z.object(kind)) })),
    /**
     * The first errors. `column` is a title, or '' for the whole row; `value` is the cell's text, truncated if long.
     */
    errors: z.array(z.object({ ...place, column: z.string(), value: z.string(), message: z.string() })),
    moreErrors: z.number(),
    /** The first new items, as they will be. */
    items: z.array(
      z.object({
        ...place,
        room: z.string(),
        category: z.string(),
        subcategory: z.string(),
        title: z.string(),
        values: z.array(z.object({ label: z.string(), value: z.string() })),
        notes: z.string(),
        pictures: z.number(),
      }),
    ),
    /**
     * Labels that subcategories lack, and in how many rows; `under` is the equivalent label that gets the values. Values of
     * existing items are left out instead of added to their notes.
     */
    lacking: z.array(
      z.object({
        subcategory: z.string(),
        label: z.string(),
        under: z.nullable(z.string()),
        isLeftOut: z.boolean(),
        rows: z.number(),
      }),
    ),
    /** How many rows are about items that the project has, by what tells; the first of them. */
    known: z.object({
      serial: z.number(),
      asset: z.number(),
      values: z.number(),
      rows: z.array(z.object({ ...place, itemID: id, title: z.string() })),
    }),
    /** Rooms, categories and subcategories that were renamed or removed since; their items stay where they are `now`. */
    oldNames: z.array(z.object({ column: z.string(), name: z.string(), now: z.string(), rows: z.number() })),
    /** How many new items get a text file because their notes are full. */
    papers: z.number(),
    /** How many pictures become files of new items, and how many are left out because their items exist already. */
    pictures: z.number(),
    picturesLeftOut: z.number(),
    dates: z.object({
      /** How many values are ambiguous: nothing is imported until `dates` resolves them. */
      unclear: z.number(),
      /** One of them, with its possible days. */
      example: z.nullable(z.string()),
      readings: z.array(z.object({ order: z.enum(DATE_ORDERS), day: z.string() })),
      /** Values under date labels that are not dates; they stay as written. */
      unread: z.array(z.object({ column: z.string(), value: z.string(), rows: z.number() })),
    }),
    /** Identifies everything the import will do; null if it can do nothing. */
    fingerprint: z.nullable(z.string()),
  }),
  problems: ['file_not_found', 'file_missing', 'file_damaged', 'unavailable'],
})
export type SheetCheck = z.output<typeof checkSheet.response>

/**
 * With the fingerprint of a check, imports exactly what was checked, or nothing if data has changed since. Without one,
 * imports what applies now. If the client disconnects, the import is canceled; the same request and Idempotency-Key
 * with `cancel` then tells the outcome: an import not done by then never will be.
 */
export const importSheet = endpoint({
  method: 'POST',
  path: '/importsheet',
  summary: 'Create and change items as an uploaded spreadsheet says',
  access: KEEPS_PROJECTS,
  query: z.strictObject({ cancel: z.optional(z.enum(['1'], { error: 'Must be 1.' })) }),
  body: z.extend(matching, { fingerprint: z.optional(z.string().check(z.maxLength(64))) }),
  bodyBytes: MATCHING_BYTES,
  needs: 'write',
  target: { room: 'roomID', project: 'projectID' },
  creates: true,
  oneAtATime: true,
  status: 200,
  response: z.object({
    created: z.number(),
    changed: z.number(),
    same: z.number(),
    rooms: z.number(),
    /** Files that new items got from pictures in the spreadsheet. */
    pictures: z.number(),
    /** The event in the activity; null if there was nothing to do. */
    eventID: z.nullable(id),
    message: z.string(),
  }),
  problems: [
    'file_not_found',
    'file_missing',
    'file_damaged',
    'unavailable',
    'sheet_changed',
    'sheet_wrong',
    'storage_full',
  ],
})

export const shapes = () => ({ SheetColumn: column, SheetMatching: matching })

export const examples = (): ExamplesOf<typeof import('./sheets.api.ts')> => ({
  getSheet: { query: { projectID: 3, format: 'xlsx' } },
  readSheet: {
    body: { projectID: 3, remote: 'Zk3vQ0yqT2uXw8fR1aB5cg' },
    response: {
      name: 'finishes.xlsx',
      program: null,
      encoding: null,
      sheets: [{ name: 'Finishes', rows: 1, taken: true, hidden: false, hiddenRows: 0 }],
      unread: 0,
      notices: [],
      titleRows: null,
      headings: null,
      columns: [
        { title: 'Area', values: ['Kitchen'], hasGaps: false, hasPictures: false, is: 'room' },
        { title: 'What', values: ['Faucet'], hasGaps: false, hasPictures: false, is: 'subcategory' },
        { title: 'Make', values: ['Castellan'], hasGaps: false, hasPictures: false, is: 'label', name: 'Brand' },
      ],
      rows: 1,
      hasGaps: false,
      labels: ['Brand'],
      rooms: [{ ID: 9, name: 'Kitchen' }],
      roomTypes: [{ ID: 2, name: 'Kitchen' }],
      kinds: [{ catID: 5, category: 'Plumbing', subcatID: 31, subcategory: 'Faucet' }],
    },
  },
  checkSheet: {
    body: {
      projectID: 3,
      remote: 'Zk3vQ0yqT2uXw8fR1aB5cg',
      columns: [{ is: 'room' }, { is: 'subcategory' }, { is: 'label', name: 'Brand' }],
    },
    response: {
      creates: 1,
      changes: 0,
      same: 0,
      newRooms: [],
      changed: [],
      unknownRooms: [],
      unknownKinds: [],
      errors: [],
      moreErrors: 0,
      items: [
        {
          ...{ sheet: 'Finishes', row: 2, room: 'Kitchen', category: 'Plumbing', subcategory: 'Faucet' },
          ...{ title: 'Castellan', values: [{ label: 'Brand', value: 'Castellan' }], notes: '', pictures: 0 },
        },
      ],
      lacking: [],
      known: { serial: 0, asset: 0, values: 0, rows: [] },
      oldNames: [],
      papers: 0,
      pictures: 0,
      picturesLeftOut: 0,
      dates: { unclear: 0, example: null, readings: [], unread: [] },
      fingerprint: 'b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184',
    },
  },
  importSheet: {
    body: {
      projectID: 3,
      remote: 'Zk3vQ0yqT2uXw8fR1aB5cg',
      columns: [{ is: 'room' }, { is: 'subcategory' }, { is: 'label', name: 'Brand' }],
      fingerprint: 'b1946ac92492d2347c6235b4d2611184b1946ac92492d2347c6235b4d2611184',
    },
    response: { created: 1, changed: 0, same: 0, rooms: 0, pictures: 0, eventID: 71, message: 'Imported 1 item' },
  },
})
