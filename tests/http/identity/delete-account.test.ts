import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deleteMyAccount } from '../../../src/shared/identity/account.api.ts'
import { register } from '../../../src/shared/identity/auth.api.ts'
import { addItemFiles, filesJSON, getItem, listItems } from '../../../src/shared/items/items.api.ts'
import { deleteProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import { listTrash, restore } from '../../../src/shared/history/trash.api.ts'
import { createApp } from '../../../src/server/app.ts'
import { setRole } from '../../../src/server/identity/account/users.repo.ts'
import type { Database } from '../../../src/server/platform/db/database.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { problemWith } from '../../support/problems.ts'
import { turnOn } from '../../support/second-factor.ts'
import {
  Client,
  PASSWORD,
  registrationOf,
  signIn,
  startTestApp,
  type TestApp,
  IN_FOLDER,
} from '../../support/test-app.ts'
import { logIn, open, refresh, startWithRobin, WRONG } from './account-fixture.ts'

const cleared = (response: LightMyRequestResponse) =>
  response.cookies.map(({ name, value, path, expires }) => [name, path, value, expires?.getTime()]).sort()

const CLEARED = [
  ['roomfolio_download', '/download', '', 0],
  ['roomfolio_download', '/export', '', 0],
  ['roomfolio_download', '/paper', '', 0],
  ['roomfolio_download', '/sheet', '', 0],
  ['roomfolio_session', '/', '', 0],
]

/** A project with a room, an item with a file and a pending upload, and a project in the trash with the same. */
const settle = async (user: Client, name: string) => {
  const things = async (projectName: string) => {
    const projectID = await user.newProject(projectName)
    const roomID = await user.newRoom(projectID)
    const [file] = await user.upload([{ name: 'a.txt', bytes: Buffer.from(`a of ${projectName}`) }])
    const remote = file?.remote ?? ''
    const itemID = await user.newItem(projectID, roomID, { field1: 'x' }, filesJSON([{ name: 'a.txt', remote }]))
    return { projectID, roomID, itemID, remote }
  }
  const { projectID } = await things(`${name} trashed`)
  await user.must(deleteProject, { query: { projectID } })
  await user.upload([{ name: 'waiting.txt', bytes: Buffer.from(`waiting of ${name}`) }])
  return things(name)
}

const userIDOf = async (db: Database, username: string): Promise<number> =>
  (await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id

/** Every row of every table, by table. */
const allRows = async (db: Database): Promise<Record<string, unknown[]>> => {
  const tables = (await db.introspection.getTables()).map(({ name }) => name).sort()
  const rows = tables.map(async (name) => {
    const result = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    return [name, result.rows.map((row) => JSON.stringify(row)).sort()] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}

const storedFiles = ({ services }: TestApp): number =>
  readdirSync(join(services.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length

const deleteIt = (client: Client, currentPass = PASSWORD) =>
  client.raw({ method: 'DELETE', url: '/myaccount', payload: { currentPass } })

describe('deleting an account', () => {
  test('deletes all of its data, and nothing of other users', async () => {
    const started = await startTestApp(IN_FOLDER)
    const { app, services, newUser, anonymous } = started
    const other = await newUser('other', [Role.Admin])
    await settle(other, 'Birch Lane')
    await started.jobsDone()
    const before = await allRows(services.db)
    const filesBefore = storedFiles(started)

    await anonymous.must(register, { body: registrationOf('robin') })
    await logIn(app, { pwd: 'wrong horse' })
    const { client } = await open(app)
    await settle(client, 'Maple Street')
    await turnOn(client, started.clock)
    await started.jobsDone()
    const userID = await userIDOf(services.db, 'robin')
    const reset = { user_id: userID, token_hash: 'x', created_at: '2030-01-01', expires_at: '2030-01-02' }
    await services.db.insertInto('password_resets').values(reset).execute()
    await logIn(app, { pwd: 'wrong horse' })

    const response = await deleteIt(client)
    expect([response.statusCode, response.json()]).toEqual([200, { message: 'Account deleted' }])
    expect(cleared(response)).toEqual(CLEARED)
    const after = await allRows(services.db)
    // Failed logins and registrations of an address count on.
    const { attempts, security_events: security, ...rest } = after
    expect(security).toHaveLength(4)
    for (const row of security ?? []) expect(row).toContain('"user_id":null,"account":"robin"')
    expect(attempts?.map((row) => (JSON.parse(String(row)) as { kind: string }).kind).sort()).toEqual([
      'login-address',
      'login-address',
      'register-address',
    ])
    const numbering = { sqlite_sequence: expect.anything() }
    expect({ ...rest, ...numbering }).toEqual({
      ...before,
      ...numbering,
      attempts: undefined,
      security_events: undefined,
    })
    expect(storedFiles(started)).toBe(filesBefore)
    expect((await other.must(listProjects, {})).projects).toHaveLength(1)
  })

  test('ends every session at once, and the account can no longer log in', async () => {
    const { app } = await startWithRobin()
    const [here, there] = [await open(app), await open(app)]
    expect((await deleteIt(here.client)).statusCode).toBe(200)
    for (const session of [here, there]) {
      expect((await session.client.call(listProjects, {})).problem).toMatchObject(problemWith('session_ended'))
      expect(await refresh(app, session)).toBe(401)
      expect((await app.inject({ url: '/export', cookies: session.cookies })).statusCode).toBe(401)
    }
    for (const user of ['robin', 'robin@example.com']) expect((await logIn(app, { user })).statusCode).toBe(401)
  })

  test('frees its username and its e-mail address', async () => {
    const { app, robin, anonymous } = await startWithRobin()
    await deleteIt(robin)
    await anonymous.must(register, { body: registrationOf('robin') })
    const again = await signIn(app, 'robin')
    expect((await again.call(listProjects, {})).status).toBe(204)
  })

  test('requires the password: a wrong or missing one deletes nothing', async () => {
    const { robin, services } = await startWithRobin()
    await settle(robin, 'Maple Street')
    const before = await allRows(services.db)
    expect((await deleteIt(robin, 'wrong horse')).json()).toMatchObject(WRONG)
    expect((await robin.send(deleteMyAccount, { body: {} })).problem).toMatchObject({
      statusCode: 400,
      fields: { currentPass: 'Required.' },
    })
    const uncompared = { attempts: undefined, security_events: undefined, sqlite_sequence: undefined }
    expect({ ...(await allRows(services.db)), ...uncompared }).toEqual({ ...before, ...uncompared })
  })

  test('is refused to the last Admin, and their right password counts as no failure', async () => {
    const { app, newUser, services } = await startTestApp()
    const admin = await newUser('robin', [Role.Admin])
    await newUser('other')
    for (let n = 0; n < 12; n++) {
      expect((await deleteIt(admin)).json()).toMatchObject({ statusCode: 409, code: 'last_admin' })
    }
    expect((await logIn(app)).statusCode).toBe(200)
    await setRole(services.db, 'other', Role.Admin, true)
    expect((await deleteIt(admin)).statusCode).toBe(200)
  })

  test('leaves one Admin when all delete theirs at once', async () => {
    const { newUser, services } = await startTestApp()
    const names = ['first', 'second', 'third']
    const admins = await Promise.all(names.map((name) => newUser(name, [Role.Admin])))
    const answers = await Promise.all(admins.map((admin) => deleteIt(admin)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409])
    expect(await services.db.selectFrom('user_roles').select('role').where('role', '=', Role.Admin).execute()).toEqual([
      { role: Role.Admin },
    ])
  })

  test('keeps bytes that another upload uses', async () => {
    const started = await startWithRobin()
    const { robin, services, newUser } = started
    const other = await newUser('other')
    const { remote } = await settle(robin, 'Maple Street')
    const { remote: theirs } = await settle(other, 'Birch Lane')
    const { blob_id } = await services.db
      .selectFrom('uploads')
      .select('blob_id')
      .where('remote', '=', remote)
      .executeTakeFirstOrThrow()
    await services.db.updateTable('uploads').set({ blob_id }).where('remote', '=', theirs).execute()
    expect((await deleteIt(robin)).statusCode).toBe(200)
    expect((await other.raw({ url: `/download/${theirs}` })).body).toBe('a of Maple Street')
  })

  test('succeeds if bytes cannot be removed: the log has a line, and they are removed later', async () => {
    const started = await startTestApp(IN_FOLDER)
    const { services, newUser } = started
    const { remove } = services.store
    const logged: unknown[] = []
    const app = await createApp(services)
    app.addHook('onRequest', async (request) => {
      request.log.error = (details: unknown) => void logged.push(details)
    })
    const robin = await newUser('robin')
    await robin.upload([{ name: 'a.txt', bytes: Buffer.from('a') }])
    services.store.remove = async () => {
      throw new Error('EIO: i/o error')
    }
    const response = await deleteIt(new Client(app, robin.accessToken))
    expect(response.json()).toEqual({ message: 'Account deleted' })
    expect(logged).toEqual([{ err: expect.objectContaining({ message: 'EIO: i/o error' }) }])
    services.store.remove = remove
    await sweep(services)
    expect(storedFiles(started)).toBe(0)
  })
})

describe("deleting the account of an editor of another user's project", () => {
  const startWithEditor = async () => {
    const started = await startTestApp()
    const [owner, editor] = [await started.newUser('owner'), await started.newUser('editor')]
    const theirs = await settle(owner, 'Maple Street')
    const mine = await settle(editor, 'Birch Lane')
    const member = { project_id: theirs.projectID, user_id: await userIDOf(started.services.db, 'editor') }
    await started.services.db
      .insertInto('project_members')
      .values({ ...member, role: 'editor' })
      .execute()
    return { ...started, owner, editor, theirs, mine }
  }

  test("leaves the editor's attachments to the owner", async () => {
    const { owner, editor, theirs, mine, services } = await startWithEditor()
    const [brought] = await editor.upload([{ name: 'b.txt', bytes: Buffer.from('brought') }])
    const remote = brought?.remote ?? ''
    const files = [
      { name: 'b.txt', remote },
      { name: 'also mine.txt', remote: mine.remote },
    ]
    await editor.must(addItemFiles, { body: { itemID: theirs.itemID, files } })
    const seen = await owner.must(getItem, { query: { itemID: theirs.itemID } })
    expect(seen.attachments.map(({ name }) => name)).toEqual(['a.txt', 'b.txt', 'also mine.txt'])

    expect((await deleteIt(editor)).statusCode).toBe(200)
    expect(await owner.must(getItem, { query: { itemID: theirs.itemID } })).toEqual(seen)
    expect((await owner.raw({ url: `/download/${remote}` })).body).toBe('brought')
    expect((await owner.raw({ url: `/download/${mine.remote}` })).body).toBe('a of Birch Lane')
    const uploads = await services.db.selectFrom('uploads').select('owner_id').distinct().execute()
    expect(uploads).toEqual([{ owner_id: await userIDOf(services.db, 'owner') }])

    // The owner can attach them elsewhere, and they are deleted with the owner's account.
    await owner.must(addItemFiles, {
      body: {
        itemID: await owner.newItem(theirs.projectID, theirs.roomID),
        files: [{ name: 'b.txt', remote }],
      },
    })
    expect(await owner.must(listItems, { query: { roomID: theirs.roomID } })).toHaveLength(2)
    expect((await deleteIt(owner)).statusCode).toBe(200)
    expect(await services.db.selectFrom('blobs').selectAll().execute()).toEqual([])
  })

  test("leaves entries in the owner's trash", async () => {
    const { owner, editor, theirs } = await startWithEditor()
    const { trashID } = await editor.must(deleteRoom, { query: { roomID: theirs.roomID } })
    expect((await deleteIt(editor)).statusCode).toBe(200)
    expect(await owner.must(listTrash, {})).toMatchObject([
      { trashID, kind: 'room', deletedBy: 'editor', may: 'own' },
      { kind: 'project', deletedBy: 'owner' },
    ])
    await owner.must(restore, { body: { trashID } })
    expect(await owner.must(listItems, { query: { roomID: theirs.roomID } })).toHaveLength(1)
  })

  test('while they attach files fails nothing and loses nothing that was acknowledged to the owner', async () => {
    const { owner, editor, theirs } = await startWithEditor()
    const uploaded = await editor.upload(
      Array.from({ length: 20 }, (_, n) => ({ name: `${n}.txt`, bytes: Buffer.from(`bytes ${n}`) })),
    )
    const attached: string[] = []
    const attachAll = async () => {
      for (const { filename, remote } of [...uploaded, ...uploaded, ...uploaded, ...uploaded]) {
        const body = { itemID: theirs.itemID, files: [{ name: filename, remote }] }
        const { status } = await editor.call(addItemFiles, { body })
        if (status === 201) attached.push(remote)
        else expect([401, 404]).toContain(status)
      }
    }
    const [response] = await Promise.all([deleteIt(editor), attachAll(), attachAll()])
    expect(response.statusCode).toBe(200)
    const { attachments } = await owner.must(getItem, { query: { itemID: theirs.itemID } })
    expect(attachments.map(({ remote }) => remote)).toEqual(expect.arrayContaining(attached))
    for (const { remote } of attachments) {
      expect((await owner.raw({ url: `/download/${remote}` })).statusCode).toBe(200)
    }
  })

  test("of the owner keeps the editor's own files, and deletes those that are only on the owner's items", async () => {
    const { owner, editor, theirs, mine, services } = await startWithEditor()
    const [brought] = await editor.upload([{ name: 'b.txt', bytes: Buffer.from('brought') }])
    const files = [
      { name: 'b.txt', remote: brought?.remote ?? '' },
      { name: 'mine.txt', remote: mine.remote },
    ]
    await editor.must(addItemFiles, { body: { itemID: theirs.itemID, files } })
    // Owners of shared projects cannot delete their account.
    await services.db.deleteFrom('project_members').execute()
    expect((await deleteIt(owner)).statusCode).toBe(200)
    expect((await editor.raw({ url: `/download/${brought?.remote}` })).statusCode).toBe(404)
    expect((await editor.raw({ url: `/download/${mine.remote}` })).body).toBe('a of Birch Lane')
    expect((await editor.must(listProjects, {})).projects.map(({ name }) => name)).toEqual(['Birch Lane'])
    expect(await services.db.selectFrom('project_members').selectAll().execute()).toEqual([])
  })
})
