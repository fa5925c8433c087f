import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../../src/server/app.ts'
import { MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { migrate, transact } from '../../../src/server/platform/db/database.ts'
import { unavailable } from '../../../src/server/platform/http/app-error.ts'
import { loadDefaultStructure } from '../../../src/server/structure/default-structure.ts'
import { emailChangedMailJob } from '../../../src/server/identity/account/email-changed-mail.service.ts'
import { resetMailJob } from '../../../src/server/identity/passwords/reset-mail.service.ts'
import { makeBackupJob } from '../../../src/server/admin/backup/schedule.ts'
import { JOBS } from '../../../src/server/job-registry.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { unscoped } from '../../../src/server/platform/db/access/unscoped.ts'
import { requestConsultation } from '../../../src/shared/admin/consultations.api.ts'
import { deleteItem, filesJSON, getItem, updateItem } from '../../../src/shared/items/items.api.ts'
import { deletePermanently } from '../../../src/shared/history/trash.api.ts'
import {
  backUp,
  contentOf,
  emptyInstallation,
  filledInstallation,
  installationOf,
  restoreInto,
} from '../../support/backups.ts'
import { runDueJobs } from '../../support/jobs.ts'
import { startS3Server } from '../../support/s3-server.ts'
import { signIn, startTestApp, type TestApp, IN_FOLDER } from '../../support/test-app.ts'

const ROWS = 5000

/** Every kind of thing, and enough items to be read and written in many parts. */
const startFilled = async () => {
  const filled = await filledInstallation(await startTestApp())
  const { db, itemID } = filled
  const { id: _, ...item } = await db.selectFrom('items').selectAll().where('id', '=', itemID).executeTakeFirstOrThrow()
  for (let made = 0; made < ROWS; made += 500) {
    const rows = Array.from({ length: 500 }, (_, n) => ({ ...item, field1: `item ${made + n}` }))
    await db.insertInto('items').values(rows).execute()
  }
  return { ...filled, from: installationOf(filled) }
}

/** The app on an existing database and store. */
const appOn = async (
  { config, db, store, clock }: Awaited<ReturnType<typeof emptyInstallation>>,
  { services }: TestApp,
) => createApp({ ...services, config, db, store, clock }, { checkAnswers: true })

describe('a backup', () => {
  test('copies every row and every byte to the other store, to SQLite, and back', async () => {
    const { from } = await startFilled()
    const content = await contentOf(from)
    expect(content.tables.items?.length).toBeGreaterThan(ROWS)
    expect(Object.values(content.files)).not.toContain(undefined)

    const there = await emptyInstallation({ onSQLite: true, s3: (await startS3Server()).settings })
    await restoreInto(there, (await backUp(from, from.folder)).path)
    expect(await contentOf(there)).toEqual(content)

    const back = await emptyInstallation()
    await restoreInto(back, (await backUp(there, there.folder)).path)
    expect(await contentOf(back)).toEqual(content)
  })

  test('can be restored into an installation that was started but never used', async () => {
    const from = installationOf(await filledInstallation(await startTestApp()))
    const fresh = await emptyInstallation()
    await migrate(fresh.db)
    await loadDefaultStructure(fresh.db)
    await restoreInto(fresh, (await backUp(from, from.folder)).path)
    expect(await contentOf(fresh)).toEqual(await contentOf(from))
  })

  test('restores a working installation: users sign in again, files exist, and no id is used twice', async () => {
    const started = await filledInstallation(await startTestApp())
    const { robin, projectID, roomID, itemID } = started
    const gone = await robin.newItem(projectID, roomID)
    const { trashID } = await robin.must(deleteItem, { query: { itemID: gone } })
    await robin.must(deletePermanently, { query: { trashID } })
    const from = installationOf(started)

    // Twice, because an engine's next id must survive both ways.
    const first = await emptyInstallation()
    await restoreInto(first, (await backUp(from, from.folder)).path)
    const to = await emptyInstallation()
    await restoreInto(to, (await backUp(first, first.folder)).path)

    const app = await appOn(to, started)
    const former = await app.inject({ url: '/projects', headers: { authorization: `Bearer ${robin.accessToken}` } })
    expect(former.statusCode).toBe(401)
    const again = await signIn(app, 'robin')
    const { attachments } = await again.must(getItem, { query: { itemID } })
    const large = attachments.find(({ name }) => name === 'large')?.remote
    const [there, here] = [again, robin].map((client) => client.raw({ url: `/download/${large}` }))
    expect((await there)?.rawPayload.equals((await here)?.rawPayload ?? Buffer.alloc(0))).toBe(true)
    expect((await there)?.rawPayload.length).toBeGreaterThan(3_000_000)
    expect(await again.newItem(projectID, roomID)).toBe(gone + 1)
    await app.close()
  })

  test('sends no queued mail after a restore, except requests for consultations', async () => {
    const started = await startTestApp()
    const { services, newUser, anonymous } = started
    await newUser('robin')
    const waiting = { userID: 1, email: 'robin@example.com', askedBy: 'visitor' as const }
    await services.jobs.add(resetMailJob, waiting)
    await services.jobs.add(emailChangedMailJob, { username: 'robin', before: 'robin@example.com' })
    await runDueJobs(services, { ...JOBS, backup: makeBackupJob(async () => undefined) })
    const inputs = { name: 'R', email: 'r@example.com', phone: '5', about: 'Paint', preferredTimes: 'Noon' }
    await anonymous.must(requestConsultation, { body: { inputs } })
    const from = installationOf(started)
    const kinds = async (db: typeof from.db) =>
      (await db.selectFrom('jobs').select('kind').orderBy('kind').execute()).map(({ kind }) => kind)
    expect(await kinds(from.db)).toEqual(['consultation-mail', 'email-changed-mail', 'reset-mail', 'sweep', 'words'])
    const { path } = await backUp(from, from.folder)
    const to = await emptyInstallation()
    await restoreInto(to, path)
    expect(await kinds(to.db)).toEqual(['consultation-mail'])
  })

  test('contains no session, no password link, and nothing in progress', async () => {
    const started = await filledInstallation(await startTestApp())
    const from = installationOf(started)
    const { id: user_id } = await from.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'robin')
      .executeTakeFirstOrThrow()
    const at = started.clock.now().toISOString()
    const reset = { user_id, token_hash: 'x', created_at: at, expires_at: at }
    await from.db.insertInto('password_resets').values(reset).execute()
    const to = await emptyInstallation()
    await restoreInto(to, (await backUp(from, from.folder)).path)
    for (const table of ['sessions', 'session_tokens', 'password_resets', 'pending_writes', 'backup_locks'] as const) {
      expect(await to.db.selectFrom(table).selectAll().execute(), table).toEqual([])
    }
  })
})

