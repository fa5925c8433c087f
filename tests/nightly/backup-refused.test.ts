import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sentenceOf } from '../../src/server/commands/operator-errors.ts'
import { migrate } from '../../src/server/platform/db/database.ts'
import { openArchive } from '../../src/server/admin/backup/archive.ts'
import { openVerified } from '../../src/server/admin/backup/restore.service.ts'
import {
  backUp,
  contentOf,
  emptyInstallation,
  filledInstallation,
  inManifest,
  installationOf,
  restoreInto,
  rewritten,
  runUntil,
  silent,
} from '../support/backups.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startTestApp } from '../support/test-app.ts'

const startFilled = async () => {
  const filled = await filledInstallation(await startTestApp())
  const from = installationOf(filled)
  return { ...filled, from, made: await backUp(from, from.folder) }
}

/** Such an archive, created once, for tests that need no more of the installation. */
const startArchive = async (): Promise<string> => {
  archive ??= startFilled().then(({ made }) => readFileSync(made.path))
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'backup.zip')
  writeFileSync(path, await archive)
  return path
}
let archive: Promise<Buffer> | undefined

/** Everything that a restore would read from an archive. */
const contentsOf = async (path: string): Promise<string> => {
  const archive = await openArchive(path)
  const hash = createHash('sha256').update(JSON.stringify({ ...archive.manifest, version: '', madeAt: '' }))
  for await (const { name, columns, rows } of archive.tables()) {
    hash.update(JSON.stringify([name, columns]))
    for await (const row of rows) hash.update(JSON.stringify(row))
  }
  for await (const file of archive.files()) for await (const chunk of await file.open()) hash.update(chunk)
  archive.close()
  return hash.digest('hex')
}

const isWhole = async (path: string): Promise<boolean> => {
  try {
    const { archive } = await openVerified(path, silent)
    archive.close()
    return true
  } catch (error) {
    expect(error).toMatchObject({ message: expect.stringMatching(/ cannot be used: .+\.$/) })
    return false
  }
}

