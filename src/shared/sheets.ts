import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from './endpoint.ts'
import { id, queryID, remoteID } from './id.ts'
import { LIMITS } from './limits.ts'
import { KEEPS_PROJECTS } from './roles.ts'
import { exactText, line } from './text.ts'

export const SHEET_FORMATS = ['xlsx', 'csv'] as const
export type SheetFormat = (typeof SHEET_FORMATS)[number]

/** What a cell of Excel holds. */
export const MOST_OF_CELL = 32_767

/** The columns that every spreadsheet of items has, beside those of the labels. */
export const SHEET_COLUMNS = {
  room: 'Room',
  category: 'Category',
  subcategory: 'Subcategory',
  notes: 'Notes',
  files: 'Files',
  updated: 'Updated',
  item: 'Item',
} as const

/** A plain address like a download: it takes the session from the bearer or from the download cookie. */
export const getSheet = endpoint({
  method: 'GET',
  path: '/sheet',
  summary: 'The items of a project, of one of its rooms or of a category, as a spreadsheet',
  access: KEEPS_PROJECTS,
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

/** Of a file that is imported. */
export const MOST_ROWS = 5000
export const MOST_COLUMNS = 200
export const MOST_SHEET_BYTES = 20 * 1024 * 1024
/** What no room is called in the project yet and is to be made, and what names of subcategories stand for. */
const MOST_NAMED = 5000

/** What a column may be: one of the columns that every spreadsheet of ours has, a label by its name, or an item's nth field. */
export const COLUMN_KINDS = [
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

/** `name` is that of the label; of a field without one 1 to 6. */
const column = z.strictObject({ is: z.enum(COLUMN_KINDS), name: z.optional(line(LIMITS.label)) })
export type SheetColumn = z.output<typeof column>

/** Encodings in which programs write CSV, beside UTF-16. */
export const TEXT_ENCODINGS = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
  'macintosh',
  'cp850',
] as const
export type TextEncoding = (typeof TEXT_ENCODINGS)[number]

/** Day, month, and year in their order, or none: then dates that may be several days stay as they are written. */
export const DATE_ORDERS = ['mdy', 'dmy', 'ymd', 'as written'] as const

/** Of one check: cells that are corrected, and rows that are left out. */
const MOST_CORRECTED = 2000
export const MOST_CORRECTION = 1000
const row = { sheet: z.string().check(z.maxLength(LIMITS.line)), row: z.int().check(z.positive()) }

/** Names as they may stand in a cell. */
const cellText = z.string().check(z.maxLength(LIMITS.line))
const kind = { catID: id, subcatID: id }

const sheetFile = {
  projectID: id,
  /** Of the upload. */
  remote: remoteID,
  /** Of a CSV, instead of the one that its bytes tell. */
  encoding: z.optional(z.enum(TEXT_ENCODINGS, { error: `Must be one of ${TEXT_ENCODINGS.join(', ')}.` })),
  /** The names of the sheets to be taken; all unless given. */
  sheets: z.optional(
    z.array(z.string().check(z.maxLength(LIMITS.line))).check(z.minLength(1), z.maxLength(MOST_COLUMNS)),
  ),
  /** Takes rows that are hidden in their sheets as well; otherwise they are left out, unless there are no others. */
  hiddenRows: z.optional(z.boolean()),
}

export const matching = z.strictObject({
  ...sheetFile,
  /** One for each column of the table. */
  columns: z.array(column).check(z.maxLength(MOST_COLUMNS)),
  /** An empty cell under Room, Category and Subcategory says what stands above it, of a sub category in the same room and category. */
  fillDown: z.optional(z.boolean()),
  /** Of rows that name none. */
  roomID: z.optional(id),
  /** The same. */
  kind: z.optional(z.strictObject(kind)),
  /** Rooms to be made. */
  newRooms: z.optional(
    z.array(z.strictObject({ name: line(LIMITS.roomName), roomTypeID: id })).check(z.maxLength(MOST_NAMED)),
  ),
  /** What names under Subcategory stand for that no subcategory has. */
  kinds: z.optional(z.array(z.strictObject({ name: cellText, ...kind })).check(z.maxLength(MOST_NAMED))),
  /** Values under labels that their subcategory lacks go below the notes, and are errors otherwise. */
  toNotes: z.optional(z.boolean()),
  /** What cells say instead, by the titles of their columns. */
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
  /** Rows that are not imported. */
  leftOut: z.optional(z.array(z.strictObject(row)).check(z.maxLength(MOST_ROWS))),
  /** In which order dates are written of which no value tells, such as 03/04/2031. */
  dates: z.optional(z.enum(DATE_ORDERS, { error: `Must be one of ${DATE_ORDERS.join(', ')}.` })),
})
export type Matching = z.output<typeof matching>

const MATCHING_BYTES = 1024 * 1024

/**
 * What stands in an uploaded table (PUT /upload): its columns with what they may be, its first rows, and what the project and
 * the structure have for them. Nothing is changed.
 */
export const readSheet = endpoint({
  method: 'POST',
  path: '/readsheet',
  summary: 'The columns of an uploaded spreadsheet, and what they may be',
  access: KEEPS_PROJECTS,
  body: z.strictObject(sheetFile),
  needs: 'write',
  status: 200,
  response: z.object({
    name: z.string(),
    /** That has written it, where its titles tell. */
    program: z.nullable(z.string()),
    /** In which a CSV was read where that was chosen or is a guess; null otherwise. */
    encoding: z.nullable(z.enum(TEXT_ENCODINGS)),
    /** Those that are hidden in their file are not taken unless they are asked for; `rows` counts hidden ones, too. */
    sheets: z.array(
      z.object({ name: z.string(), rows: z.number(), taken: z.boolean(), hidden: z.boolean(), hiddenRows: z.number() }),
    ),
    /** How many cells say nothing because their formula has no result in the file, or an error. */
    unread: z.number(),
    /** `values` are the first that differ. */
    columns: z.array(z.object({ title: z.string(), values: z.array(z.string()), ...column.shape })),
    rows: z.number(),
    /** Whether cells under Room or Subcategory are empty below others. */
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

/** What an import will do, or why it cannot: nothing is changed. */
export const checkSheet = endpoint({
  method: 'POST',
  path: '/checksheet',
  summary: 'What the import of an uploaded spreadsheet would do',
  access: KEEPS_PROJECTS,
  body: matching,
  bodyBytes: MATCHING_BYTES,
  needs: 'write',
  status: 200,
  response: z.object({
    creates: z.number(),
    changes: z.number(),
    same: z.number(),
    /** Names of rooms that will be made. */
    newRooms: z.array(z.string()),
    /** Items that change, the first of them, each with its values before and after. */
    changed: z.array(
      z.object({
        ...place,
        itemID: id,
        title: z.string(),
        values: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
      }),
    ),
    /** What is called as nothing here, in how many rows; of a room the type that comes nearest, of a sub category what is meant most likely. */
    unknownRooms: z.array(z.object({ name: z.string(), rows: z.number(), roomTypeID: z.nullable(id) })),
    unknownKinds: z.array(z.object({ name: z.string(), rows: z.number(), kind: z.nullable(z.object(kind)) })),
    /** The first of them; `column` is a title, '' where the row is meant, and `value` what the cell says, cut where it is long. */
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
      }),
    ),
    /** Of labels that subcategories lack, in how many rows; `under` is that which stands for the same there, and has the values. */
    lacking: z.array(
      z.object({ subcategory: z.string(), label: z.string(), under: z.nullable(z.string()), rows: z.number() }),
    ),
    /** How many new items get a text file with what their notes have no room for. */
    papers: z.number(),
    dates: z.object({
      /** How many values may be several days: nothing is imported until `dates` says how they are meant. */
      unclear: z.number(),
      /** One of them, with the days that it may be. */
      example: z.nullable(z.string()),
      readings: z.array(z.object({ order: z.enum(DATE_ORDERS), day: z.string() })),
      /** Values under labels of dates that are none, and stay as they are written. */
      unread: z.array(z.object({ column: z.string(), value: z.string(), rows: z.number() })),
    }),
    /** Of all that will happen; null where nothing can. */
    fingerprint: z.nullable(z.string()),
  }),
  problems: ['file_not_found', 'file_missing', 'file_damaged', 'unavailable'],
})
export type SheetCheck = z.output<typeof checkSheet.response>

/**
 * With the fingerprint of a check all that this told, or nothing: it is another one where somebody has changed something of
 * it meanwhile. Without one what there is to do now. Whoever breaks it off before the answer breaks off the import, and learns what
 * became of it by the same request, under the same Idempotency-Key, with `cancel`: where it was not done by then it never will be.
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
  creates: true,
  oneAtATime: true,
  status: 200,
  response: z.object({
    created: z.number(),
    changed: z.number(),
    same: z.number(),
    rooms: z.number(),
    /** Of the activity; null where nothing was to be done. */
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

/** Of each call, in the order of the documentation. */
export const examples = (): ExamplesOf<typeof import('./sheets.ts')> => ({
  getSheet: { query: { projectID: 3, format: 'xlsx' } },
  readSheet: {
    body: { projectID: 3, remote: 'Zk3vQ0yqT2uXw8fR1aB5cg' },
    response: {
      name: 'finishes.xlsx',
      program: null,
      encoding: null,
      sheets: [{ name: 'Finishes', rows: 1, taken: true, hidden: false, hiddenRows: 0 }],
      unread: 0,
      columns: [
        { title: 'Area', values: ['Kitchen'], is: 'room' },
        { title: 'What', values: ['Faucet'], is: 'subcategory' },
        { title: 'Make', values: ['Castellan'], is: 'label', name: 'Brand' },
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
          ...{ title: 'Castellan', values: [{ label: 'Brand', value: 'Castellan' }], notes: '' },
        },
      ],
      lacking: [],
      papers: 0,
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
    response: { created: 1, changed: 0, same: 0, rooms: 0, eventID: 71, message: 'Imported 1 item' },
  },
})
