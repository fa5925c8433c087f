import * as z from 'zod/mini'
import { deletion } from '../history/trash.api.ts'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { id, queryID, remoteID } from '../contract/id.ts'
import { right } from '../contract/right.schema.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'

/**
 * The photo inbox of a project: pictures wait here, without a time limit, until a user says what they show. Any call
 * that attaches one to an item removes it from the inbox.
 */

/** Maximum photos in one project's inbox. */
export const MOST_INBOX_PHOTOS = 1000
/** Suggested target items, the likeliest first; users find others by search. */
export const LIKELY_ITEMS = 100

const photo = z.object({
  photoID: id,
  remote: z.string(),
  filename: z.string(),
  type: z.string(),
  size: z.number(),
  /** The room where it was taken; null if unknown or deleted. */
  roomID: z.nullable(id),
  roomName: z.nullable(z.string()),
  addedAt: z.string(),
})
export type Photo = z.output<typeof photo>

const likelyItem = z.object({
  itemID: id,
  roomID: id,
  roomName: z.string(),
  title: z.string(),
  catName: z.string(),
  subCatName: z.string(),
  sample: z.nullable(z.string()),
})
export type LikelyItem = z.output<typeof likelyItem>

/** The latest photo first. Items in rooms where a photo was taken come first, then the most recently changed. */
export const listInboxPhotos = endpoint({
  method: 'GET',
  path: '/unsorted',
  summary: "The pictures in a project's photo inbox, and the items they probably show",
  access: KEEPS_PROJECTS,
  keys: true,
  notForTemplates: true,
  target: { project: 'projectID' },
  query: z.strictObject({ projectID: queryID }),
  status: 200,
  response: z.object({
    projectName: z.string(),
    may: right,
    photos: z.array(photo),
    items: z.array(likelyItem),
  }),
})

/** `remote` is an upload of the caller. A photo that is already in an inbox stays there. */
export const addInboxPhoto = endpoint({
  method: 'PUT',
  path: '/unsorted',
  summary: "Add an uploaded picture to a project's photo inbox",
  access: KEEPS_PROJECTS,
  keys: true,
  notForTemplates: true,
  body: z.strictObject({ projectID: id, roomID: z.optional(id), remote: remoteID }),
  needs: 'write',
  target: { room: 'roomID', project: 'projectID' },
  creates: true,
  status: 201,
  response: z.object({ photoID: id, message: z.string() }),
  problems: ['file_not_found'],
})

const photos = z.array(id).check(
  z.minLength(1, { error: 'Name at least one photo.' }),
  z.maxLength(MOST_INBOX_PHOTOS, { error: `Name at most ${MOST_INBOX_PHOTOS} photos.` }),
  z.refine((ids) => new Set(ids).size === ids.length, { error: 'Name each photo once.' }),
)

export const deleteInboxPhotos = endpoint({
  method: 'POST',
  path: '/deleteunsorted',
  summary: "Move pictures of a project's inbox to the trash, as one entry",
  access: KEEPS_PROJECTS,
  notForTemplates: true,
  body: z.strictObject({ projectID: id, photoIDs: photos }),
  needs: 'write',
  target: { project: 'projectID' },
  creates: true,
  oneAtATime: true,
  status: 200,
  response: deletion,
})

/**
 * The photo keeps its place in the inbox and its bytes, but gets a new id, `remote`: the versions from `GET
 * /download/{remote}` are rotated. Four turns restore the original orientation.
 */
export const turnPhoto = endpoint({
  method: 'POST',
  path: '/turnphoto',
  summary: "Turn a picture in a project's photo inbox a quarter to the left, without loss",
  access: KEEPS_PROJECTS,
  notForTemplates: true,
  body: z.strictObject({ projectID: id, photoID: id }),
  needs: 'write',
  target: { project: 'projectID' },
  creates: true,
  oneAtATime: true,
  status: 200,
  response: z.object({ remote: z.string(), message: z.string() }),
  problems: ['cannot_turn'],
})

/**
 * Photos get free names on the item. `POST /undo` of `eventID` returns them to the inbox. If another user has already
 * sorted one of the photos, responds 404 and changes nothing.
 */
export const addPhotosToItem = endpoint({
  method: 'POST',
  path: '/sortphotos',
  summary: "Put pictures of a project's inbox on an item of the project",
  access: KEEPS_PROJECTS,
  notForTemplates: true,
  body: z.strictObject({ itemID: id, photoIDs: photos }),
  needs: 'write',
  target: { item: 'itemID' },
  creates: true,
  oneAtATime: true,
  status: 200,
  response: z.object({ eventID: id, message: z.string() }),
})

export const shapes = () => ({ InboxPhoto: photo, LikelyItem: likelyItem })

export const examples = (): ExamplesOf<typeof import('./inbox.api.ts')> => ({
  listInboxPhotos: {
    query: { projectID: 3 },
    response: {
      projectName: 'Maple Street',
      may: 'own',
      photos: [
        {
          photoID: 17,
          remote: 'Zk3vQ0yqT2uXw8fR1aB5cg',
          filename: 'IMG_2041.jpg',
          type: 'image/jpeg',
          size: 2_411_724,
          roomID: 8,
          roomName: 'Hall',
          addedAt: '2026-02-14T09:02:11.000Z',
        },
      ],
      items: [
        {
          ...{ itemID: 41, roomID: 8, roomName: 'Hall', title: 'Dry Sage HV-6102' },
          ...{ catName: 'Paint', subCatName: 'Wall Paint', sample: 'paint #B9C6B4' },
        },
      ],
    },
  },
  addInboxPhoto: {
    body: { projectID: 3, roomID: 8, remote: 'Zk3vQ0yqT2uXw8fR1aB5cg' },
    response: { photoID: 17, message: 'Added photo "IMG_2041.jpg"' },
  },
  deleteInboxPhotos: {
    body: { projectID: 3, photoIDs: [17] },
    response: { message: 'Deleted photo "IMG_2041.jpg"', trashID: 12 },
  },
  turnPhoto: {
    body: { projectID: 3, photoID: 17 },
    response: { remote: 'q9Yb2LmX4nT7sV0cE5dRgw', message: 'Turned photo "IMG_2041.jpg"' },
  },
  addPhotosToItem: {
    body: { itemID: 41, photoIDs: [17] },
    response: { eventID: 130, message: 'Added 1 photo to "Dry Sage HV-6102"' },
  },
})
