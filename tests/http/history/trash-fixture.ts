import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  addItemFiles,
  deleteItem,
  deleteItemFile,
  getItem,
  listItems,
  type FileEntry,
} from '../../../src/shared/items/items.api.ts'
import { deleteProject, getProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { deleteRoom, listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { deletePermanently, listTrash, restore } from '../../../src/shared/history/trash.api.ts'
import type { UnscopedDatabase } from '../../../src/server/platform/db/access/unscoped.ts'
import { signIn, startTestApp, type Client, IN_FOLDER } from '../../support/test-app.ts'

export const ADDRESS = { address: '418 Maple Street', city: 'Burlington', state: 'VT', zip: '05401' }
export const NOBODYS = Number.MAX_SAFE_INTEGER

/** A user with a project, a room and an item, and shortcuts for the calls of these tests. */
export const startWithItem = async (config: Parameters<typeof startTestApp>[0] = {}) => {
  const started = await startTestApp({ ...IN_FOLDER, ...config })
  const { services, clock } = started
  const user = await started.newUser('robin')
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const itemID = await user.newItem(projectID, roomID, { field1: 'Castellan', notes: 'left of the sink' })
  const filesFolder = join(services.config.dataDir, 'files')
  return {
    ...started,
    ...shortcuts(user),
    db: services.db,
    user,
    projectID,
    roomID,
    itemID,
    /** Names of the files in the file store. */
    stored: () =>
      readdirSync(filesFolder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
    pathOf: (storageKey: string) => join(filesFolder, storageKey.slice(0, 2), storageKey),
    /** The same user after `time` milliseconds; the previous session has ended by then. */
    after: async (time: number) => {
      clock.turn(time)
      const later = await signIn(started.app, 'robin')
      return { later, ...shortcuts(later) }
    },
  }
}

export const shortcuts = (user: Client) => ({
  trash: () => user.must(listTrash, {}),
  undo: (trashID: number) => user.call(restore, { body: { trashID } }),
  forGood: (trashID: number) => user.call(deletePermanently, { query: { trashID } }),
  attach: (itemID: number, files: FileEntry[]) => user.call(addItemFiles, { body: { itemID, files } }),
  namesOn: async (itemID: number) =>
    (await user.must(getItem, { query: { itemID } })).attachments.map(({ name }) => name),
  /** The remotes of new uploads, one per name. */
  uploaded: async (...names: string[]): Promise<string[]> => {
    const files = await user.upload(names.map((name) => ({ name, bytes: Buffer.from(`bytes of ${name}`) })))
    return files.map(({ remote }) => remote)
  },
  bytesOf: async (remote: string) => {
    const { statusCode, body } = await user.raw({ url: `/download/${remote}` })
    return statusCode === 200 ? body : statusCode
  },
  gone: {
    project: (projectID: number) => user.must(deleteProject, { query: { projectID } }),
    room: (roomID: number) => user.must(deleteRoom, { query: { roomID } }),
    item: (itemID: number) => user.must(deleteItem, { query: { itemID } }),
    file: (itemID: number, remote: string) => user.must(deleteItemFile, { query: { itemID, remote } }),
  },
})

export const entriesOf = (remotes: readonly string[], ...names: string[]): FileEntry[] =>
  names.map((name, at) => ({ name, remote: remotes[at] ?? '' }))

/** Everything a user sees of their projects. */
export const wholeView = async (user: Client) => {
  const projects = (await user.call(listProjects, {})).body?.projects ?? []
  return Promise.all(
    projects.map(async (card) => {
      const rooms = (await user.call(listRooms, { query: { projectID: card.projectID } })).body?.rooms ?? []
      return {
        card,
        project: await user.must(getProject, { query: { projectID: card.projectID } }),
        rooms: await Promise.all(
          rooms.map(async (room) => ({ room, items: await user.must(listItems, { query: { roomID: room.ID } }) })),
        ),
      }
    }),
  )
}

export const countsOf = async (db: UnscopedDatabase) => {
  const tables = ['projects', 'rooms', 'items', 'item_files', 'uploads', 'blobs', 'trash_entries'] as const
  const counts = await Promise.all(
    tables.map(async (table) => (await db.selectFrom(table).select('id').execute()).length),
  )
  return Object.fromEntries(tables.map((table, at) => [table, counts[at]]))
}

export const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()
export const ABSENT = { statusCode: 404, code: 'not_found' }

/** The home with three files on the item, and one deletion per kind of thing. */
export const startWithFiles = async () => {
  const started = await startWithItem()
  const { projectID, roomID, itemID, gone } = started
  const remotes = await started.uploaded('a.txt', 'b.txt', 'c.txt')
  const [, remote = ''] = remotes
  await started.attach(itemID, entriesOf(remotes, 'a.txt', 'b.txt', 'c.txt'))
  return {
    ...started,
    remotes,
    remote,
    deletionOf: {
      project: () => gone.project(projectID),
      room: () => gone.room(roomID),
      item: () => gone.item(itemID),
      attachment: () => gone.file(itemID, remote),
    },
  }
}

export const NAMES = {
  project: 'Maple Street',
  room: 'Kitchen',
  item: 'Castellan',
  attachment: 'b.txt',
} as const

export const KINDS = Object.keys(NAMES) as (keyof typeof NAMES)[]
