import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { id, queryID } from '../contract/id.ts'
import { right } from '../contract/right.schema.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { fieldLabel, kindOfField, slot } from '../structure/room-structure.api.ts'
import { line } from '../contract/text.ts'

/** Items per answer; get more with `after`. */
export const HITS_AT_ONCE = 20

/** A text with its matches as ranges: half-open, in UTF-16 units, in order. */
const marked = z.object({ text: z.string(), marks: z.array(z.tuple([z.number(), z.number()])) })
export type Marked = z.output<typeof marked>

/** Where words were found: a value or its label, the notes, a file's name or caption, or a page of a file's text. */
const place = z.object({
  in: z.enum(['field', 'notes', 'file', 'text']),
  /** For fields. */
  label: z.nullable(marked),
  shown: marked,
  /** For files; `bytes` is equal for equal bytes, `page` is present if the text has pages. */
  remote: z.nullable(z.string()),
  bytes: z.nullable(z.number()),
  page: z.nullable(z.number()),
  /** For texts: the words around the match. */
  excerpt: z.nullable(marked),
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
  /** As in an item. */
  kinds: z.optional(z.array(kindOfField)),
  /** As in an item. */
  telling: z.array(slot),
  /** See sample.ts. */
  sample: z.nullable(z.string()),
  /** The first picture among its files. */
  picture: z.nullable(z.string()),
  found: z.array(place),
  /** Whether some words are only in the names or the text of its files. */
  inFiles: z.boolean(),
  /** Its rank among all hits, the best being 1. */
  rank: z.number(),
})
export type ItemHit = z.output<typeof itemHit>

const roomHit = z.object({
  roomID: id,
  name: marked,
  roomTypeName: marked,
  rank: z.nullable(z.number()),
  items: z.array(itemHit),
})

/** Hits by project and room, the best first. Projects and rooms that only contain hits have a null `rank`. */
const group = z.object({
  projectID: id,
  name: marked,
  may: right,
  rank: z.nullable(z.number()),
  rooms: z.array(roomHit),
})
export type HitGroup = z.output<typeof group>

/**
 * Of all pages. `items` match themselves, `inFiles` by the names of their files and, if `countFiles` asks, by their text.
 * The lists count both, by name.
 */
const totals = z.object({
  items: z.number(),
  inFiles: z.number(),
  projects: z.array(z.object({ projectID: id, name: z.string(), items: z.number(), rooms: z.number() })),
  categories: z.array(z.object({ catID: id, name: z.string(), items: z.number() })),
})

export const HIT_KINDS = ['items', 'files', 'rooms'] as const
export type HitKind = (typeof HIT_KINDS)[number]

const found = z.object({
  groups: z.array(group),
  /** Send to get more items; null if there are none. */
  after: z.nullable(z.string()),
  /** How many projects and rooms are hits themselves, in this answer or not. */
  projects: z.number(),
  rooms: z.number(),
  /** Null on further pages. */
  totals: z.nullable(totals),
  /** Send to get more projects and rooms; null if there are none. */
  afterPlaces: z.nullable(z.string()),
  /** Mistyped words, and what was found instead of each. */
  read: z.array(z.object({ word: z.string(), as: z.array(z.string()) })),
  /** If there are no hits: near matches, and the words missing from the closest. */
  close: z.array(group),
  missing: z.array(z.string()),
  /** Words beyond the sixth, which were not looked for. */
  ignored: z.array(z.string()),
})
export type Found = z.output<typeof found>

const MALFORMED_AFTER = 'Must be what a search has answered.'
const after = z
  .string({ error: MALFORMED_AFTER })
  .check(z.regex(/^[epsc]\.\d{1,6}\.\d{1,15}$/, { error: MALFORMED_AFTER }))

const isTrue = z.pipe(
  z.enum(['true'], { error: 'Must be true, or absent.' }),
  z.transform(() => true),
)

/**
 * Every word must begin a word of a hit or its place; words of five or more characters and four-digit numbers also
 * match inside a word, ranked last. With `propID`, finds items whose value under that label equals `q`, ignoring case,
 * accents, width and punctuation.
 */
export const search = endpoint({
  method: 'GET',
  path: '/search',
  summary: 'Find projects, rooms and items by words, the best match first',
  access: KEEPS_PROJECTS,
  keys: true,
  query: z.strictObject({
    q: line(),
    projectID: z.optional(queryID),
    catID: z.optional(queryID),
    propID: z.optional(queryID),
    /** Returns only these; `rooms` includes projects. */
    kind: z.optional(z.enum(HIT_KINDS, { error: `Must be one of ${HIT_KINDS.join(', ')}.` })),
    countFiles: z.optional(isTrue),
    after: z.optional(after),
    /** Returns no items. */
    afterPlaces: z.optional(after),
  }),
  notForTemplates: true,
  target: { project: 'projectID' },
  status: 200,
  response: found,
})

/** For each value under a label: how many items, this one included, and how many rooms have an equal value. */
export const whereUsed = endpoint({
  method: 'GET',
  path: '/whereused',
  summary: "How often an item's values are used in everything the user can see",
  access: KEEPS_PROJECTS,
  keys: true,
  query: z.strictObject({ itemID: queryID }),
  status: 200,
  response: z.object({
    values: z.array(z.object({ field: slot, propID: id, items: z.number(), rooms: z.number() })),
  }),
})

/** The most items of a room that are counted. */
export const MOST_COUNTED = 100

/** Of each item the last value of its title, where another item has it too; at most 100. */
export const usedInRooms = endpoint({
  method: 'GET',
  path: '/usedinrooms',
  summary: 'How often the items of a room are used in everything the user can see, by the last value of their titles',
  access: KEEPS_PROJECTS,
  keys: true,
  query: z.strictObject({ roomID: queryID }),
  status: 200,
  response: z.object({
    items: z.array(z.object({ itemID: id, propID: id, value: z.string(), items: z.number(), rooms: z.number() })),
  }),
})
export type UsedItem = z.output<typeof usedInRooms.response>['items'][number]

const unmarked = (text: string): Marked => ({ text, marks: [] })

export const shapes = () => ({
  MarkedText: marked,
  FoundPlace: place,
  FoundItem: itemHit,
  FoundRoom: roomHit,
  FoundProject: group,
  SearchResult: found,
})

export const examples = (): ExamplesOf<typeof import('./search.api.ts')> => ({
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
                      bytes: null,
                      page: null,
                      excerpt: null,
                    },
                  ],
                  inFiles: false,
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
      totals: {
        items: 1,
        inFiles: 0,
        projects: [{ projectID: 3, name: 'Maple Street', items: 1, rooms: 1 }],
        categories: [{ catID: 2, name: 'Paint & Wall Finishes', items: 1 }],
      },
      afterPlaces: null,
      read: [],
      close: [],
      missing: [],
      ignored: [],
    },
  },
  usedInRooms: {
    query: { roomID: 8 },
    response: { items: [{ itemID: 41, propID: 13, value: 'HV-6102', items: 4, rooms: 4 }] },
  },
  whereUsed: { query: { itemID: 41 }, response: { values: [{ field: 'field3', propID: 13, items: 4, rooms: 4 }] } },
})
