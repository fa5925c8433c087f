import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { endMySession, listMySessions } from '../../src/shared/account.ts'
import { deleteProject } from '../../src/shared/projects.ts'
import { updateReminders } from '../../src/shared/reminders.ts'
import { Role } from '../../src/shared/roles.ts'
import { filesJSON } from '../../src/shared/items.ts'
import { readExport } from '../../src/server/account/export.repo.ts'
import { createApp } from '../../src/server/app.ts'
import { mintActor } from '../../src/server/db/actor.ts'
import { setRole } from '../../src/server/auth/users.repo.ts'
import { PASSWORD, startTestApp, type Client, type TestFile, IN_FOLDER } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { unzip } from '../support/zip.ts'

/** What stands in roomfolio.json, as far as tests look at it. */
interface Document {
  exportedAt: string
  account: Record<string, unknown>
  projects: {
    name: string
    rooms: { name: string; items: { notes: string; fields: object[]; files: { name: string; path: string }[] }[] }[]
  }[]
}

const read = async (bytes: Buffer) => {
  const entries = await unzip(bytes)
  const document = JSON.parse(entries.get('roomfolio.json')?.toString() ?? '') as Document
  const files = [...entries.keys()].filter((name) => name.startsWith('files/'))
  return { entries, document, files }
}