describe('a backup during other calls', () => {
  test('is a consistent snapshot: no row without its parent, and no row without its bytes', async () => {
    const started = await startFilled()
    const { from, services, db, robin, projectID, roomID, itemID: filledItem } = started
    const rows = await db.selectFrom('projects').select('id').orderBy('id').limit(2).execute()
    const [one, other] = rows.map(({ id }) => id)
    const itemID = await robin.newItem(projectID, roomID, { field1: '1' })
    let [count, done] = [0, false]
    /** Two rows in one transaction; a backup must contain both or none. */
    const counting = async () => {
      for (; !done; count++) {
        await transact(db, async (trx) => {
          for (const id of [one ?? 0, other ?? 0]) {
            await unscoped(trx)
              .updateTable('projects')
              .set({ client: String(count) })
              .where('id', '=', id)
              .execute()
          }
        })
        // SQLite answers synchronously: yields to other calls.
        await setImmediate()
      }
    }
    const saving = async () => {
      for (let version = 1; !done; version++) {
        await robin.must(updateItem, { body: { itemID, version, inputs: { field1: String(version + 1) } } })
      }
    }
    const uploading = async () => {
      for (let n = 0; !done; n++) {
        const [file] = await robin.upload([{ name: 'new', bytes: Buffer.from(`new ${n}`) }])
        const item = await robin.newItem(
          projectID,
          roomID,
          {},
          filesJSON([{ name: 'new', remote: file?.remote ?? '' }]),
        )
        if (n % 2 === 0) continue
        const { trashID } = await robin.must(deleteItem, { query: { itemID: item } })
        await robin.must(deletePermanently, { query: { trashID } })
        await sweep(services)
      }
    }
    const work = Promise.all([counting(), saving(), uploading()])
    const before = count
    const made = backUp(from, from.folder).finally(() => (done = true))
    const [{ path, flaws }] = await Promise.all([made, work])
    const after = count
    expect(flaws).toEqual([])
    expect(after).toBeGreaterThan(before)

    const to = await emptyInstallation()
    await restoreInto(to, path)
    const counted = await to.db
      .selectFrom('projects')
      .select('client')
      .where('id', 'in', [one ?? 0, other ?? 0])
      .execute()
    expect(counted[0]).toEqual(counted[1])
    expect(Number(counted[0]?.client)).toBeGreaterThanOrEqual(before - 1)
    const item = to.db.selectFrom('items').select(['version', 'field1']).where('id', '=', itemID)
    const { version, field1 } = await item.executeTakeFirstOrThrow()
    expect(field1).toBe(String(version))
    const { files } = await contentOf(to)
    const blobs = await to.db.selectFrom('blobs').selectAll().execute()
    expect(blobs.length).toBeGreaterThan(5)
    for (const { storage_key, sha256, size } of blobs) expect(files[storage_key]).toEqual({ sha256, size })
    // The tables refuse inconsistent rows; this covers rows from before those constraints.
    const attached = to.db.selectFrom('item_files').select('id').where('item_id', '=', filledItem)
    expect((await attached.execute()).length).toBeGreaterThan(5)
  })

  test('keeps the bytes of files deleted during it, and removes them afterwards', async () => {
    const started = await filledInstallation(await startTestApp())
    const { services, robin, db, itemID } = started
    const from = installationOf(started)
    const content = await contentOf(from)
    let deleted = false
    const read: typeof from.store.read = async (...file) => {
      if (!deleted) {
        deleted = true
        const { trashID } = await robin.must(deleteItem, { query: { itemID } })
        await robin.must(deletePermanently, { query: { trashID } })
        await sweep(services)
      }
      return from.store.read(...file)
    }
    const { path, flaws } = await backUp({ ...from, store: { ...from.store, read } }, from.folder)
    expect(flaws).toEqual([])
    const to = await emptyInstallation()
    await restoreInto(to, path)
    expect(await contentOf(to)).toEqual(content)

    expect(Object.values((await contentOf(from)).files)).not.toContain(undefined)
    await sweep(services)
    const left = await db.selectFrom('blobs').select('id').execute()
    expect(left.length).toBeLessThan(Object.keys(content.files).length)
  })

  test('fails if it holds the files too long without a heartbeat', async () => {
    const started = await filledInstallation(await startTestApp())
    const from = installationOf(started)
    const read: typeof from.store.read = async (...file) => {
      started.clock.turn(11 * MINUTE)
      return from.store.read(...file)
    }
    await expect(backUp({ ...from, store: { ...from.store, read } }, from.folder, 'late')).rejects.toThrow('too long')
    expect(readdirSync(from.folder).filter((name) => name.includes('late'))).toEqual([])
  })
})

