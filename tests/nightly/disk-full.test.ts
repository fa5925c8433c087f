import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, rmSync, statfsSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { getOverview } from '../../src/shared/admin/overview.api.ts'
import { Role } from '../../src/shared/contract/roles.ts'
import { createApp } from '../../src/server/app.ts'
import { openDatabase } from '../../src/server/platform/db/database.ts'
import { runUntil } from '../support/backups.ts'
import { ENGINE } from '../support/database.ts'
import { startServerProcess } from '../support/server-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { Client, PASSWORD, registrationOf, startTestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'

const UNAVAILABLE = { statusCode: 503, code: 'unavailable' }
const inputs = (name: string) => ({ name, address: '4 Elm', city: 'Burlington', state: 'VT', zip: '05401' })

const unmount = (folder: string): void => {
  execFileSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true })
}

/** A disk of 12 MiB; undefined if this machine does not allow a mount. */
const mountSmallDisk = (): string | undefined => {
  const folder = temporaryFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
}

/** Writes until this many bytes are left. */
const fillUpTo = (folder: string, left: number): void => {
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(join(folder, 'large-filler'), Buffer.alloc(bavail * bsize - left, 1))
}

/** Writes until the disk is full. */
const fill = (folder: string): void => {
  const file = openSync(join(folder, 'filler'), 'w')
  for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 4)) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size, 1))
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    }
  }
  closeSync(file)
}

if (ENGINE === 'SQLite') {
  describe('a database on a full disk', () => {
    // SQLite's own page limit acts like a full disk.
    test('answers every save with 503 and Retry-After, still reads, and works again once there is room', async () => {
      const { app, services, newUser, anonymous } = await startTestApp()
      const user = await newUser('robin')
      const admin = await newUser('admin', [Role.Admin])
      await sql`pragma max_page_count = 1`.execute(services.db)
      // Free space on existing pages.
      const exhaust = (insert: (n: number) => Promise<unknown>) =>
        expect(
          (async () => {
            for (let n = 0; ; n++) await insert(n)
          })(),
        ).rejects.toMatchObject({ errcode: 13 })
      await exhaust((n) =>
        services.db
          .insertInto('settings')
          .values({ key: `${n}`, value: 'x'.repeat(3000) })
          .execute(),
      )
      const at = new Date(0).toISOString()
      const key = 'x'.repeat(64)
      await exhaust(() => services.db.insertInto('attempts').values({ kind: 'login-account', key, at }).execute())
      const logIn = await user.raw({ method: 'POST', url: '/login', payload: { user: 'robin', pwd: PASSWORD } })
      expect([logIn.json(), logIn.headers['retry-after']]).toEqual([expect.objectContaining(UNAVAILABLE), '5'])
      const url = '/project'
      const save = (name: string) => user.raw({ method: 'PUT', url, payload: { inputs: inputs(name) } })
      let last = await save('House')
      for (let n = 0; last.statusCode === 201; n++) last = await save(`House ${n}`)
      expect([last.json(), last.headers['retry-after']]).toEqual([expect.objectContaining(UNAVAILABLE), '5'])
      expect((await app.inject('/readyz')).json()).toMatchObject({
        ...UNAVAILABLE,
        reasons: ['The disk of the database is full.'],
        reasonCodes: ['database_full'],
      })
      expect((await anonymous.raw({ url: '/healthz' })).statusCode).toBe(200)
      expect(await admin.must(getOverview, {})).toMatchObject({ users: 2 })

      await sql`pragma max_page_count = 1000000`.execute(services.db)
      expect((await save('Elm')).statusCode).toBe(201)
      expect((await app.inject('/readyz')).statusCode).toBe(200)
    })

    const folder = mountSmallDisk()
    if (folder === undefined) {
      console.warn(
        'NOT PROVEN by this run: 11.4.5, and 11.4.4 of a disk. Only root may mount the small one that they fill.',
      )
    } else {
      afterAll(() => unmount(folder))

      test('that is really full causes no 500, a backup to another disk works, and nothing is lost', async () => {
        const { origin } = await startServerProcess(folder, { sqliteFile: '' })
        const send = (path: string, body: object, headers: Record<string, string> = {}, method = 'POST') =>
          fetch(origin + path, {
            method,
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json', ...headers },
          })
        expect((await send('/register', registrationOf('robin'))).status).toBe(201)
        const session = await send('/login', { user: 'robin', pwd: PASSWORD })
        const cookie = session.headers
          .getSetCookie()
          .map((one) => one.split(';')[0])
          .join('; ')
        const { accessToken } = (await session.json()) as { accessToken: string }
        const authorization = `Bearer ${accessToken}`
        const saved: string[] = []
        const save = async () => {
          const name = `House ${saved.length}`
          const answer = await send('/project', { inputs: inputs(name) }, { authorization }, 'PUT')
          if (answer.status === 201) saved.push(name)
          return answer
        }
        await save()

        const upload = () => {
          const body = new FormData()
          body.append('files', new Blob(['a']), 'a.txt')
          return fetch(`${origin}/upload`, { method: 'POST', body, headers: { authorization } })
        }
        expect((await upload()).status).toBe(200)
        fillUpTo(folder, 400 * 1024)
        const refused = await upload()
        expect([refused.status, await refused.json()]).toEqual([507, expect.objectContaining({ code: 'disk_full' })])
        expect((await save()).status).toBe(201)
        rmSync(join(folder, 'large-filler'))

        fill(folder)
        // The log has some free space.
        const calls: Record<string, () => Promise<Response>> = {
          save,
          login: () => send('/login', { user: 'robin', pwd: PASSWORD }),
          refresh: () => send('/refresh', {}, { cookie }),
          register: () => send('/register', registrationOf('sam_e')),
          readyz: () => fetch(`${origin}/readyz`),
        }
        for (const [name, call] of Object.entries(calls)) {
          let last: Response | undefined
          await until(async () => {
            last = await call()
            expect([200, 201, 409, 429, 503], name).toContain(last.status)
            return last.status === 503
          })
          expect([name, last?.headers.get('retry-after'), await last?.json()]).toEqual([
            name,
            '5',
            expect.objectContaining(UNAVAILABLE),
          ])
        }
        expect(await (await fetch(`${origin}/readyz`)).json()).toMatchObject({
          reasons: expect.arrayContaining([
            'The disk of the file store is full.',
            expect.stringMatching(/^The disk of the database/),
          ]),
        })
        expect((await fetch(`${origin}/healthz`)).status).toBe(200)

        const elsewhere = temporaryFolder()
        onTestFinished(() => rmSync(elsewhere, { recursive: true }))
        const { code, errors } = await runUntil('backup', { settings: { DATA_DIR: folder, DATABASE_URL: '' } }, [
          join(elsewhere, 'backup.zip'),
        ])
        expect([code, errors]).toEqual([0, ''])
        expect(readdirSync(elsewhere)).toEqual(['backup.zip'])

        rmSync(join(folder, 'filler'))
        await until(async () => (await fetch(`${origin}/readyz`)).status === 200)
        expect((await save()).status).toBe(201)
        const { projects } = (await (await fetch(`${origin}/projects`, { headers: { authorization } })).json()) as {
          projects: { name: string }[]
        }
        expect(projects.map(({ name }) => name).sort()).toEqual([...saved].sort())
      })
    }
  })
}

