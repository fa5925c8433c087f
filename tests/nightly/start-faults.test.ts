import { randomBytes } from 'node:crypto'
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseConfig } from '../../src/server/config.ts'
import { openDatabase } from '../../src/server/platform/db/database.ts'
import { sentenceOf } from '../../src/server/commands/operator-errors.ts'
import { openReadyDatabase } from '../../src/server/ready-database.ts'
import { runCommand } from '../support/command.ts'
import { createTestDatabase, ENGINE } from '../support/database.ts'
import { startServerProcess } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folderOfTest = (): string => {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Output of a server or command started with these settings; it waits at most ten seconds for a connection. */
const toldFor = async (settings: Record<string, string>): Promise<string> => {
  const begun = performance.now()
  try {
    const db = await openReadyDatabase(parseConfig(settings))
    await db.destroy()
    return 'nothing'
  } catch (error) {
    expect(performance.now() - begun).toBeLessThan(15_000)
    return sentenceOf(error) ?? `a stack: ${String(error)}`
  }
}

/** A used database, with a table of many pages. */
const usedFile = async (folder: string): Promise<string> => {
  expect(await toldFor({ DATA_DIR: folder })).toBe('nothing')
  return join(folder, 'roomfolio.sqlite')
}

const overwrite = (file: string, at: number, bytes: Buffer) => {
  const opened = openSync(file, 'r+')
  writeSync(opened, bytes, 0, bytes.length, at)
  closeSync(opened)
}

if (ENGINE === 'SQLite') {
  describe('a damaged SQLite file is reported with advice', () => {
    const DAMAGED =
      /^The database .+roomfolio\.sqlite is damaged\. Keep it and what lies beside it, and restore the newest backup into another DATA_DIR: npm run restore -- FILE$/
    const NO_DATABASE =
      /^.+roomfolio\.sqlite isn’t an SQLite database, or its beginning is damaged\. Keep it .+ npm run restore -- FILE$/

    test.each<[string, (file: string) => void, RegExp]>([
      ['that is cut off in the middle', (file) => truncateSync(file, Math.floor(statSync(file).size / 2)), DAMAGED],
      ['that is cut off within a page', (file) => truncateSync(file, statSync(file).size - 1000), DAMAGED],
      ['that is cut off within its header', (file) => truncateSync(file, 50), DAMAGED],
      [
        'that is something else',
        (file) => writeFileSync(file, 'This is a letter to my landlord. '.repeat(1000)),
        NO_DATABASE,
      ],
      ['whose header is overwritten', (file) => overwrite(file, 0, Buffer.alloc(100, 0xff)), NO_DATABASE],
      [
        'whose first page is overwritten behind the header',
        (file) => overwrite(file, 100, Buffer.alloc(3000, 0xff)),
        DAMAGED,
      ],
      ['with a page of nonsense in the middle', (file) => overwrite(file, 4096 * 20, randomBytes(4096)), DAMAGED],
      ['with an empty page in the middle', (file) => overwrite(file, 4096 * 20, Buffer.alloc(4096)), DAMAGED],
    ])('one %s', async (_, damage, told) => {
      const folder = folderOfTest()
      damage(await usedFile(folder))
      expect(await toldFor({ DATA_DIR: folder })).toMatch(told)
    })

    test('that is missing although its log exists, which stays', async () => {
      const folder = folderOfTest()
      const file = join(folder, 'roomfolio.sqlite')
      for (const gone of [() => {}, () => writeFileSync(file, '')]) {
        writeFileSync(`${file}-wal`, 'what was saved last')
        gone()
        expect(await toldFor({ DATA_DIR: folder })).toBe(
          `${file} is missing, but its log ${file}-wal is there. Bring the file back, or restore the newest backup into another DATA_DIR: npm run restore -- FILE`,
        )
        expect(readFileSync(`${file}-wal`, 'utf8')).toBe('what was saved last')
      }
    })

    test('that is a folder, or locked by another program', async () => {
      const folder = folderOfTest()
      mkdirSync(join(folder, 'roomfolio.sqlite'))
      expect(await toldFor({ DATA_DIR: folder })).toMatch(
        /roomfolio\.sqlite cannot be opened\. Give this user read and write access to it/,
      )
      const other = folderOfTest()
      const holder = new DatabaseSync(await usedFile(other))
      onTestFinished(() => holder.close())
      holder.exec('begin immediate')
      expect(await toldFor({ DATA_DIR: other })).toMatch(
        / is locked by another program\. End that one and try again\.$/,
      )
    })
  })

  test('a DATA_DIR that is no folder, or cannot be created, is reported by the name of the setting', async () => {
    const folder = folderOfTest()
    const file = join(folder, 'a file')
    writeFileSync(file, '')
    for (const DATA_DIR of [file, join(file, 'data'), '/proc/roomfolio', '/proc/1/roomfolio/data', '/dev/null/data']) {
      const told = await toldFor({ DATA_DIR })
      expect(told).toContain(`The folder ${DATA_DIR} cannot be used (E`)
      expect(told).toMatch(/\)\. Let DATA_DIR lead to one that this user may write\.$/)
    }
  })
}

