import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { listRoomTypes } from '../../src/shared/structure/room-structure.api.ts'
import { listConsultations } from '../../src/shared/admin/consultations.api.ts'
import { listItems } from '../../src/shared/items/items.api.ts'
import { listUsers } from '../../src/shared/identity/people.api.ts'
import { listProjects } from '../../src/shared/projects/projects.api.ts'
import { listRooms } from '../../src/shared/projects/rooms.api.ts'
import { listStructureChanges } from '../../src/shared/structure/structure-file.api.ts'
import { listTrash } from '../../src/shared/history/trash.api.ts'
import { PASSWORD, signIn, type Client } from './test-app.ts'

/** Everything that people see in an installation of old, but for what a later version shows beside it. */
export interface Seen {
  /** The moment at which they saw it. */
  at: string
  installation: object
  people: Record<string, object>
}

const seenBy = async (client: Client) => {
  const projects = []
  for (const { projectID, name } of (await client.must(listProjects, {})).projects) {
    const rooms = []
    for (const { ID: roomID, name: roomName } of (await client.must(listRooms, { query: { projectID } })).rooms) {
      const items = []
      for (const item of await client.must(listItems, { query: { roomID } })) {
        const files = []
        for (const { name: shown, filename, remote, type, size } of item.attachments) {
          const { rawPayload } = await client.raw({ url: `/download/${remote}` })
          const sha256 = createHash('sha256').update(rawPayload).digest('hex')
          files.push({ name: shown, filename, type, size, sha256 })
        }
        const fields = item.labels.map(({ label, field }) => [label, item[field]])
        const { itemID, catName, subcatName, note, version, updatedAt } = item
        items.push({ itemID, catName, subcatName, fields, note, version, updatedAt, files })
      }
      rooms.push({ roomID, roomName, items })
    }
    projects.push({ projectID, name, rooms })
  }
  const trash = (await client.must(listTrash, {})).map(({ kind, name, where, deletedAt }) => {
    return { kind, name, where, deletedAt }
  })
  return { projects, trash }
}

const seenByAdmin = async (client: Client) => ({
  users: (await client.must(listUsers, { query: {} })).users.map(({ username, email, name, roles, locked }) => {
    return { username, email, name, roles, locked }
  }),
  roomTypes: (await client.must(listRoomTypes, {})).rooms.map(({ roomTypeName }) => roomTypeName),
  changes: (await client.must(listStructureChanges, { query: {} })).map(({ by, at, what, before, after }) => {
    return { by, at, what, before, after }
  }),
  consultations: (await client.must(listConsultations, {})).map(({ name, email, about, createdAt, done }) => {
    return { name, email, about, createdAt, done }
  }),
})

/** What the Admin robin and the User casey see, who have the same password. */
export const seenIn = async (app: FastifyInstance, password = PASSWORD): Promise<Omit<Seen, 'at'>> => {
  const robin = await signIn(app, 'robin', password)
  const casey = await signIn(app, 'casey', password)
  return { installation: await seenByAdmin(robin), people: { robin: await seenBy(robin), casey: await seenBy(casey) } }
}
