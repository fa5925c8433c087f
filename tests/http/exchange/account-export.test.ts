import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { endMySession, listMySessions } from '../../../src/shared/identity/account.api.ts'
import { deleteProject } from '../../../src/shared/projects/projects.api.ts'
import { updateReminders } from '../../../src/shared/upkeep/reminders.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { filesJSON, getItem, listItems } from '../../../src/shared/items/items.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { saveAsTemplate } from '../../../src/shared/items/bulk/templates.api.ts'
import { setRole } from '../../../src/server/identity/account/users.repo.ts'
import { isoTime } from '../../../src/server/platform/lib/clock.ts'
import { accountExportOf } from '../../support/account-export.ts'
import { mustImport } from '../../support/project-file.ts'
import { PASSWORD, startTestApp, type Client } from '../../support/test-app.ts'
import { attach, text, startWithRoom } from './account-export.ts'

describe('an account export', () => {
  test('is an uncached ZIP named after the user and the day', async () => {
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

  test('contains the account without its password, and a README of its contents', async () => {
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

  test('contains the settings of reminders', async () => {
    const { robin } = await startWithRoom()
    await robin.must(updateReminders, { body: { isOn: false, weekday: 'friday', zone: 'Europe/Berlin' } })
    const { account } = await accountExportOf(robin)
    expect(account.reminders).toEqual({ isOn: false, weekday: 'friday', timeZone: 'Europe/Berlin' })
  })

  test('contains a project file per project and template, which any installation imports', async () => {
    const { robin, projectID, roomID, clock } = await startWithRoom()
    const large = randomBytes(2 * 1024 * 1024 + 5)
    const files = [text('manual.pdf', '%PDF-1.7\n'), { name: 'large.bin', bytes: large }, text('empty', '')]
    const uploaded = await robin.upload(files)
    const map = filesJSON(uploaded.map(({ remote }, at) => ({ name: `shown ${at}.txt`, remote })))
    await robin.newItem(projectID, roomID, { field1: 'Castellan', field3: 'Brass', notes: 'left\nof "it"' }, map)
    const birchID = await robin.newProject('Birch Lane')
    const { projectID: templateID } = await robin.must(saveAsTemplate, { body: { projectID, name: 'Maple Street' } })

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
    expect(projects[1]?.entries.get('README.txt')?.toString()).toContain('The spec book isn’t included')

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

  test('contains no project and no file for a new account', async () => {
    const { newUser } = await startTestApp()
    const { projects, entries } = await accountExportOf(await newUser())
    expect(projects).toEqual([])
    expect([...entries.keys()]).toEqual(['README.txt', 'roomfolio.json'])
  })

  test('omits the trash and uploads that are on no item', async () => {
    const { robin, projectID, roomID, services } = await startWithRoom()
    await attach(robin, projectID, roomID, [text('kept.txt')])
    const trashed = await robin.newProject('Trashed')
    await attach(robin, trashed, await robin.newRoom(trashed), [text('in trashed.txt')])
    await robin.must(deleteProject, { query: { projectID: trashed } })
    const item = await attach(robin, projectID, roomID, [text('removed.txt')])
    const room = await robin.newRoom(projectID, 'Removed room')
    await attach(robin, projectID, room, [text('in removed room.txt')])
    const deleted = { deleted_at: isoTime(services.clock) }
    await services.db.updateTable('item_files').set(deleted).where('item_id', '=', item).execute()
    await services.db.updateTable('rooms').set(deleted).where('id', '=', room).execute()
    await robin.upload([text('waiting.txt')])

    const { projects, entries, text: json } = await accountExportOf(robin)
    expect(projects.map(({ name, files, head }) => [name, [...files.keys()], head['items']])).toEqual([
      ['Maple Street', ['files/Kitchen/Castellan/kept.txt'], 2],
    ])
    for (const gone of ['Trashed', 'removed.txt', 'Removed room', 'waiting.txt'])
      expect(json + JSON.stringify([projects[0]?.head, projects[0]?.lines])).not.toContain(gone)
    expect([...entries.keys()]).toEqual(['README.txt', 'projects/Maple Street.zip', 'roomfolio.json'])
  })

  test("contains only the user's projects, with files that others put on their items", async () => {
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

  test('runs the same number of statements for any size of project', async () => {
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
  test('are safe on every system and distinct, and the project file maps them to files', async () => {
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

  test('accepts a cookie that opens nothing else', async () => {
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

  test('is refused after the session ends', async () => {
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

  test('is open to every role, even one without projects', async () => {
    const { robin, services } = await startWithRoom()
    await setRole(services.db, 'robin', Role.User, false)
    expect((await accountExportOf(robin)).projects).toHaveLength(1)
  })
})