const emptyDatabase = async () => {
  const folder = folderOfTest()
  const { location, remove } = await createTestDatabase(folder, { empty: true })
  onTestFinished(remove)
  const settings = { DATA_DIR: folder, DATABASE_URL: 'postgresURL' in location ? location.postgresURL : '' }
  const db = openDatabase(location, () => {})
  onTestFinished(() => db.destroy())
  return { settings, db }
}

test('a database with foreign tables is left unchanged and reported', async () => {
  const { settings, db } = await emptyDatabase()
  await sql`create table customers (name text)`.execute(db)
  expect(await toldFor(settings)).toMatch(
    /^Another program has tables in .+, such as "customers"\. Roomfolio needs a database of its own: point DATABASE_URL or DATA_DIR to an empty one, or to yours\.$/,
  )
  expect((await db.introspection.getTables()).map(({ name }) => name)).toEqual(['customers'])
  // Even if it has migrations by the same library.
  await sql`create table kysely_migration (name text, timestamp text)`.execute(db)
  await sql`insert into kysely_migration values ('2019-customers', '2019')`.execute(db)
  expect(await toldFor(settings)).toMatch(/^Another program has tables in /)
})

test('a database of a newer version is left unchanged and reported', async () => {
  const { settings, db } = await emptyDatabase()
  expect(await toldFor(settings)).toBe('nothing')
  await sql`insert into kysely_migration values ('9999-later', '2040')`.execute(db)
  expect(await toldFor(settings)).toMatch(
    /^A newer version of Roomfolio has worked on .+ \(9999-later\)\. Update this one, or restore a backup that it made itself\.$/,
  )
})

test('views and tables of other schemas are no reason to refuse a database, nor is a table beside ours', async () => {
  const { settings, db } = await emptyDatabase()
  await sql`create view answers as select 42 as answer`.execute(db)
  expect(await toldFor(settings)).toBe('nothing')
  await sql`create table my_notes (note text)`.execute(db)
  expect(await toldFor(settings)).toBe('nothing')
})

if (ENGINE === 'PostgreSQL') {
  describe('an unusable PostgreSQL is reported with advice', () => {
    const server = () => new URL(process.env.TEST_DATABASE_URL ?? '')
    const changed = (change: (url: URL) => void) => {
      const url = server()
      change(url)
      return { DATA_DIR: folderOfTest(), DATABASE_URL: url.href }
    }

    test('if the address is unused, has another service, or never answers', async () => {
      const gone = changed((url) => (url.host = '127.0.0.1:1'))
      expect(await toldFor(gone)).toBe(
        'PostgreSQL at 127.0.0.1:1 does not answer (ECONNREFUSED). Is it running, and does DATABASE_URL lead to it?',
      )
      expect(await toldFor(changed((url) => (url.host = 'nowhere.invalid')))).toMatch(
        /^PostgreSQL at nowhere\.invalid(:\d+)? does not answer \(.+\)\. Is it running, and does DATABASE_URL lead to it\?$/,
      )
      for (const answer of ['', 'HTTP/1.1 400 Bad Request\r\n\r\n']) {
        const other = createServer((socket) => {
          socket.on('error', () => {})
          if (answer) socket.once('data', () => socket.end(answer))
        }).listen(0, '127.0.0.1')
        await once(other, 'listening')
        const { port } = other.address() as AddressInfo
        expect(await toldFor(changed((url) => (url.host = `127.0.0.1:${port}`)))).toMatch(
          new RegExp(
            `^PostgreSQL at 127\\.0\\.0\\.1:${port} (does not answer|cannot be used) \\(.+\\)\\. .+DATABASE_URL.+\\?$`,
          ),
        )
        other.close()
      }
    })

    test('without that database or user, or without rights', async () => {
      expect(await toldFor(changed((url) => (url.pathname = '/nothing')))).toMatch(
        /^PostgreSQL at .+ has no database "nothing"\. Create it, or correct DATABASE_URL\.$/,
      )
      expect(await toldFor(changed((url) => (url.username = 'nobody')))).toMatch(
        /^PostgreSQL at .+ does not let "nobody" in\. Correct the user and the password in DATABASE_URL\.$/,
      )
      const { settings, db } = await emptyDatabase()
      const name = `guest_${randomBytes(4).toString('hex')}`
      const url = new URL(settings.DATABASE_URL)
      // With the password in the address: the test server may ask for one.
      await sql`create role ${sql.id(name)} login password ${sql.lit(decodeURIComponent(url.password) || 'none')}`.execute(
        db,
      )
      await sql`revoke create on schema public from public`.execute(db)
      url.username = name
      const told = await toldFor({ ...settings, DATABASE_URL: url.href })
      await sql`drop role ${sql.id(name)}`.execute(db)
      expect(told).toMatch(
        new RegExp(`^"${name}" may not create tables in the database "test_.+" of .+\\. Make that user its owner\\.$`),
      )
    })

    test('that refuses the password, which is not printed', async () => {
      const { settings, db } = await emptyDatabase()
      const name = `guest_${randomBytes(4).toString('hex')}`
      await sql`create role ${sql.id(name)} login password 'right'`.execute(db)
      // The test server accepts everybody; this is what one with passwords answers.
      const refusing = createServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', () => {
          const fields = ['SFATAL', 'C28P01', 'Mpassword authentication failed for user', '']
            .map((one) => `${one}\0`)
            .join('')
          const length = Buffer.alloc(4)
          length.writeInt32BE(4 + Buffer.byteLength(fields))
          socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)]))
        })
      }).listen(0, '127.0.0.1')
      await once(refusing, 'listening')
      const url = new URL(settings.DATABASE_URL)
      url.host = `127.0.0.1:${(refusing.address() as AddressInfo).port}`
      url.username = name
      url.password = 'wr0ng-secret'
      const told = await toldFor({ ...settings, DATABASE_URL: url.href })
      refusing.close()
      await sql`drop role ${sql.id(name)}`.execute(db)
      expect(told).toBe(
        `PostgreSQL at ${url.host} does not let "${name}" in. Correct the user and the password in DATABASE_URL.`,
      )
    })

    test('that is too old', async () => {
      const { settings, db } = await emptyDatabase()
      // It reports an old version.
      await sql`create schema old`.execute(db)
      await sql`create function old.current_setting(name text) returns text language sql as
        $$ select case name when 'server_version' then '9.6.24' else '90624' end $$`.execute(db)
      const url = new URL(settings.DATABASE_URL)
      url.searchParams.set('options', '-c search_path=old,pg_catalog,public')
      expect(await toldFor({ ...settings, DATABASE_URL: url.href })).toMatch(
        /^PostgreSQL 9\.6\.24 is too old for the database "test_.+" of PostgreSQL at .+: Roomfolio needs version 13 or newer\.$/,
      )
    })
  })
}

