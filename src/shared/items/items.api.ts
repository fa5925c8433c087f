import * as z from 'zod/mini'
import { fieldLabel, kindOfField, slot } from '../structure/room-structure.api.ts'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { id, queryID, remoteID } from '../contract/id.ts'
import { LIMITS } from '../contract/limits.ts'
import { right } from '../contract/right.schema.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { exactText, line, optionalLine } from '../contract/text.ts'
import { SENTENCES } from '../contract/text-rules.ts'
import { deletion } from '../history/trash.api.ts'

/** A text as sent: null clears it, an absent one is not changed. */
const sentText = (max: number) => z.optional(z.nullable(exactText(max)))
const itemText = sentText(LIMITS.itemField)
const itemInputs = z.strictObject({
  field1: itemText,
  field2: itemText,
  field3: itemText,
  field4: itemText,
  field5: itemText,
  field6: itemText,
  notes: sentText(LIMITS.notes),
})
export type ItemInputs = z.output<typeof itemInputs>

/** Fits the maximum of files attached at once, with display names in any script. */
const BODY_BYTES_WITH_FILES = 384 * 1024

const TOO_MANY_FILES = `At most ${LIMITS.filesAtOnce} files can be attached at once.`
const FILES_MALFORMED = 'Must be JSON text that maps display names to file identifiers.'

/** The `files` member: JSON text of {"display name": "remote id"}, parsed to a list of entries in order. */
const filesText = z.optional(
  z.nullable(
    z.string({ error: FILES_MALFORMED }).check(
      z.refine<string>((text) => Object.keys(mapIn(text) ?? {}).length <= LIMITS.filesAtOnce, {
        error: TOO_MANY_FILES,
        abort: true,
      }),
      z.refine<string>((text) => parseFiles(text) !== undefined, { error: FILES_MALFORMED }),
      z.meta({ maxLength: BODY_BYTES_WITH_FILES }),
    ),
  ),
)

export interface FileEntry {
  name: string
  remote: string
}

const displayNameText = exactText(LIMITS.line).check(z.minLength(1, { error: SENTENCES.fileNameMissing }))
const fileEntry = z.strictObject({ name: displayNameText, remote: remoteID })

