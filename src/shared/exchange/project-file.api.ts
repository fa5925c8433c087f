import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { id } from '../contract/id.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { structureFile } from '../structure/structure-file.api.ts'

/** What a project uses but this installation lacks, and what was used instead. */
export const importReport = z.object({
  roomTypes: z.array(z.object({ name: z.string(), instead: z.string(), rooms: z.number() })),
  subcategories: z.array(z.object({ category: z.string(), name: z.string(), instead: z.string(), items: z.number() })),
  labels: z.array(z.object({ subcategory: z.string(), name: z.string(), items: z.number() })),
  /** How many more there are than listed. */
  more: z.number(),
  /** Items whose unplaced values are in their notes. */
  inNotes: z.number(),
  /** Items whose notes have no room left: they got a text file. */
  inFiles: z.number(),
  /** Files that were lost or damaged before the export, by name; only the first of many. */
  lostFiles: z.array(z.string()),
  /**
   * The structure an Admin can import (POST /structure) to make as much as possible fit; null if nothing is missing.
   */
  structure: z.nullable(structureFile),
})
export type ImportReport = z.output<typeof importReport>

/** Whether everything fits. */
export const fitsWhole = ({ roomTypes, subcategories, labels }: ImportReport): boolean =>
  roomTypes.length + subcategories.length + labels.length === 0

/**
 * The file of `GET /export?projectID`, sent as "files" in a multipart form. All or nothing. With `unfit=refuse`, a
 * project that does not fit the structure is a 409 with the report in `report`; otherwise, unplaced values go to the
 * notes, or to a text file on the item if the notes are full.
 */
export const importProject = endpoint({
  method: 'PUT',
  path: '/importproject',
  summary: 'Create a project from a project file of this or another installation',
  access: KEEPS_PROJECTS,
  query: z.strictObject({ unfit: z.optional(z.enum(['keep', 'refuse'], { error: 'Must be keep or refuse.' })) }),
  body: 'files',
  creates: true,
  status: 201,
  response: z.object({ projectID: id, name: z.string(), message: z.string(), report: importReport }),
  problems: [
    ...([
      'project_name_taken',
      'plan_limit',
      'too_large',
      'too_many_files',
      'does_not_fit',
      'import_under_way',
    ] as const),
    ...(['storage_full', 'disk_full'] as const),
  ],
})

export const shapes = () => ({ ImportReport: importReport })

export const examples = (): ExamplesOf<typeof import('./project-file.api.ts')> => ({
  importProject: {
    query: { unfit: 'keep' },
    response: {
      projectID: 3,
      name: 'Maple Street',
      message: 'Imported project "Maple Street"',
      report: {
        roomTypes: [{ name: 'Sunroom', instead: 'Living Room', rooms: 1 }],
        subcategories: [],
        labels: [{ subcategory: 'Paint', name: 'Batch', items: 4 }],
        more: 0,
        inNotes: 4,
        inFiles: 0,
        lostFiles: [],
        structure: {
          subcategories: { Paint: ['Brand', 'Color Name', 'Batch'] },
          telling: {},
          standsFor: {},
          wanted: {},
          aliases: {},
          kinds: {},
          categories: {},
          roomTypes: { Sunroom: { Flooring: ['Tile'] } },
        },
      },
    },
  },
})