describe('the server and every command', () => {
  test('exit with 1, one sentence and no stack if the database cannot be used', async () => {
    const folder = folderOfTest()
    writeFileSync(join(folder, 'roomfolio.sqlite'), 'This is a letter to my landlord. '.repeat(1000))
    const DATABASE_URL = ENGINE === 'SQLite' ? '' : 'postgres://roomfolio:secret@127.0.0.1:1/homes'
    const config = parseConfig({ DATA_DIR: folder, DATABASE_URL })
    const told =
      ENGINE === 'SQLite'
        ? /roomfolio\.sqlite isn’t an SQLite database/
        : /PostgreSQL at 127\.0\.0\.1:1 does not answer/
    const commands = [
      ['role', 'grant', 'robin', '9001'],
      ['password', 'robin'],
      ['user', 'list'],
      ['structure', 'export'],
      ['files', 'check'],
      ['backup', join(folder, 'backup.zip')],
    ] as const
    for (const [name, ...words] of commands) {
      const services = { config } as Parameters<typeof runCommand>[1]
      const { code, stdout, stderr } = await runCommand(name, services, words)
      expect([name, code, stdout.includes('secret') || stderr.includes('secret')]).toEqual([name, 1, false])
      expect(stderr).toMatch(told)
      expect(stderr.trim().split('\n')).toHaveLength(1)
    }
    const said = await startServerProcess(folder, config.database).catch((error: Error) => error.message)
    expect(said).toMatch(told)
    expect(said).not.toMatch(/^\s+at /m)
  })

  test('explain a HOST that is not of this machine, and a port in use', async () => {
    const { settings } = await emptyDatabase()
    const location = settings.DATABASE_URL ? { postgresURL: settings.DATABASE_URL } : { sqliteFile: '' }
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    onTestFinished(() => void taken.close())
    const { port } = taken.address() as AddressInfo
    const cases: [Record<string, string>, string][] = [
      [
        { HOST: '192.0.2.1' },
        'HOST=192.0.2.1 isn’t an address of this machine (EADDRNOTAVAIL). Set it to 127.0.0.1 for this machine alone, or to 0.0.0.0 for everyone on the network.',
      ],
      [{ HOST: 'nowhere.invalid' }, 'HOST=nowhere.invalid isn’t an address of this machine ('],
      [
        { PORT: String(port) },
        `Port ${port} is in use. Stop the program that uses it, or start with another one: PORT=3001 npm start`,
      ],
    ]
    for (const [wrong, told] of cases) {
      const said = await startServerProcess(settings.DATA_DIR, location, wrong).catch((error: Error) => error.message)
      expect(said).toContain(told)
      expect(said).not.toMatch(/^\s+at /m)
    }
  })
})

test('a start without a database does not print its password', async () => {
  const database = { postgresURL: `postgres://robin:correct-horse-secret@127.0.0.1:1/homes` }
  const folder = folderOfTest()
  const failure: unknown = await startServerProcess(folder, database).catch((error: unknown) => error)
  expect(String(failure)).toContain('before it listened')
  expect(String(failure)).not.toContain('correct-horse-secret')
})