describe('a changed archive', () => {
  test('is refused wherever it is cut off', async () => {
    const path = await startArchive()
    const bytes = readFileSync(path)
    expect(await isWhole(path)).toBe(true)
    const short = `${path}.short`
    for (const left of [0, 1, 21, 1000, bytes.length / 2, bytes.length - 1000, bytes.length - 22, bytes.length - 1]) {
      writeFileSync(short, bytes.subarray(0, left))
      expect(await isWhole(short), `${left} of ${bytes.length} bytes`).toBe(false)
    }
  })

  test('is refused wherever a bit is flipped, unless the bit has no effect', async () => {
    const path = await startArchive()
    const content = await contentsOf(path)
    const { size } = statSync(path)
    const file = await open(path, 'r+')
    const byte = Buffer.alloc(1)
    const flip = async (at: number, bit: number) => {
      await file.read(byte, 0, 1, at)
      byte[0] = (byte[0] ?? 0) ^ (1 << bit)
      await file.write(byte, 0, 1, at)
    }
    let refused = 0
    const ROUNDS = 150
    for (let n = 0; n < ROUNDS; n++) {
      // All over the file, and more of them in the directory at its end, which has unused parts.
      const at = n % 2 === 0 ? Math.floor((size * n) / ROUNDS) : size - 1 - n * 17
      await flip(at, n % 8)
      if (!(await isWhole(path))) refused++
      else expect(await contentsOf(path), `bit ${n % 8} of byte ${at}`).toBe(content)
      await flip(at, n % 8)
    }
    await file.close()
    expect(refused).toBeGreaterThan(ROUNDS / 2)
    expect(await isWhole(path)).toBe(true)
  })

  test.each<[string, (name: string, bytes: Buffer) => Buffer | undefined, RegExp]>([
    [
      'without a table',
      (name, bytes) => (name === 'tables/users.jsonl' ? undefined : bytes),
      /users\.jsonl is missing/,
    ],
    ['without a file', (name, bytes) => (name.startsWith('files/') ? undefined : bytes), /is not in its place/],
    [
      'with one row less',
      (name, bytes) => (name === 'tables/items.jsonl' ? bytes.subarray(0, bytes.indexOf('\n') + 1) : bytes),
      /items\.jsonl is not what was backed up/,
    ],
    [
      'with a row that cannot be read',
      (name, bytes) => (name === 'tables/items.jsonl' ? Buffer.concat([bytes, Buffer.from('{"a\n')]) : bytes),
      /cannot be used: a part of it is damaged\.$/,
    ],
    ['without a manifest', (name, bytes) => (name === 'manifest.json' ? undefined : bytes), /no backup of Roomfolio/],
    [
      'of a later form',
      (name, bytes) => inManifest(name, bytes, (manifest) => Object.assign(manifest, { format: 2, version: '9.0.0' })),
      /newer version of Roomfolio \(9\.0\.0\)/,
    ],
    [
      'with a manifest of something else',
      (name, bytes) => inManifest(name, bytes, (manifest) => delete manifest.tables),
      /its manifest is not one of Roomfolio/,
    ],
    [
      'that counts its rows wrongly',
      (name, bytes) =>
        inManifest(name, bytes, ({ tables }) => Object.assign((tables as object[])[1] ?? {}, { rows: 7 })),
      /users\.jsonl has 2 rows/,
    ],
  ])('%s is refused', async (_, change, reason) => {
    const path = await startArchive()
    await expect(openVerified(await rewritten(path, change), silent)).rejects.toThrow(reason)
  })

  /** The archive with other contents of one table and valid checksums. */
  const signedAgain = (path: string, table: string, change: (lines: string[]) => readonly string[]) => {
    let sha256 = ''
    let rows = 0
    return rewritten(path, (name, bytes) => {
      if (name === `tables/${table}.jsonl`) {
        const lines = change(bytes.toString().split('\n').slice(0, -1))
        rows = lines.length - 1
        const changed = Buffer.from(lines.map((line) => `${line}\n`).join(''))
        sha256 = createHash('sha256').update(changed).digest('hex')
        return changed
      }
      return inManifest(name, bytes, ({ tables }) => {
        for (const one of tables as { name: string }[]) if (one.name === table) Object.assign(one, { sha256, rows })
      })
    })
  }
  const inRow = (change: (values: unknown[]) => unknown[]) => (lines: string[]) => {
    const [columns = '', first = '', ...others] = lines
    return [columns, JSON.stringify(change(JSON.parse(first) as unknown[])), ...others]
  }

  test.each<[string, string, (lines: string[]) => readonly string[]]>([
    [
      'with a row that belongs to nothing',
      'rooms',
      inRow((values) => values.map((value) => (typeof value === 'number' ? 999_999 : value))),
    ],
    ['with a row twice', 'users', (lines) => [...lines, lines[1] ?? '']],
    [
      'with a text for a number',
      'items',
      inRow((values) => values.map((value) => (typeof value === 'number' ? 'x' : value))),
    ],
    ['with a list for a text', 'users', inRow((values) => values.map(() => ['x']))],
    ['with nothing where something must be', 'users', inRow((values) => values.map(() => null))],
    [
      'with a column that is none',
      'users',
      (lines) => [(lines[0] ?? '').replace('username', 'user_name'), ...lines.slice(1)],
    ],
    [
      'with a setting that is the installation’s own',
      'settings',
      (lines) => [...lines, JSON.stringify(['file_store', 'x'])],
    ],
    ['with rows without columns', 'users', () => ['[]', '[]', '[]']],
  ])('%s is refused in one sentence, despite valid checksums', async (_, table, change) => {
    const path = await startArchive()
    const to = await emptyInstallation()
    const error = await restoreInto(to, await signedAgain(path, table, change)).catch((reason: unknown) => reason)
    expect(sentenceOf(error)).toMatch(/^.+ cannot be used: .+\.$/)
    expect(
      await to.db
        .selectFrom('users')
        .select('id')
        .execute()
        .catch(() => []),
    ).toEqual([])
  })

  test('with an endless line is refused before it fills the memory', async () => {
    const path = await startArchive()
    const endless = await rewritten(path, (name, bytes) =>
      name === 'tables/items.jsonl' ? Buffer.alloc(40 * 1024 * 1024, 'x') : bytes,
    )
    const begun = performance.now()
    await expect(openVerified(endless, silent)).rejects.toThrow(/cannot be used: a line of it has no end\.$/)
    expect(performance.now() - begun).toBeLessThan(10_000)
  })

  test('that is no archive is refused by the command, which checks archives without changing anything', async () => {
    const { from, made } = await startFilled()
    const to = await emptyInstallation()
    const there = readdirSync(to.folder, { recursive: true }).sort()
    const nonsense = join(from.folder, 'nonsense.zip')
    writeFileSync(nonsense, 'This is not a backup.')
    for (const words of [[nonsense], ['--check', join(from.folder, 'nowhere.zip')]]) {
      const { code, errors } = await runUntil('restore', to, words)
      expect([code, errors]).toEqual([1, expect.stringContaining('cannot be used')])
    }
    const { code, lines } = await runUntil('restore', to, ['--check', made.path])
    expect([code, lines.at(-2)]).toEqual([0, expect.stringContaining('A complete backup')])
    expect(readdirSync(to.folder, { recursive: true }).sort()).toEqual(there)
  })
})