const exportOf = async (client: Client) => {
  const response = await client.raw({ url: '/export' })
  expect(response.statusCode).toBe(200)
  return { ...(await read(response.rawPayload)), headers: response.headers }
}

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
    const { headers } = await exportOf(robin)
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
    const { entries, document } = await exportOf(robin)
    expect(document.exportedAt).toBe(clock.now().toISOString())
    expect(document.account).toEqual({
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
    expect(entries.get('roomfolio.json')?.toString()).not.toContain('argon2')
    expect(entries.get('README.txt')?.toString()).toContain('Not included: your password, what is in the trash')
  })

  test('holds what was chosen for reminders', async () => {
    const { robin } = await startWithRoom()
    await robin.must(updateReminders, { body: { isOn: false, weekday: 'friday', zone: 'Europe/Berlin' } })
    const { document } = await exportOf(robin)
    expect(document.account.reminders).toEqual({ isOn: false, weekday: 'friday', timeZone: 'Europe/Berlin' })
  })

  test('holds projects and rooms in order, items with their labels and values, and the bytes of every file', async () => {
    const { robin, projectID, roomID, clock } = await startWithRoom()
    const now = clock.now().toISOString()
    const large = randomBytes(2 * 1024 * 1024 + 5)
    const files = [text('manual.pdf', '%PDF-1.7\n'), { name: 'large.bin', bytes: large }, text('empty', '')]
    const uploaded = await robin.upload(files)
    const map = filesJSON(uploaded.map(({ remote }, at) => ({ name: `shown ${at}.txt`, remote })))
    const inputs = { field1: 'Castellan', field3: 'Brass', notes: 'left\nof "it"' }
    const itemIDs = [
      await robin.newItem(projectID, roomID, inputs, map),
      await robin.newItem(projectID, roomID),
    ] as const
    const bathroomID = await robin.newRoom(projectID, 'Bathroom')
    const birchID = await robin.newProject('Birch Lane')

    const { document, entries, files: paths } = await exportOf(robin)
    const times = { createdAt: now, updatedAt: now }
    const place = { address: '418 Maple Street', address2: '', city: 'Burlington', state: 'VT', zip: '05401' }
    const folder = 'files/Maple Street/Kitchen/Castellan'
    const values = (first: string, third: string) => [
      { name: 'Brand', value: first },
      { name: 'Model Number', value: '' },
      { name: 'Finish', value: third },
      { name: 'Cartridge / Valve Number', value: '' },
      { name: 'Supplier', value: '' },
      { name: 'Warranty Expires', value: '' },
    ]
    const faucet = { category: 'Plumbing', subcategory: 'Faucet', ...times }
    const file = (at: number, originalName: string, type: string, size: number) => ({
      name: `shown ${at}.txt`,
      originalName,
      caption: '',
      path: `${folder}/shown ${at}.txt`,
      type,
      size,
      uploadedAt: now,
    })
    expect(document.projects).toEqual([
      { projectID: birchID, name: 'Birch Lane', client: '', ...place, ...times, rooms: [] },
      {
        projectID,
        name: 'Maple Street',
        client: '',
        ...place,
        ...times,
        rooms: [
          { roomID: bathroomID, name: 'Bathroom', roomType: 'Kitchen', ...times, items: [] },
          {
            roomID,
            name: 'Kitchen',
            roomType: 'Kitchen',
            ...times,
            items: [
              {
                itemID: itemIDs[0],
                title: 'Castellan',
                ...faucet,
                fields: values('Castellan', 'Brass'),
                notes: 'left\nof "it"',
                files: [
                  file(0, 'manual.pdf', 'application/pdf', 9),
                  file(1, 'large.bin', 'application/octet-stream', large.length),
                  file(2, 'empty', 'application/octet-stream', 0),
                ],
              },
              {
                itemID: itemIDs[1],
                title: 'Faucet',
                ...faucet,
                fields: values('', ''),
                notes: '',
                files: [],
              },
            ],
          },
        ],
      },
    ])
    expect(paths).toEqual([0, 1, 2].map((at) => `${folder}/shown ${at}.txt`))
    for (const [at, { bytes }] of files.entries()) expect(entries.get(paths[at] ?? '')?.equals(bytes)).toBe(true)
  })

  test('tells what happened in the projects that the user owns, by whom, and nothing of others', async () => {
    const { robin, projectID, roomID, newUser, services, clock } = await startWithRoom()
    const editor = await newUser('editor')
    await editor.newProject('Editor’s own')
    const { id } = await services.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'editor')
      .executeTakeFirstOrThrow()
    await services.db
      .insertInto('project_members')
      .values({ project_id: projectID, user_id: id, role: 'editor' })
      .execute()
    const itemID = await editor.newItem(projectID, roomID, { field1: 'Castellan' })
    const { entries } = await exportOf(robin)
    const at = clock.now().toISOString()
    expect(JSON.parse(entries.get('history.json')?.toString() ?? '')).toMatchObject([
      { at, who: 'robin', kind: 'project created', projectID, roomID: null, itemID: null, before: null },
      { at, who: 'robin', kind: 'room created', projectID, roomID, itemID: null, after: { name: 'Kitchen' } },
      { at, who: 'editor', kind: 'item created', projectID, roomID, itemID, after: { subcategory: 'Faucet' } },
    ])
    // More than are read at once.
    const { id: _, ...event } = await services.db.selectFrom('events').selectAll().executeTakeFirstOrThrow()
    const many = Array.from({ length: 1100 }, () => event)
    await services.db.insertInto('events').values(many.slice(550)).execute()
    await services.db.insertInto('events').values(many.slice(550)).execute()
    const { entries: more } = await exportOf(robin)
    const history = JSON.parse(more.get('history.json')?.toString() ?? '') as { id: number }[]
    expect(new Set(history.map((one) => one.id)).size).toBe(1103)
    const { entries: theirs } = await exportOf(editor)
    expect(JSON.parse(theirs.get('history.json')?.toString() ?? '')).toMatchObject([
      { after: { name: 'Editor’s own' } },
    ])
  })

  test('of a new account holds no project and no file', async () => {
    const { newUser } = await startTestApp()
    const { document, entries } = await exportOf(await newUser())
    expect(document.projects).toEqual([])
    expect([...entries.keys()]).toEqual(['README.txt', 'roomfolio.json', 'history.json'])
  })

  test('keeps a value whose label was taken away since', async () => {
    const { robin, projectID, roomID, services } = await startWithRoom()
    await robin.newItem(projectID, roomID, { field2: 'M-4711' })
    await services.db.deleteFrom('subcategory_labels').where('slot', 'in', [2, 3]).execute()
    const { document } = await exportOf(robin)
    const names = document.projects[0]?.rooms[0]?.items[0]?.fields
    expect(names).toContainEqual({ name: 'Field 2', value: 'M-4711' })
    expect(names).not.toContainEqual(expect.objectContaining({ name: 'Field 3' }))
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

    const { document, entries, files } = await exportOf(robin)
    expect(files).toEqual(['files/Maple Street/Kitchen/Castellan/kept.txt'])
    for (const gone of ['Trashed', 'removed.txt', 'Removed room', 'waiting.txt']) {
      expect(entries.get('roomfolio.json')?.toString()).not.toContain(gone)
    }
    expect(document.projects[0]?.rooms[0]?.items).toHaveLength(2)
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

    expect((await exportOf(robin)).files).toEqual(['files/Maple Street/Kitchen/Castellan/by editor.txt'])
    const { document, files } = await exportOf(editor)
    expect(document.projects.map(({ name }) => name)).toEqual(['Editor’s own'])
    expect(files).toEqual(['files/Editor’s own/Kitchen/Castellan/editor.txt'])
  })

  test('asks the database the same number of times, however much there is', async () => {
    const { robin, projectID, statements } = await startWithRoom()
    const counted = async () => {
      const before = statements()
      await exportOf(robin)
      return statements() - before
    }
    const few = await counted()
    for (let n = 0; n < 5; n++) {
      const another = await robin.newProject(`Project ${n}`)
      await robin.newRoom(projectID, `Room ${n}`)
      await attach(robin, another, await robin.newRoom(another), [text('a.txt'), text('b.txt')])
    }
    expect(await counted()).toBe(few)
  })
})

