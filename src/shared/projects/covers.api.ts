import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { id, queryID, remoteID } from '../contract/id.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'

/** The remote of the picture at the top of a room or project; null for its material board. */
export const cover = z.nullable(z.string())

const picture = z.object({
  remote: z.string(),
  /** The display name. */
  name: z.string(),
  caption: z.string(),
  itemID: id,
  /** The item's title. */
  title: z.string(),
  roomID: id,
  roomName: z.string(),
})
export type Picture = z.output<typeof picture>

export const listPictures = endpoint({
  method: 'GET',
  path: '/pictures',
  summary: 'The pictures on the items of a project or of one of its rooms, room by room',
  access: KEEPS_PROJECTS,
  keys: true,
  query: z.strictObject({ projectID: queryID, roomID: z.optional(queryID) }),
  status: 200,
  response: z.object({ pictures: z.array(picture) }),
})

/**
 * `remote` is a picture of an item in the room. Null shows the material board, which is also shown if the picture is
 * deleted.
 */
export const setRoomCover = endpoint({
  method: 'POST',
  path: '/roomcover',
  summary: 'Choose the cover of a room',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ roomID: id, remote: z.nullable(remoteID) }),
  needs: 'write',
  target: { room: 'roomID' },
  status: 200,
  response: message,
  problems: ['no_picture'],
})

/** Like `setRoomCover`, for a project. */
export const setProjectCover = endpoint({
  method: 'POST',
  path: '/projectcover',
  summary: 'Choose the cover of a project',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ projectID: id, remote: z.nullable(remoteID) }),
  needs: 'own',
  target: { project: 'projectID' },
  status: 200,
  response: message,
  problems: ['no_picture'],
})

export const shapes = () => ({ Picture: picture })

export const examples = (): ExamplesOf<typeof import('./covers.api.ts')> => {
  const remote = 'Zk3vQ0yqT2uXw8fR1aB5cg'
  const picture = { remote, name: 'dry-sage-can.jpg', caption: 'The label of the can' }
  return {
    listPictures: {
      query: { projectID: 3 },
      response: { pictures: [{ ...picture, itemID: 41, title: 'Dry Sage HV-6102', roomID: 8, roomName: 'Hall' }] },
    },
    setRoomCover: { body: { roomID: 8, remote }, response: { message: 'Changed the cover of "Hall"' } },
    setProjectCover: {
      body: { projectID: 3, remote: null },
      response: { message: '"Maple Street" now shows its material board' },
    },
  }
}
