import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from './endpoint.ts'
import { id, queryID } from './id.ts'
import { right } from './rights.ts'
import { KEEPS_PROJECTS } from './roles.ts'
import { fieldLabel, labelKind, SLOTS } from './room-structure.ts'
import { line } from './text.ts'

/** Items of one answer; more come by `after`. */
export const HITS_AT_ONCE = 20

/** A text as it is shown, with the UTF-16 units in it where words of the query were found: half-open ranges, in order. */
const marked = z.object({ text: z.string(), marks: z.array(z.tuple([z.number(), z.number()])) })
export type Marked = z.output<typeof marked>

/** Where words were found: a value or its label, the notes, the name or caption of a file, or the text of a file on a page. */
const place = z.object({
  in: z.enum(['field', 'notes', 'file', 'text']),
  /** Of a field. */
  label: z.nullable(marked),
  shown: marked,
  /** Of a file, and the page of its text where there are pages. */
  remote: z.nullable(z.string()),
  page: z.nullable(z.number()),
})
export type FoundPlace = z.output<typeof place>

const itemHit = z.object({
  itemID: id,
  roomID: id,
  projectID: id,
  title: marked,
  catID: id,
  catName: marked,
  subcatID: id,
  subCatName: marked,
  field1: z.string(),
  field2: z.string(),
  field3: z.string(),
  field4: z.string(),
  field5: z.string(),
  field6: z.string(),
  labels: z.array(fieldLabel),
  /** As of an item. */
  kinds: z.optional(z.array(z.object({ field: z.enum(SLOTS), kind: labelKind }))),
  /** As of an item. */
  telling: z.array(z.enum(SLOTS)),
  /** See sample.ts. */
  sample: z.nullable(z.string()),
  /** The first picture among its files. */
  picture: z.nullable(z.string()),
  found: z.array(place),
  /** Its place among all hits of the answer, the best first: from 1. */
  rank: z.number(),
})
export type ItemHit = z.output<typeof itemHit>

/** Hits by project and room, the best first; what is no hit itself, but only where one is, has `rank` null. */
const group = z.object({
  projectID: id,
  name: marked,
  may: right,
  rank: z.nullable(z.number()),
  rooms: z.array(
    z.object({
      roomID: id,
      name: marked,
      roomTypeName: marked,
      rank: z.nullable(z.number()),
      items: z.array(itemHit),
    }),
  ),
})
export type HitGroup = z.output<typeof group>

const found = z.object({
  groups: z.array(group),
  /** To be sent for more items; null where these were the last. */
  after: z.nullable(z.string()),
  /** How many projects and rooms are hits themselves, whether they are in this answer or not. */
  projects: z.number(),
  rooms: z.number(),
  /** To be sent for more of these; null where these were the last. */
  afterPlaces: z.nullable(z.string()),
  /** Words with a mistake, as they were typed, and what was found for each instead. */
  read: z.array(z.object({ word: z.string(), as: z.array(z.string()) })),
  /** Where there is no hit: what came close, and the words that are missing in the closest. */
  close: z.array(group),
  missing: z.array(z.string()),
})
export type Found = z.output<typeof found>

const MALFORMED_AFTER = 'Must be what a search has answered.'
const after = z
  .string({ error: MALFORMED_AFTER })
  .check(z.regex(/^[eps]\.\d{1,6}\.\d{1,15}$/, { error: MALFORMED_AFTER }))

/**
 * Every word is the beginning of one in a hit or its place; one of five letters or four digits may also be within one,
 * and comes last then. With `propID` items are found whose value under that label is
 * equal to `q`: case, accents, width and punctuation do not count.
 */
export const search = endpoint({
  method: 'GET',
  path: '/search',
  summary: 'Find projects, rooms and items by words; what is found best comes first',
  access: KEEPS_PROJECTS,
  query: z.strictObject({
    q: line(),
    projectID: z.optional(queryID),
    catID: z.optional(queryID),
    propID: z.optional(queryID),
    after: z.optional(after),
    /** Answers no items. */
    afterPlaces: z.optional(after),
  }),
  notForTemplates: true,
  status: 200,
  response: found,
})

/** Of each value under a label: how many items have an equal one there, this one included, and in how many rooms. */
export const whereUsed = endpoint({
  method: 'GET',
  path: '/whereused',
  summary: "How often an item's values are used in all that the user may see",
  access: KEEPS_PROJECTS,
  query: z.strictObject({ itemID: queryID }),
  status: 200,
  response: z.object({
    values: z.array(z.object({ field: z.enum(SLOTS), propID: id, items: z.number(), rooms: z.number() })),
  }),
})

const unmarked = (text: string): Marked => ({ text, marks: [] })

/** Of each call, in the order of the documentation. */
export const examples = (): ExamplesOf<typeof import('./search.ts')> => ({
  search: {
    query: { q: 'dry sage' },
    response: {
      groups: [
        {
          projectID: 3,
          name: unmarked('Maple Street'),
          may: 'own',
          rank: null,
          rooms: [
            {
              roomID: 8,
              name: unmarked('Hall'),
              roomTypeName: unmarked('Hallway'),
              rank: null,
              items: [
                {
                  itemID: 41,
                  roomID: 8,
                  projectID: 3,
                  title: {
                    text: 'Dry Sage HV-6102',
                    marks: [
                      [0, 3],
                      [4, 8],
                    ],
                  },
                  catID: 2,
                  catName: unmarked('Paint & Wall Finishes'),
                  subcatID: 17,
                  subCatName: unmarked('Paint'),
                  field1: 'Harrow & Vale',
                  field2: 'Dry Sage',
                  field3: 'HV-6102',
                  field4: 'Eggshell',
                  field5: '',
                  field6: '',
                  labels: [
                    { propID: 11, label: 'Brand', field: 'field1' },
                    { propID: 12, label: 'Color Name', field: 'field2' },
                    { propID: 13, label: 'Color Code', field: 'field3' },
                    { propID: 14, label: 'Finish', field: 'field4' },
                  ],
                  telling: ['field2', 'field3'],
                  sample: 'paint #B9C6B4',
                  picture: 'Zk3vQ0yqT2uXw8fR1aB5cg',
                  found: [
                    {
                      in: 'field',
                      label: unmarked('Color Name'),
                      shown: {
                        text: 'Dry Sage',
                        marks: [
                          [0, 3],
                          [4, 8],
                        ],
                      },
                      remote: null,
                      page: null,
                    },
                  ],
                  rank: 1,
                },
              ],
            },
          ],
        },
      ],
      after: null,
      projects: 0,
      rooms: 0,
      afterPlaces: null,
      read: [],
      close: [],
      missing: [],
    },
  },
  whereUsed: { query: { itemID: 41 }, response: { values: [{ field: 'field3', propID: 13, items: 4, rooms: 4 }] } },
})