describe('a restore is refused, and nothing changes,', () => {
  test('if there is user data already', async () => {
    const { from, made } = await startFilled()
    const used = await startTestApp()
    const user = await used.newUser('somebody')
    await user.newProject('Mine')
    const to = installationOf(used)
    const content = await contentOf(to)
    await expect(restoreInto(to, made.path)).rejects.toThrow('rows in users')
    expect(await contentOf(to)).toEqual(content)
    expect(await contentOf(from)).not.toEqual(content)
  })

  test('if visitors have requested consultations, even without accounts', async () => {
    const path = await startArchive()
    const used = await startTestApp()
    const inputs = { name: 'Sam', email: 'sam@example.com', phone: '5', about: 'A wall.', preferredTimes: 'Noon' }
    const asked = await used.anonymous.raw({ method: 'POST', url: '/consultation', payload: { inputs } })
    expect(asked.statusCode).toBe(201)
    await expect(restoreInto(installationOf(used), path)).rejects.toThrow('rows in consultations')
  })

  test('if the tables are foreign or newer', async () => {
    const path = await startArchive()
    const others = await emptyInstallation()
    await sql`create table users (name text)`.execute(others.db)
    await expect(restoreInto(others, path)).rejects.toThrow('tables of something else')
    await sql`insert into users values ('somebody')`.execute(others.db)

    const newer = await emptyInstallation()
    await migrate(newer.db)
    await sql`insert into kysely_migration values ('9999-later', '2040')`.execute(newer.db)
    await expect(restoreInto(newer, path)).rejects.toThrow('newer version')
  })

  test('if the archive is newer', async () => {
    const path = await startArchive()
    const newer = await rewritten(path, (name, bytes) =>
      inManifest(name, bytes, (manifest) => Object.assign(manifest, { migration: '9999-later', version: '9.0.0' })),
    )
    const to = await emptyInstallation()
    await expect(restoreInto(to, newer)).rejects.toThrow('newer version of Roomfolio (9.0.0)')
    expect(await to.db.introspection.getTables()).toEqual([])
  })

  test('if the store has files of another installation: two must never share one', async () => {
    const { from, made } = await startFilled()
    const to = await emptyInstallation()
    await to.store.put('f'.repeat(32), Readable.from([Buffer.from('somebody’s')]))
    await expect(restoreInto(to, made.path)).rejects.toThrow(`such as ${'f'.repeat(32)}`)
    expect(await to.db.introspection.getTables()).toEqual([])

    // Even if they are the files of the archive, because it is that installation's own store.
    const beside = await emptyInstallation()
    await expect(restoreInto({ ...beside, store: from.store }, made.path)).rejects.toThrow('There are files in')
  })
})