if (ENGINE === 'PostgreSQL') {
  test('a database that cancels statements that wait too long is busy: calls get a 503, and readiness reports it', async () => {
    const { services } = await startTestApp()
    const { database } = services.config
    const url = new URL('postgresURL' in database ? database.postgresURL : '')
    url.searchParams.set('options', '-c statement_timeout=300')
    const db = openDatabase({ postgresURL: url.href }, () => {})
    const client = new Client(await createApp({ ...services, db }))
    const payload = { user: 'robin', pwd: PASSWORD }
    await services.db.transaction().execute(async (trx) => {
      await sql`lock table attempts, settings in access exclusive mode`.execute(trx)
      const answer = await client.raw({ method: 'POST', url: '/login', payload })
      expect(answer.json()).toMatchObject(UNAVAILABLE)
      expect(answer.headers['retry-after']).toBe('5')
      expect((await client.raw({ url: '/readyz' })).json()).toMatchObject({
        reasons: ['The database is busy.'],
        reasonCodes: ['database_busy'],
      })
    })
    expect((await client.raw({ method: 'POST', url: '/login', payload })).statusCode).toBe(401)
    expect((await client.raw({ url: '/readyz' })).statusCode).toBe(200)
    await db.destroy()
  })

  test('a read-only database is not ready, and reports it', async () => {
    const { services } = await startTestApp()
    const { database } = services.config
    const url = new URL('postgresURL' in database ? database.postgresURL : '')
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    const db = openDatabase({ postgresURL: url.href }, () => {})
    const client = new Client(await createApp({ ...services, db }))
    expect((await client.raw({ url: '/readyz' })).json()).toMatchObject({
      reasons: ['The database takes no changes.'],
      reasonCodes: ['database_read_only'],
    })
    expect((await client.raw({ url: '/test_db' })).statusCode).toBe(200)
    await db.destroy()
  })
}
