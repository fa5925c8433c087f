import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../src/server/app.ts'
import { listApplied, MIGRATION_NAMES } from '../../src/server/db/database.ts'
import { listConsultations } from '../../src/shared/consultations.ts'
import { listItems } from '../../src/shared/items.ts'
import { listUsers } from '../../src/shared/people.ts'
import { listProjects } from '../../src/shared/projects.ts'
import { listRooms } from '../../src/shared/rooms.ts'
import { listStructureChanges } from '../../src/shared/structure.ts'
import { listDeleted } from '../../src/shared/trash.ts'
import { listRoomTypes } from '../../src/shared/catalogue.ts'
import { emptyInstallation, inManifest, restoreInto, rewritten } from '../support/backups.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { signIn, startTestApp, type Client } from '../support/test-app.ts'

/**
 * A backup that the first version of the archive's form was written into, and what people saw in it. Neither is ever made
 * anew: whatever changes, this archive has to be restored as it is.
 */
const ARCHIVE = fileURLToPath(new URL('../backups/first-version.zip', import.meta.url))
const SEEN = new URL('../backups/first-version.json', import.meta.url)

interface Seen {
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
  const trash = (await client.must(listDeleted, {})).map(({ kind, name, where, deletedAt }) => {
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

const seenIn = async (app: FastifyInstance): Promise<Omit<Seen, 'at'>> => ({
  installation: await seenByAdmin(await signIn(app, 'robin')),
  people: { robin: await seenBy(await signIn(app, 'robin')), casey: await seenBy(await signIn(app, 'casey')) },
})

/** What people see in it on the day that it was made, before the trash lets go of what is in it. */
const seenAfterRestoring = async (path: string, at: string) => {
  const to = await emptyInstallation()
  await restoreInto(to, path)
  const { services } = await startTestApp()
  const clock = { now: () => new Date(at) }
  const app = await createApp({ ...services, config: to.config, db: to.db, store: to.store, clock })
  onTestFinished(() => app.close())
  return { to, seen: await seenIn(app) }
}

// Proves 10.78
test('a backup of the first version is restored, with everything that people saw in it', async () => {
  const { at, ...expected } = JSON.parse(readFileSync(SEEN, 'utf8')) as Seen
  const { seen } = await seenAfterRestoring(ARCHIVE, at)
  expect(seen).toEqual(expected)
})

// Proves 10.78
test('a backup of a time before the tables of today is brought up to date', async () => {
  const { at, ...expected } = JSON.parse(readFileSync(SEEN, 'utf8')) as Seen
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // As it was before blobs had owners.
  let sha256 = ''
  const earlier = (name: string, bytes: Buffer) => {
    if (name === 'tables/blobs.jsonl') {
      const [columns = [], ...rows] = bytes
        .toString()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown[])
      const at = columns.indexOf('owner_id')
      const before = [columns, ...rows].map((row) => JSON.stringify(row.toSpliced(at, 1)))
      const changed = Buffer.from(`${before.join('\n')}\n`)
      sha256 = createHash('sha256').update(changed).digest('hex')
      return changed
    }
    return inManifest(name, bytes, (manifest) => {
      const blobs = (manifest.tables as { name: string }[]).find((table) => table.name === 'blobs')
      Object.assign(blobs ?? {}, { sha256 })
      manifest.migration = '0004-search-of-people'
    })
  }
  const path = await rewritten(ARCHIVE, earlier, join(folder, 'earlier.zip'))
  const { seen, to } = await seenAfterRestoring(path, at)
  expect(seen).toEqual(expected)
  expect(await listApplied(to.db)).toEqual(MIGRATION_NAMES)
  expect(await to.db.selectFrom('blobs').select('id').where('owner_id', 'is', null).execute()).toEqual([])
})
