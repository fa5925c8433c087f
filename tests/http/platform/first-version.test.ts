import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import shipped from '../../../src/server/structure/default-structure.json' with { type: 'json' }
import { createApp } from '../../../src/server/app.ts'
import { listApplied, MIGRATION_NAMES } from '../../../src/server/platform/db/database.ts'
import { emptyInstallation, inManifest, restoreInto, rewritten } from '../../support/backups.ts'
import { seenIn, type Seen } from '../../support/seen.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startTestApp } from '../../support/test-app.ts'

/**
 * A backup in the first version of the archive format, and what users saw in it, but for people, whom later versions
 * call by their full names. Never regenerate either: every version must restore this archive.
 */
const ARCHIVE = fileURLToPath(new URL('../../backups/first-version.zip', import.meta.url))
const SEEN = new URL('../../backups/first-version.json', import.meta.url)

/** What users saw on the day of the backup, before entries of the trash expire. */
const seenAfterRestoring = async (path: string, at: string) => {
  const to = await emptyInstallation()
  await restoreInto(to, path)
  const { services } = await startTestApp()
  const clock = { now: () => new Date(at) }
  const app = await createApp({ ...services, config: to.config, db: to.db, store: to.store, clock })
  onTestFinished(() => app.close())
  return { to, seen: await seenIn(app) }
}

test('a backup of the first version is restored with everything that users saw in it', async () => {
  const { at, ...expected } = JSON.parse(readFileSync(SEEN, 'utf8')) as Seen
  const { seen, to } = await seenAfterRestoring(ARCHIVE, at)
  expect(seen).toEqual(expected)
  const faucet = to.db.selectFrom('subcategories').where('name', '=', 'Faucet').select('aliases')
  expect(JSON.parse((await faucet.executeTakeFirstOrThrow()).aliases)).toEqual(shipped.aliases.Faucet)
})

test('a backup from before the current tables is migrated', async () => {
  const { at, ...expected } = JSON.parse(readFileSync(SEEN, 'utf8')) as Seen
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // From before blobs had owners.
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