test('an export of thousands of items is read while everybody else goes on', async () => {
  const { robin, projectID, roomID, services } = await startWithRoom()
  const id = await robin.newItem(projectID, roomID, { field1: 'Castellan', notes: 'n'.repeat(200) })
  const item = await services.db.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { id: _, ...copied } = item
  for (let n = 0; n < 40; n++) {
    await services.db
      .insertInto('items')
      .values(Array.from({ length: 500 }, () => copied))
      .execute()
  }
  const { owner_id: userID } = await services.db.selectFrom('projects').select('owner_id').executeTakeFirstOrThrow()
  const actor = mintActor({ userID, username: 'robin', roles: [Role.User], sessionID: 1, mustChangePassword: false })
  let turns = 0
  const turn = () => {
    turns++
    counting = setImmediate(turn)
  }
  let counting = setImmediate(turn)
  const { items } = await readExport(services.db, actor, new Date(0).toISOString())
  clearImmediate(counting)
  expect(items).toHaveLength(20_001)
  expect(turns).toBeGreaterThan(4)
  const { document } = await exportOf(robin)
  expect(document.projects[0]?.rooms[0]?.items).toHaveLength(20_001)
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
    const { entries, document, files } = await exportOf(robin)
    expect(files).toHaveLength(4 * 3 * 2 * names.length)
    for (const path of files) {
      const steps = path.split('/')
      expect(steps).toHaveLength(5)
      for (const step of steps) {
        expect(step, path).not.toMatch(/[\p{Cc}"*:<>?\\|]|[. ]$|^$/u)
        expect(step, path).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i)
      }
    }
    expect(new Set(files.map((path) => path.toLowerCase())).size).toBe(files.length)
    const listed = document.projects.flatMap(({ rooms }) =>
      rooms.flatMap(({ items }) => items.flatMap((item) => item.files)),
    )
    expect(listed.map(({ path }) => path).sort()).toEqual(files.sort())
    for (const { name, path } of listed) expect(entries.get(path)?.toString(), path).toBe(`content of ${name}`)
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
    expect((await exportOf(robin)).document.projects).toHaveLength(1)
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
      const { entries, files } = await read(Buffer.from(await (await call()).arrayBuffer()))
      const [harmed, whole] = [
        'files/Maple Street/Kitchen/Castellan/a.bin',
        'files/Maple Street/Kitchen/Castellan (2)/b.txt',
      ]
      expect(files).toEqual(left === undefined ? [whole] : [harmed, whole])
      expect(entries.get(harmed)?.length).toBe(left)
      expect(entries.get(whole)?.toString()).toBe('content of b.txt')
      expect(entries.get('MISSING.txt')?.toString().split('\n').slice(3)).toEqual([`${condition}  ${harmed}`, ''])
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
          yield Buffer.alloc(MB)
          throw new Error('EIO: i/o error, read')
        })(),
      )
    await expect(call().then((response) => response.arrayBuffer())).rejects.toThrow()
    expect(logged).toEqual([{ ...broken, err: expect.objectContaining({ message: 'EIO: i/o error, read' }) }])
    expect((await robin.call(listMySessions, {})).status).toBe(200)
  })

  test('because the rows cannot be read is an error like any other, and no ZIP', async () => {
    const { robin, services } = await startWithRoom()
    await services.db.schema.dropTable('subcategory_labels').execute()
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
    expect((await read(Buffer.from(await theirs.arrayBuffer()))).document.projects).toEqual([])
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
