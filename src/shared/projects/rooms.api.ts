import * as z from 'zod/mini'
import { cover } from './covers.api.ts'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { id, queryID } from '../contract/id.ts'
import { LIMITS } from '../contract/limits.ts'
import { right } from '../contract/right.schema.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { line } from '../contract/text.ts'
import { deletion } from '../history/trash.api.ts'

export const roomName = line(LIMITS.roomName)

/** Per request. */
export const NEW_ROOMS_AT_ONCE = 50

const roomCard = z.object({
  ID: id,
  name: z.string(),
  roomType: id,
  roomTypeName: z.string(),
  itemCount: z.number(),
  /** Up to five samples of the room's items; see sample.ts. */
  samples: z.array(z.string()),
  may: right,
})
export type RoomCard = z.output<typeof roomCard>

const room = z.object({
  roomID: id,
  roomName: z.string(),
  roomType: id,
  roomTypeName: z.string(),
  projectID: id,
  projectName: z.string(),
  cover,
  may: right,
  template: z.boolean(),
})
export type Room = z.output<typeof room>

export const listRooms = endpoint({
  method: 'GET',
  path: '/getrooms',
  summary: "A project's rooms with their item counts, in an order of their own or alphabetical",
  access: KEEPS_PROJECTS,
  keys: true,
  query: z.strictObject({ projectID: queryID }),
  status: 200,
  response: z.object({ rooms: z.array(roomCard) }),
  mayBeEmpty: true,
})

export const getRoom = endpoint({
  method: 'GET',
  path: '/getroom',
  summary: 'One room',
  access: KEEPS_PROJECTS,
  keys: true,
  query: z.strictObject({ roomID: queryID }),
  status: 200,
  response: room,
})

/** `roomType` is the room type's ID. Two rooms may have the same name. */
export const createRoom = endpoint({
  method: 'PUT',
  path: '/createroom',
  summary: 'Create a room',
  access: KEEPS_PROJECTS,
  keys: true,
  body: z.strictObject({ roomType: id, roomName, projectID: id }),
  needs: 'write',
  target: { project: 'projectID' },
  creates: true,
  status: 201,
  response: z.object({ roomID: id, message: z.string() }),
})

/** All or none. */
export const createRooms = endpoint({
  method: 'PUT',
  path: '/createrooms',
  summary: 'Create several rooms of a project',
  access: KEEPS_PROJECTS,
  keys: true,
  body: z.strictObject({
    projectID: id,
    rooms: z.array(z.strictObject({ roomType: id, roomName })).check(z.minLength(1), z.maxLength(NEW_ROOMS_AT_ONCE)),
  }),
  needs: 'write',
  target: { project: 'projectID' },
  creates: true,
  oneAtATime: true,
  status: 201,
  response: z.object({ roomIDs: z.array(id), message: z.string() }),
})

export const updateRoom = endpoint({
  method: 'POST',
  path: '/room',
  summary: 'Rename a room',
  access: KEEPS_PROJECTS,
  keys: true,
  body: z.strictObject({ roomID: id, roomName }),
  needs: 'write',
  target: { room: 'roomID' },
  status: 200,
  response: message,
})

export const deleteRoom = endpoint({
  method: 'DELETE',
  path: '/room',
  summary: 'Move a room with all that is in it to the trash',
  access: KEEPS_PROJECTS,
  keys: true,
  query: z.strictObject({ roomID: queryID }),
  needs: 'write',
  target: { room: 'roomID' },
  status: 200,
  response: deletion,
})

export const shapes = () => ({ Room: room, RoomCard: roomCard })

export const examples = (): ExamplesOf<typeof import('./rooms.api.ts')> => ({
  listRooms: {
    query: { projectID: 3 },
    response: {
      rooms: [
        {
          ID: 8,
          name: 'Hall',
          roomType: 6,
          roomTypeName: 'Hall',
          itemCount: 7,
          samples: ['paint:#a9b29a'],
          may: 'own',
        },
      ],
    },
  },
  getRoom: {
    query: { roomID: 8 },
    response: {
      roomID: 8,
      roomName: 'Hall',
      roomType: 6,
      roomTypeName: 'Hall',
      projectID: 3,
      projectName: 'Maple Street',
      cover: null,
      may: 'own',
      template: false,
    },
  },
  createRoom: {
    body: { roomType: 6, roomName: 'Hall', projectID: 3 },
    response: { roomID: 8, message: 'Created room "Hall"' },
  },
  createRooms: {
    body: { projectID: 3, rooms: [{ roomType: 6, roomName: 'Hall' }] },
    response: { roomIDs: [8], message: 'Created 1 room' },
  },
  updateRoom: { body: { roomID: 8, roomName: 'Upper Hall' }, response: { message: 'Updated room "Upper Hall"' } },
  deleteRoom: { query: { roomID: 8 }, response: { message: 'Deleted room "Hall"', trashID: 10 } },
})
