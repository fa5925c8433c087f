import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { id, queryID } from '../contract/id.ts'
import { message } from '../contract/message.ts'
import { SHAPES_STRUCTURE } from '../contract/roles.ts'
import { labelKind } from './room-structure.api.ts'
import { standsInFile, wantedInFile, readStructureFile } from './structure-file.ts'

/** The whole structure by name, as shipped; see structure-file.ts. */
export const structureFile = z.object({
  subcategories: z.record(z.string(), z.array(z.string())),
  telling: z.record(z.string(), z.array(z.string())),
  standsFor: z.record(z.string(), standsInFile),
  wanted: z.record(z.string(), wantedInFile),
  aliases: z.record(z.string(), z.array(z.string())),
  kinds: z.record(z.string(), labelKind),
  categories: z.record(z.string(), z.array(z.string())),
  roomTypes: z.record(z.string(), z.record(z.string(), z.array(z.string()))),
})

/** The structure as sent; its one error sentence says what is wrong and where. */
const sentStructure = z.pipe(
  z.unknown(),
  z.transform((value, context) => {
    const { structure, wrong } = readStructureFile(value)
    if (structure) return structure
    context.issues.push({ code: 'custom', input: value, message: wrong })
    return z.NEVER
  }),
)

export const exportStructure = endpoint({
  method: 'GET',
  path: '/structure',
  summary: 'The whole structure as a file',
  access: SHAPES_STRUCTURE,
  status: 200,
  response: structureFile,
})

/**
 * Adds what the installation lacks and updates labels that differ; removes nothing. Without `apply`, only reports what
 * it would do. Labels follow the rules of `setLabels`.
 */
export const importStructure = endpoint({
  method: 'POST',
  path: '/structure',
  summary: 'Import a structure, or see what that would change',
  access: SHAPES_STRUCTURE,
  // Ten times the shipped structure.
  bodyBytes: 256 * 1024,
  body: z.strictObject({
    structure: sentStructure,
    apply: z.optional(z.boolean()),
    confirmed: z.optional(z.boolean()),
  }),
  status: 200,
  response: z.object({ message: z.string(), changes: z.array(z.string()), applied: z.boolean() }),
  problems: ['labels_hold_values'],
})

const structureChange = z.object({
  changeID: id,
  /** The name of the user who did it; null if the account is gone, 'Command line' for a command. */
  by: z.nullable(z.string()),
  at: z.string(),
  /** What was done, as a sentence. */
  what: z.string(),
  before: z.string(),
  after: z.string(),
  /** Whether it can be undone now: not yet undone, and no newer change depends on it. */
  canUndo: z.boolean(),
})

export type StructureChange = z.output<typeof structureChange>

export const listStructureChanges = endpoint({
  method: 'GET',
  path: '/structurechanges',
  summary: 'Changes of the structure, 50 at a time, the latest first',
  access: SHAPES_STRUCTURE,
  query: z.strictObject({ before: z.optional(queryID) }),
  status: 200,
  response: z.array(structureChange),
})

export const undoStructureChange = endpoint({
  method: 'POST',
  path: '/undochange',
  summary: 'Undo one change of the structure',
  access: SHAPES_STRUCTURE,
  body: z.strictObject({ changeID: id, confirmed: z.optional(z.boolean()) }),
  status: 200,
  response: message,
  problems: ['cannot_undo', 'labels_hold_values'],
})

export const shapes = () => ({ Structure: structureFile, StructureChange: structureChange })

export const examples = (): ExamplesOf<typeof import('./structure-file.api.ts')> => {
  const structure = {
    subcategories: { Paint: ['Brand', 'Color Name', 'Color Code', 'Finish'] },
    telling: { Paint: ['Color Name', 'Color Code'] },
    standsFor: { Paint: { surface: 'walls' as const, trade: 'painter' as const } },
    wanted: { Paint: { labels: ['Brand', 'Color Name', 'Finish'] } },
    aliases: { Paint: ['emulsion'] },
    kinds: { 'Color Name': 'color' as const },
    categories: { 'Paint & Wall Finishes': ['Paint'] },
    roomTypes: { Hall: { 'Paint & Wall Finishes': ['Paint'] } },
  }
  return {
    exportStructure: { response: structure },
    importStructure: {
      body: { structure, apply: false },
      response: { message: 'Importing would make 1 change', changes: ['New room type "Hall"'], applied: false },
    },
    listStructureChanges: {
      query: { before: 70 },
      response: [
        {
          changeID: 69,
          by: 'Robin Sample',
          at: '2026-02-14T16:20:11.000Z',
          what: 'Renamed category "Heating" to "Heating & Cooling"',
          before: 'Heating',
          after: 'Heating & Cooling',
          canUndo: true,
        },
      ],
    },
    undoStructureChange: { body: { changeID: 69 }, response: { message: 'Undone' } },
  }
}