/** The unvalidated map in a `files` text; undefined if it is not a map. */
const mapIn = (text: string): object | undefined => {
  if (text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The entries of a `files` text in order; undefined if malformed. Empty text means no files. */
export const parseFiles = (text: string): FileEntry[] | undefined => {
  const map = mapIn(text)
  if (!map) return undefined
  // Parse entries, not the object: a parsed record would drop a file named "__proto__".
  const parsed = z.array(fileEntry).safeParse(Object.entries(map).map(([name, remote]) => ({ name, remote })))
  return parsed.success ? parsed.data : undefined
}

/** The `files` text of a list. Built from entries, so that a file named "__proto__" is kept. */
export const filesJSON = (files: readonly FileEntry[]): string =>
  JSON.stringify(Object.fromEntries(files.map(({ name, remote }) => [name, remote])))

const attachment = z.object({
  /** The display name. */
  name: z.string(),
  /** The original file name. */
  filename: z.string(),
  remote: z.string(),
  /** One line; '' for none. */
  caption: z.string(),
  /** Detected from the bytes, never from the name. */
  type: z.string(),
  size: z.number(),
})
export type Attachment = z.output<typeof attachment>

const replaced = z.object({
  /** When it was replaced. */
  at: z.string(),
  /** The title the item had then. */
  title: z.string(),
  /** See sample.ts. */
  sample: z.nullable(z.string()),
})
export type Replaced = z.output<typeof replaced>

export const item = z.object({
  itemID: id,
  projectID: id,
  roomID: id,
  catID: id,
  subcatID: id,
  catName: z.string(),
  subCatName: z.string(),
  subcatName: z.string(),
  field1: z.string(),
  field2: z.string(),
  field3: z.string(),
  field4: z.string(),
  field5: z.string(),
  field6: z.string(),
  note: z.string(),
  files: z.string(),
  labels: z.array(fieldLabel),
  /** The kinds of labels that are more than text. Servers of the previous version omit this. */
  kinds: z.optional(z.array(kindOfField)),
  /** The slots that make up the title, in order; see item-title.ts. */
  telling: z.array(slot),
  /** The title: the values of these slots, or the subcategory's name. Never empty. */
  title: z.string(),
  attachments: z.array(attachment),
  projectName: z.string(),
  roomName: z.string(),
  /** See sample.ts; null if the fields name no material. */
  sample: z.nullable(z.string()),
  updatedAt: z.string(),
  version: z.number(),
  may: right,
  /** The title values replaced last; only when a single item is requested, and only if there are any. */
  replaced: z.optional(replaced),
})
export type Item = z.output<typeof item>

export const listItems = endpoint({
  method: 'GET',
  path: '/items',
  summary: "A room's items with their labels and attachments, as created",
  access: KEEPS_PROJECTS,
  keys: true,
  query: z.strictObject({ roomID: queryID }),
  status: 200,
  response: z.array(item),
})

export const getItem = endpoint({
  method: 'GET',
  path: '/item',
  summary: 'One item',
  access: KEEPS_PROJECTS,
  keys: true,
  query: z.strictObject({ itemID: queryID }),
  status: 200,
  response: item,
})

/**
 * Labels of end dates whose values are ambiguous, such as 03/04/2031, or count from an unknown day, so they are not in
 * Upcoming. Absent if there are none.
 */
const unclear = z.optional(z.array(z.string()))

/** `labels`, if sent, are those the user saw; if they have changed, responds 409 with the current ones in `current`. */
export const createItem = endpoint({
  method: 'PUT',
  path: '/item',
  summary: 'Create an item; absent inputs and files are empty',
  access: KEEPS_PROJECTS,
  keys: true,
  body: z.strictObject({
    projectID: id,
    roomID: id,
    catID: id,
    subcatID: id,
    inputs: itemInputs,
    files: filesText,
    labels: z.optional(z.array(fieldLabel).check(z.maxLength(LIMITS.itemFields))),
  }),
  bodyBytes: BODY_BYTES_WITH_FILES,
  needs: 'write',
  target: { room: 'roomID', project: 'projectID' },
  creates: true,
  status: 201,
  response: z.object({ itemID: id, message: z.string(), unclear }),
  problems: ['subcategory_not_there', 'slot_without_label', 'labels_changed', 'file_not_found'],
})

/** `version`, if sent and outdated, is a 409 with the item in `current`. */
export const updateItem = endpoint({
  method: 'POST',
  path: '/item',
  summary: 'Change an item; absent inputs and files stay as they are',
  access: KEEPS_PROJECTS,
  keys: true,
  body: z.strictObject({ itemID: id, inputs: itemInputs, files: filesText, version: z.optional(id) }),
  bodyBytes: BODY_BYTES_WITH_FILES,
  needs: 'write',
  target: { item: 'itemID' },
  status: 200,
  response: z.object({ message: z.string(), version: z.number(), unclear }),
  problems: ['item_changed', 'slot_without_label', 'file_not_found'],
})

export const addItemFiles = endpoint({
  method: 'PUT',
  path: '/itemfiles',
  summary: 'Attach uploaded files to an item and touch nothing else',
  access: KEEPS_PROJECTS,
  keys: true,
  body: z.strictObject({
    itemID: id,
    files: z
      .array(fileEntry, { error: 'Must be a list of files.' })
      .check(
        z.minLength(1, { error: SENTENCES.filesMissing }),
        z.maxLength(LIMITS.filesAtOnce, { error: TOO_MANY_FILES }),
      ),
  }),
  bodyBytes: BODY_BYTES_WITH_FILES,
  needs: 'write',
  target: { item: 'itemID' },
  status: 201,
  response: z.object({ files: z.string(), attachments: z.array(attachment) }),
  problems: ['file_not_found'],
})

/**
 * Absent members of `inputs` stay unchanged. Moves the file before another one of the item, or to the end with null; if
 * that file is gone, the file keeps its place. `was`, if sent and outdated, is a 409 with the attachments in `current`.
 * The item's first picture is its cover.
 */
export const fileInputs = z.strictObject({
  name: z.optional(line(LIMITS.displayName)),
  caption: z.optional(optionalLine(LIMITS.caption)),
  before: z.optional(z.nullable(remoteID)),
})

export const updateItemFile = endpoint({
  method: 'POST',
  path: '/itemfile',
  summary: 'Change the display name, the caption or the place of one attachment',
  access: KEEPS_PROJECTS,
  keys: true,
  body: z.strictObject({
    itemID: id,
    remote: remoteID,
    inputs: fileInputs,
    was: z.optional(z.strictObject({ name: displayNameText, caption: exactText(LIMITS.caption) })),
  }),
  needs: 'write',
  target: { item: 'itemID' },
  status: 200,
  response: z.object({ message: z.string(), files: z.string(), attachments: z.array(attachment) }),
  problems: ['file_changed'],
})

export const deleteItem = endpoint({
  method: 'DELETE',
  path: '/item',
  summary: 'Move an item with its attachments to the trash',
  access: KEEPS_PROJECTS,
  keys: true,
  query: z.strictObject({ itemID: queryID }),
  needs: 'write',
  target: { item: 'itemID' },
  status: 200,
  response: z.object({ ...deletion.shape, eventID: id }),
})

export const deleteItemFile = endpoint({
  method: 'DELETE',
  path: '/itemfile',
  summary: 'Move one attachment of an item to the trash',
  access: KEEPS_PROJECTS,
  keys: true,
  query: z.strictObject({ itemID: queryID, remote: remoteID }),
  needs: 'write',
  target: { item: 'itemID' },
  status: 200,
  response: deletion,
})

export const shapes = () => ({
  Item: item,
  ItemInput: itemInputs,
  Attachment: attachment,
  AttachmentInput: fileInputs,
  ReplacedTitle: replaced,
})

export const examples = (): ExamplesOf<typeof import('./items.api.ts')> => {
  const remote = 'Zk3vQ0yqT2uXw8fR1aB5cg'
  const attachment = {
    name: 'dry-sage-can.jpg',
    filename: 'dry-sage-can.jpg',
    remote,
    caption: 'The label of the can',
    type: 'image/jpeg',
    size: 482113,
  }
  const labels = [
    { propID: 11, label: 'Brand', field: 'field1' as const },
    { propID: 12, label: 'Color Name', field: 'field2' as const },
    { propID: 13, label: 'Color Code', field: 'field3' as const },
    { propID: 14, label: 'Finish', field: 'field4' as const },
  ]
  const inputs = {
    field1: 'Harrow & Vale',
    field2: 'Dry Sage',
    field3: 'HV-6102',
    field4: 'Eggshell',
    field5: '',
    field6: '',
  }
  const item = {
    itemID: 41,
    projectID: 3,
    roomID: 8,
    catID: 2,
    subcatID: 17,
    catName: 'Paint & Wall Finishes',
    subCatName: 'Paint',
    subcatName: 'Paint',
    ...inputs,
    note: 'Two coats over white primer.',
    files: JSON.stringify({ [attachment.name]: remote }),
    labels,
    kinds: [{ field: 'field2' as const, kind: 'color' as const }],
    telling: ['field2' as const, 'field3' as const],
    title: 'Dry Sage HV-6102',
    attachments: [attachment],
    projectName: 'Maple Street',
    roomName: 'Hall',
    sample: 'paint:#a9b29a',
    updatedAt: '2026-02-14T16:20:11.000Z',
    version: 3,
    may: 'own' as const,
  }
  return {
    listItems: { query: { roomID: 8 }, response: [item] },
    getItem: {
      query: { itemID: 41 },
      response: {
        ...item,
        replaced: { at: '2025-06-02T09:14:00.000Z', title: 'Clay Wash HV-2207', sample: 'paint #B8613F' },
      },
    },
    createItem: {
      body: {
        projectID: 3,
        roomID: 8,
        catID: 2,
        subcatID: 17,
        inputs: { ...inputs, notes: 'Two coats over white primer.' },
        files: JSON.stringify({ [attachment.name]: remote }),
      },
      response: { itemID: 41, message: 'Successfully Created New Item' },
    },
    updateItem: {
      body: { itemID: 41, inputs: { field4: 'Satin' }, version: 3 },
      response: { message: 'Successfully Updated Paint & Wall Finishes – Paint', version: 4 },
    },
    deleteItem: { query: { itemID: 41 }, response: { message: 'Deleted item "Dry Sage"', trashID: 11, eventID: 119 } },
    addItemFiles: {
      body: { itemID: 41, files: [{ name: attachment.name, remote }] },
      response: { files: JSON.stringify({ [attachment.name]: remote }), attachments: [attachment] },
    },
    updateItemFile: {
      body: { itemID: 41, remote, inputs: { caption: 'The label of the can' } },
      response: {
        message: 'Updated "dry-sage-can.jpg"',
        files: JSON.stringify({ [attachment.name]: remote }),
        attachments: [attachment],
      },
    },
    deleteItemFile: {
      query: { itemID: 41, remote },
      response: { message: 'Removed "dry-sage-can.jpg"', trashID: 12 },
    },
  }
}