describe('a backup of a store', () => {
  const startWithFiles = async () => {
    const started = await filledInstallation(await startTestApp(IN_FOLDER))
    const from = installationOf(started)
    const blobs = await from.db.selectFrom('blobs').selectAll().orderBy('id').execute()
    const pathOf = (key: string) => join(from.config.filesFolder, key.slice(0, 2), key)
    const large = blobs.reduce((most, blob) => (blob.size > most.size ? blob : most))
    return { ...started, from, blobs, pathOf, large }
  }

  test('resumes reading where a file broke off', async () => {
    const { from, large } = await startWithFiles()
    const ranges: unknown[] = []
    const read: typeof from.store.read = async (key, size, range) => {
      const bytes = await from.store.read(key, size, range)
      if (key !== large.storage_key || ranges.push(range) > 2) return bytes
      return Readable.from(
        (async function* () {
          let left = 1_500_000
          for await (const chunk of bytes as AsyncIterable<Buffer>) {
            yield chunk.subarray(0, left)
            left -= chunk.length
            if (left <= 0) throw unavailable(new Error('The connection ended.'))
          }
        })(),
      )
    }
    const { flaws, path } = await backUp({ ...from, store: { ...from.store, read } }, from.folder)
    expect(ranges).toEqual([
      undefined,
      { start: 1_500_000, end: large.size - 1 },
      { start: 3_000_000, end: large.size - 1 },
    ])
    expect(flaws).toEqual([])
    const to = await emptyInstallation()
    await restoreInto(to, path)
    expect(await contentOf(to)).toEqual(await contentOf(from))
  })

  test('includes what it could read of a broken file', async () => {
    const { from, large } = await startWithFiles()
    const read: typeof from.store.read = async (key, size, range) => {
      if (key === large.storage_key) throw unavailable(new Error('EIO: i/o error, read'))
      return from.store.read(key, size, range)
    }
    const { flaws, path } = await backUp({ ...from, store: { ...from.store, read } }, from.folder)
    expect(flaws).toEqual([{ storageKey: large.storage_key, found: expect.objectContaining({ size: 0 }) }])
    expect(path).toMatch(/-incomplete\.zip$/)
  })

  test('fails without leaving anything behind if the store does not answer', async () => {
    const { from } = await startWithFiles()
    const refuse = async () => {
      throw unavailable(new Error('connect ECONNREFUSED'))
    }
    const store = { ...from.store, read: refuse, check: refuse }
    await expect(backUp({ ...from, store }, from.folder, 'away')).rejects.toMatchObject({ code: 'unavailable' })
    expect(readdirSync(from.folder).filter((name) => name.includes('away'))).toEqual([])
    expect(await from.db.selectFrom('backup_locks').selectAll().execute()).toEqual([])
  })
})
