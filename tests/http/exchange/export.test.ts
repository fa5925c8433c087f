import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { endMySession, listMySessions } from '../../../src/shared/identity/account.api.ts'
import { deleteProject } from '../../../src/shared/projects/projects.api.ts'
import { updateReminders } from '../../../src/shared/upkeep/reminders.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { filesJSON, getItem, listItems } from '../../../src/shared/items/items.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { keepTemplate } from '../../../src/shared/projects/templates.api.ts'
import { createApp } from '../../../src/server/app.ts'
import { setRole } from '../../../src/server/identity/users.repo.ts'
import { accountExportOf, readAccountExport } from '../../support/account-export.ts'
import { mustImport } from '../../support/project-file.ts'
import { PASSWORD, startTestApp, type Client, type TestFile, IN_FOLDER } from '../../support/test-app.ts'
import { until } from '../../support/until.ts'

const attach = async (client: Client, projectID: number, roomID: number, files: readonly TestFile[]) => {
  const uploaded = await client.upload(files)
  const map = filesJSON(uploaded.map(({ filename, remote }) => ({ name: filename, remote })))
  return client.newItem(projectID, roomID, { field1: 'Castellan' }, map)
}

const text = (name: string, content = `content of ${name}`): TestFile => ({ name, bytes: Buffer.from(content) })

/** A user with a project, a room in it, and items in that. */
const startWithRoom = async () => {
  const started = await startTestApp(IN_FOLDER)
  const robin = await started.newUser('robin')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID)
  return { ...started, robin, projectID, roomID }
}

