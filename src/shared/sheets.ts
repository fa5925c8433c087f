import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from './endpoint.ts'
import { queryID } from './id.ts'
import { KEEPS_PROJECTS } from './roles.ts'

export const SHEET_FORMATS = ['xlsx', 'csv'] as const
export type SheetFormat = (typeof SHEET_FORMATS)[number]

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
})

/** Of each call, in the order of the documentation. */
export const examples = (): ExamplesOf<typeof import('./sheets.ts')> => ({
  getSheet: { query: { projectID: 3, format: 'xlsx' } },
})
