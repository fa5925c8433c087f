import { readdirSync } from 'node:fs'
import { Readable } from 'node:stream'
import { addItemFiles } from '../../../src/shared/items/items.api.ts'
import { deleteProject } from '../../../src/shared/projects/projects.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { deletePermanently } from '../../../src/shared/history/trash.api.ts'
import { mintActor } from '../../../src/server/platform/db/actor.ts'
import type { Database } from '../../../src/server/platform/db/database.ts'
import { storeBytes } from '../../../src/server/platform/storage/store-bytes.service.ts'
import { addUploads, type StoredFile } from '../../../src/server/attachments/uploads.repo.ts'
import { somebodyWaits } from '../../support/somebody-waits.ts'
import { multipart, signIn, startTestApp, type Client, IN_FOLDER } from '../../support/test-app.ts'

export const textFile = (name: string, text: string) => ({ name, bytes: Buffer.from(text) })

export const ONE_STORE = { alone: 'It delays or breaks the store of one server.' }

export const start = async (how: Parameters<typeof startTestApp>[1] = {}) => {
  const started = await startTestApp(IN_FOLDER, how)
  const { services, app } = started
  const { db, store, clock } = services
  const user = await started.newUser('robin')
  const { id } = await db.selectFrom('users').select('id').where('username', '=', 'robin').executeTakeFirstOrThrow()
  const actor = mintActor({
    userID: id,
    username: 'robin',
    roles: [Role.User],
    sessionID: 0,
    mustChangePassword: false,
    mustSetUpSecondFactor: false,
  })
  const upload = async (text: string, client = user) => {
    const [file] = await client.upload([textFile('a.txt', text)])
    return file?.remote ?? ''
  }
  return {
    ...started,
    db,
    store,
    user,
    upload,
    /** The keys in the file store. */
    stored: () =>
      readdirSync(services.config.filesFolder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .sort(),
    blobs: () => db.selectFrom('blobs').selectAll().orderBy('id').execute(),
    uploads: () => db.selectFrom('uploads').selectAll().orderBy('id').execute(),
    pending: async () => (await db.selectFrom('pending_writes').selectAll().execute()).length,
    bytesOf: async (remote: string, client = user) => {
      const { statusCode, body } = await client.raw({ url: `/download/${remote}` })
      return statusCode === 200 ? body : statusCode
    },
    /** Bytes in the store without an upload, and the transaction that makes them one of the user's. */
    storedFile: async (text: string) => {
      const file = { originalName: 'b.txt', ...(await storeBytes(services, Readable.from([Buffer.from(text)]))) }
      return { ...file, add: (trx: Database) => addUploads(trx, clock, actor, [file], services.config) }
    },
    addAll: (trx: Database, files: readonly StoredFile[]) => addUploads(trx, clock, actor, files, services.config),
    /** A file on an item, and a function that deletes it permanently. */
    fileOnItem: async (text: string, client = user) => {
      const projectID = await client.newProject(`Home of "${text}"`)
      const remote = await upload(text, client)
      const itemID = await client.newItem(projectID, await client.newRoom(projectID))
      await client.must(addItemFiles, { body: { itemID, files: [{ name: 'a.txt', remote }] } })
      const forGood = async () => {
        const { trashID } = await client.must(deleteProject, { query: { projectID } })
        await client.must(deletePermanently, { query: { trashID } })
      }
      return { remote, itemID, forGood }
    },
    later: async (time: number) => {
      started.clock.turn(time)
      return signIn(app, 'robin')
    },
    /** Makes a step of the store wait until the test releases it. */
    gate: (step: 'put' | 'remove') => {
      const real = store[step].bind(store) as (...args: unknown[]) => Promise<void>
      let open: () => void = () => {}
      let reached: () => void = () => {}
      const opened = new Promise<void>((resolve) => (open = resolve))
      const isReached = new Promise<void>((resolve) => (reached = resolve))
      store[step] = async (...args: unknown[]) => {
        reached()
        await opened
        await real(...args)
      }
      return { open, reached: isReached }
    },
    somebodyWaits: (howMany?: number) => somebodyWaits(db, howMany),
  }
}

export const statusOfUpload = async (user: Client, text: string) =>
  (await user.raw({ method: 'POST', url: '/upload', ...multipart([textFile('a.txt', text)]) })).statusCode