describe('an export', () => {
  test('is a ZIP to be saved under a name that tells whose it is and of which day, and kept by nobody on the way', async () => {
    const { app, robin, clock } = await startWithRoom()
    const { headers } = await robin.raw({ url: '/export' })
    const day = clock.now().toISOString().slice(0, 10)
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="roomfolio-robin-${day}.zip"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    const asked = { url: '/export', headers: { 'accept-encoding': 'gzip, br' } }
    expect((await robin.raw(asked)).headers).not.toHaveProperty('content-encoding')
    const head = await robin.raw({ method: 'HEAD', url: '/export' })
    expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([200, 'application/zip', ''])
    expect((await app.inject({ method: 'HEAD', url: '/export' })).statusCode).toBe(401)
  })

  test('holds the account without its password, and says what is in the ZIP and what is not', async () => {
    const { robin, clock } = await startWithRoom()
    const { entries, exportedAt, account, text } = await accountExportOf(robin)
    expect(exportedAt).toBe(clock.now().toISOString())
    expect(account).toEqual({
      username: 'robin',
      email: 'robin@example.com',
      phone: '(555) 010-0199',
      firstName: 'Robin',
      lastName: 'Sample',
      company: '',
      address: '12 Elm Street',
      address2: '',
      city: 'Burlington',
      state: 'VT',
      zip: '05401',
      roles: [Role.User],
    })
    expect(text).not.toContain('argon2')
    expect(entries.get('README.txt')?.toString()).toContain('Not included: your password, the trash')
  })

  test('holds what was chosen for reminders', async () => {
    const { robin } = await startWithRoom()
    await robin.must(updateReminders, { body: { isOn: false, weekday: 'friday', zone: 'Europe/Berlin' } })
    const { account } = await accountExportOf(robin)
    expect(account.reminders).toEqual({ isOn: false, weekday: 'friday', timeZone: 'Europe/Berlin' })
  })

  test('holds a project file of each project and template, which any installation imports', async () => {
    const { robin, projectID, roomID, clock } = await startWithRoom()
    const large = randomBytes(2 * 1024 * 1024 + 5)
    const files = [text('manual.pdf', '%PDF-1.7\n'), { name: 'large.bin', bytes: large }, text('empty', '')]
    const uploaded = await robin.upload(files)
    const map = filesJSON(uploaded.map(({ remote }, at) => ({ name: `shown ${at}.txt`, remote })))
    await robin.newItem(projectID, roomID, { field1: 'Castellan', field3: 'Brass', notes: 'left\nof "it"' }, map)
    const birchID = await robin.newProject('Birch Lane')
    const { projectID: templateID } = await robin.must(keepTemplate, { body: { projectID, name: 'Maple Street' } })

    const { entries, projects } = await accountExportOf(robin)
    const now = clock.now().toISOString()
    const place = { address: '418 Maple Street', address2: '', city: 'Burlington', state: 'VT', zip: '05401' }
    const about = { client: '', ...place, createdAt: now, updatedAt: now }
    expect(projects).toMatchObject([
      { projectID: birchID, name: 'Birch Lane', ...about, file: 'projects/Birch Lane.zip' },
      { projectID, name: 'Maple Street', ...about, file: 'projects/Maple Street.zip' },
      { projectID: templateID, name: 'Maple Street', template: true, file: 'templates/Maple Street.zip' },
    ])
    expect([...entries.keys()]).toEqual(['README.txt', ...projects.map(({ file }) => file), 'roomfolio.json'])
    expect(projects[0]).not.toHaveProperty('template')
    for (const [at, { bytes }] of files.entries())
      expect(projects[1]?.files.get(`files/Kitchen/Castellan/shown ${at}.txt`)?.equals(bytes)).toBe(true)
    expect(projects[1]?.entries.has('Spec Book.pdf')).toBe(false)
    expect(projects[1]?.entries.get('README.txt')?.toString()).toContain('Papers in Roomfolio makes one')

    const elsewhere = await startTestApp({}, { onSQLite: true })
    const owner = await elsewhere.newUser('casey')
    for (const { file, name } of projects.slice(1)) {
      const imported = await mustImport(owner, entries.get(file) ?? Buffer.of())
      expect([imported.name, imported.report]).toMatchObject([name, { lostFiles: [], labels: [] }])
      const [room] = (await owner.must(listRooms, { query: { projectID: imported.projectID } })).rooms
      const [listed] = await owner.must(listItems, { query: { roomID: room?.ID ?? 0 } })
      const item = await owner.must(getItem, { query: { itemID: listed?.itemID ?? 0 } })
      expect(item).toMatchObject({ field1: 'Castellan', field3: 'Brass' })
      expect(item.attachments).toHaveLength(3)
      await owner.must(deleteProject, { query: { projectID: imported.projectID } })
    }
  })

  test('of a new account holds no project and no file', async () => {
    const { newUser } = await startTestApp()
    const { projects, entries } = await accountExportOf(await newUser())
    expect(projects).toEqual([])
    expect([...entries.keys()]).toEqual(['README.txt', 'roomfolio.json'])
  })

  test('leaves out what is in the trash, and uploads that are on no item', async () => {
    const { robin, projectID, roomID, services } = await startWithRoom()
    await attach(robin, projectID, roomID, [text('kept.txt')])
    const trashed = await robin.newProject('Trashed')
    await attach(robin, trashed, await robin.newRoom(trashed), [text('in trashed.txt')])
    await robin.must(deleteProject, { query: { projectID: trashed } })
    const item = await attach(robin, projectID, roomID, [text('removed.txt')])
    const room = await robin.newRoom(projectID, 'Removed room')
    await attach(robin, projectID, room, [text('in removed room.txt')])
    const deleted = { deleted_at: new Date().toISOString() }
    await services.db.updateTable('item_files').set(deleted).where('item_id', '=', item).execute()
    await services.db.updateTable('rooms').set(deleted).where('id', '=', room).execute()
    await robin.upload([text('waiting.txt')])

    const { projects, entries, text: told } = await accountExportOf(robin)
    expect(projects.map(({ name, files, head }) => [name, [...files.keys()], head['items']])).toEqual([
      ['Maple Street', ['files/Kitchen/Castellan/kept.txt'], 2],
    ])
    for (const gone of ['Trashed', 'removed.txt', 'Removed room', 'waiting.txt'])
      expect(told + JSON.stringify([projects[0]?.head, projects[0]?.lines])).not.toContain(gone)
    expect([...entries.keys()]).toEqual(['README.txt', 'projects/Maple Street.zip', 'roomfolio.json'])
  })

  test("holds nothing of others, shared or not; what others put on the user's items is the user's", async () => {
    const { robin, projectID, roomID, newUser, services } = await startWithRoom()
    const editor = await newUser('editor')
    const own = await editor.newProject('Editor’s own')
    await attach(editor, own, await editor.newRoom(own), [text('editor.txt')])
    const { id } = await services.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'editor')
      .executeTakeFirstOrThrow()
    await services.db
      .insertInto('project_members')
      .values({ project_id: projectID, user_id: id, role: 'editor' })
      .execute()
    await attach(editor, projectID, roomID, [text('by editor.txt')])

    const filesOf = async (user: Client) =>
      (await accountExportOf(user)).projects.map(({ name, files }) => [name, ...files.keys()])
    expect(await filesOf(robin)).toEqual([['Maple Street', 'files/Kitchen/Castellan/by editor.txt']])
    expect(await filesOf(editor)).toEqual([['Editor’s own', 'files/Kitchen/Castellan/editor.txt']])
  })

  test('asks the database the same number of times, however much there is in a project', async () => {
    const { robin, projectID, statements } = await startWithRoom()
    await attach(robin, projectID, await robin.newRoom(projectID, 'Hall'), [text('a.txt')])
    const counted = async () => {
      const before = statements()
      await accountExportOf(robin)
      return statements() - before
    }
    const few = await counted()
    for (let n = 0; n < 5; n++)
      await attach(robin, projectID, await robin.newRoom(projectID, `Room ${n}`), [text('a.txt'), text('b.txt')])
    expect(await counted()).toBe(few)
  })
})

describe('names in the ZIP', () => {
  test('lead nowhere else, are allowed everywhere and are distinct, and the list says which is which', async () => {
    const { robin } = await startWithRoom()
    const names = [
      '../../x',
      '..\\..\\windows.ini',
      '/etc/passwd',
      'C:\\autoexec.bat',
      'CON',
      'nul.txt',
      '..',
      '.',
      'a\r\nb.txt',
      '😀.png',
      'same.txt',
      'SAME.TXT',
      'trailing. ',
      '__proto__',
      `${'long '.repeat(45)}.pdf`,
    ]
    for (const project of ['../..', 'AUX', 'a/b', 'A:B']) {
      const projectID = await robin.newProject(project)
      for (const room of ['..', '..', 'C:\\']) {
        const roomID = await robin.newRoom(projectID, room)
        for (let n = 0; n < 2; n++)
          await attach(
            robin,
            projectID,
            roomID,
            names.map((name) => text(name)),
          )
      }
    }
    const { projects } = await accountExportOf(robin)
    const files = projects.flatMap((project) => [...project.files.keys()].map((path) => `${project.file}/${path}`))
    expect(files).toHaveLength(4 * 3 * 2 * names.length)
    for (const path of files) {
      const steps = path.split('/')
      expect(steps).toHaveLength(6)
      for (const step of steps) {
        expect(step, path).not.toMatch(/[\p{Cc}"*:<>?\\|]|[. ]$|^$/u)
        expect(step, path).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i)
      }
    }
    expect(new Set(files.map((path) => path.toLowerCase())).size).toBe(files.length)
    for (const { files: own, lines } of projects)
      for (const { attached } of lines as { attached?: { name: string; path: string } }[])
        if (attached) expect(own.get(attached.path)?.toString(), attached.path).toBe(`content of ${attached.name}`)
  })
})

describe('the address of an export', () => {
  const logIn = async (app: FastifyInstance) => {
    const response = await app.inject({ method: 'POST', url: '/login', payload: { user: 'robin', pwd: PASSWORD } })
    return { token: response.json<{ accessToken: string }>().accessToken, cookies: response.cookies }
  }

  test('is plain: a cookie of its own opens it, which opens nothing else', async () => {
    const { app } = await startWithRoom()
    const { cookies } = await logIn(app)
    const cookie = cookies.find(({ path }) => path === '/export')
    expect(cookie).toMatchObject({ name: 'roomfolio_download', httpOnly: true, sameSite: 'Strict', path: '/export' })
    const given = { roomfolio_download: cookie?.value ?? '' }
    const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    const response = await app.inject({ url: '/export', cookies: given, headers: navigation })
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/zip'])
    for (const url of ['/myaccount', '/mysessions', '/projects']) {
      expect((await app.inject({ url, cookies: given })).statusCode).toBe(401)
    }
  })

  test('is closed when the session ends', async () => {
    const { app, robin } = await startWithRoom()
    const { cookies } = await logIn(app)
    const given = Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
    expect((await app.inject({ url: '/export', cookies: given })).statusCode).toBe(200)
    const sessions = await robin.must(listMySessions, {})
    const sessionID = sessions.find(({ current }) => !current)?.sessionID ?? 0
    await robin.must(endMySession, { query: { sessionID }, body: { currentPass: PASSWORD } })
    const refused = await app.inject({ url: '/export', cookies: given })
    expect(refused.json()).toMatchObject({ statusCode: 401, code: 'session_ended' })
  })

  test('is open to every role, also to one that keeps no projects any more', async () => {
    const { robin, services } = await startWithRoom()
    await setRole(services.db, 'robin', Role.User, false)
    expect((await accountExportOf(robin)).projects).toHaveLength(1)
  })
})

const MB = 1024 * 1024

/** The app at an address, with what it logs as errors, and the streams of files that it opens. */
const listening = async () => {
  const started = await startWithRoom()
  const { services, robin } = started
  const app = await createApp(services)
  onTestFinished(() => app.close())
  const logged: unknown[] = []
  app.addHook('onRequest', async (request) => {
    request.log.error = (details: unknown) => void logged.push(details)
  })
  const opened: Readable[] = []
  const { read } = services.store
  services.store.read = async (...file) => {
    const bytes = await read(...file)
    if (!Buffer.isBuffer(bytes)) opened.push(bytes)
    return bytes
  }
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const call = (method = 'GET') =>
    fetch(`${address}/export`, { method, headers: { authorization: `Bearer ${robin.accessToken}` } })
  return { ...started, logged, opened, call, address, port: (app.server.address() as AddressInfo).port }
}

const storedFiles = ({ config }: { config: { dataDir: string } }) =>
  readdirSync(join(config.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

/** Another byte in the middle of a file, which is as long as before. */
const change = (path: string) => {
  const bytes = readFileSync(path)
  const middle = Math.floor(bytes.length / 2)
  writeFileSync(path, bytes.fill((bytes[middle] ?? 0) ^ 1, middle, middle + 1))
}

describe('an export of files that are not as they were uploaded', () => {
  test.each([
    ['missing', 'gone', 10, (path: string) => rmSync(path), undefined],
    ['missing', 'gone', 3 * MB, (path: string) => rmSync(path), undefined],
    ['damaged', 'cut short', 10, (path: string) => truncateSync(path, 5), 5],
    ['damaged', 'cut short', 3 * MB, (path: string) => truncateSync(path, 2 * MB), 2 * MB],
    ['damaged', 'changed', 10, change, 10],
    ['damaged', 'changed', 3 * MB, change, 3 * MB],
  ])(
    'lists as %s what is %s (%i bytes), has all the others, and the log says so',
    async (condition, _, size, harm, left) => {
      const { robin, projectID, roomID, services, logged, call } = await listening()
      await attach(robin, projectID, roomID, [{ name: 'a.bin', bytes: Buffer.alloc(size) }])
      for (const path of storedFiles(services)) harm(path)
      await attach(robin, projectID, roomID, [text('b.txt')])
      const { entries, projects } = await readAccountExport(Buffer.from(await (await call()).arrayBuffer()))
      const [harmed, whole] = ['files/Kitchen/Castellan/a.bin', 'files/Kitchen/Castellan (2)/b.txt']
      const [project] = projects
      expect([...(project?.files.keys() ?? [])]).toEqual(left === undefined ? [whole] : [harmed, whole])
      expect(project?.files.get(harmed)?.length).toBe(left)
      expect(project?.files.get(whole)?.toString()).toBe('content of b.txt')
      const listedIn = (all: ReadonlyMap<string, Buffer> | undefined) =>
        all?.get('MISSING.txt')?.toString().split('\n').slice(4)
      expect(listedIn(project?.entries)).toEqual([`${condition}  ${harmed}`, ''])
      expect(listedIn(entries)).toEqual([`${condition}  projects/Maple Street.zip/${harmed}`, ''])
      expect(logged).toEqual([{ err: expect.objectContaining({ condition }), userID: expect.any(Number) }])
    },
  )
})

describe('an export that cannot be finished', () => {
  const broken = { err: expect.any(Error), userID: expect.any(Number) }

  test('because a file cannot be read to its end breaks off, and the log says so', async () => {
    const { robin, projectID, roomID, services, logged, call } = await listening()
    await attach(robin, projectID, roomID, [{ name: 'a.bin', bytes: Buffer.alloc(3 * MB) }])
    services.store.read = async () =>
      Readable.from(
        (async function* () {
          for (let n = 0; n < 20; n++) yield Buffer.alloc(MB)
          throw new Error('EIO: i/o error, read')
        })(),
      )
    await expect(call().then((response) => response.arrayBuffer())).rejects.toThrow()
    expect(logged).toEqual([{ ...broken, err: expect.objectContaining({ message: 'EIO: i/o error, read' }) }])
    expect((await robin.call(listMySessions, {})).status).toBe(200)
  })

  test('because the rows cannot be read is an error like any other, and no ZIP', async () => {
    const { robin, services } = await startWithRoom()
    await services.db.schema.dropTable('reminders').execute()
    const response = await robin.raw({ url: '/export' })
    expect(response.json()).toMatchObject({ statusCode: 500, code: 'unexpected' })
    expect(response.headers).not.toHaveProperty('content-disposition')
  })
})

describe('a caller who takes an export', () => {
  const startWithLargeFiles = async () => {
    const started = await listening()
    const { robin, projectID, roomID, port } = started
    const bytes = Buffer.alloc(20 * MB, 1)
    for (const name of ['first', 'second']) await attach(robin, projectID, roomID, [{ name, bytes }])
    const socket = connect(port)
    socket.write(
      `GET /export HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${robin.accessToken}\r\n\r\n`,
    )
    await once(socket, 'readable')
    await until(() => started.opened[0]?.isPaused())
    return { ...started, socket }
  }

  test('slowly is waited for: files are read no faster than they are taken, one at a time', async () => {
    const { socket, opened } = await startWithLargeFiles()
    expect(opened).toHaveLength(1)
    const received = Buffer.concat(await socket.toArray())
    expect(received.length).toBeGreaterThan(40 * MB)
    expect(opened).toHaveLength(2)
    expect(received.subarray(-7).toString()).toBe('\r\n0\r\n\r\n')
  })

  test('has one at a time: another one is refused until it is through, and others have theirs', async () => {
    const { socket, call, newUser, address } = await startWithLargeFiles()
    const refused = await call()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect(await refused.json()).toMatchObject({
      code: 'export_under_way',
      message: 'Your data is already on its way to you. Please wait for it before you ask again.',
    })
    const sam = await newUser('sam_e')
    const theirs = await fetch(`${address}/export`, { headers: { authorization: `Bearer ${sam.accessToken}` } })
    expect((await readAccountExport(Buffer.from(await theirs.arrayBuffer()))).projects).toEqual([])
    expect((await call('HEAD')).status).toBe(200)
    await socket.toArray()
    // Nor does one that was given up keep the next one away.
    for (let n = 0; n < 2; n++) {
      await until(async () => {
        const { status, body } = await call()
        await body?.cancel()
        return status === 200
      })
    }
  })

  test('and goes away before it comes has another one only when the work on the first has ended', async () => {
    const { call, services, address, robin } = await listening()
    const { db } = services
    const transaction = db.transaction.bind(db)
    let begun = 0
    let goOn = () => {}
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve))
    const reading = vi.spyOn(db, 'transaction').mockImplementation(() => {
      const builder = transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
      const execute: typeof builder.execute = (read) =>
        builder.execute(async (trx) => {
          begun++
          await mayGoOn
          return read(trx)
        })
      const gated = { setIsolationLevel: () => gated, setAccessMode: () => gated, execute }
      return gated as unknown as typeof builder
    })
    onTestFinished(() => reading.mockRestore())
    const leaving = new AbortController()
    const headers = { authorization: `Bearer ${robin.accessToken}` }
    const gone = fetch(`${address}/export`, { headers, signal: leaving.signal })
    await until(() => begun === 1)
    leaving.abort()
    await expect(gone).rejects.toThrow()
    for (let n = 0; n < 3; n++) expect((await call()).status).toBe(429)
    goOn()
    reading.mockRestore()
    await until(async () => {
      const { status, body } = await call()
      await body?.cancel()
      return status === 200
    })
    expect(begun).toBe(1)
  })

  test('and goes away ends the reading, and no file stays open', async () => {
    const { socket, opened, logged } = await startWithLargeFiles()
    socket.destroy()
    await until(() => opened[0]?.closed)
    expect(opened).toHaveLength(1)
    expect(logged).toEqual([])
  })
})
