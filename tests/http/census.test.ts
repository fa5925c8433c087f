import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listMySessions } from '../../src/shared/account.ts'
import { requestConsultation } from '../../src/shared/consultations.ts'
import type { EndpointSpec } from '../../src/shared/endpoint.ts'
import { endpoints } from '../../src/shared/endpoints.ts'
import { createItem, deleteItem, filesJSON } from '../../src/shared/items.ts'
import { createLink } from '../../src/shared/links.ts'
import { createProject } from '../../src/shared/projects.ts'
import { Role } from '../../src/shared/roles.ts'
import { createRoom, deleteRoom } from '../../src/shared/rooms.ts'
import { createSubcategory } from '../../src/shared/structure.ts'
import { openSession } from '../../src/server/auth/sessions.repo.ts'
import { listTables } from '../../src/server/db/database.ts'
import { setNextID } from '../../src/server/db/engine.ts'
import type { WholeDatabase } from '../../src/server/db/whole.ts'
import {
  ASKED_OF_ALL,
  changedItem,
  deletedItem,
  HIDES_NOTHING,
  keptTemplate,
  oldRevision,
  unsortedPhoto,
  type Mine,
  TASK,
} from '../support/cases.ts'
import { addMember, inviteSomebody, offerSomebody } from '../support/members.ts'
import { brokenGIF } from '../support/sample-pictures.ts'
import { Client, multipart, roomTypeID, startTestApp, subcategoryIDs } from '../support/test-app.ts'
import { unzip } from '../support/zip.ts'

/**
 * A census of what calls tell a stranger, also those that name nothing: everything that a person keeps bears a mark, in
 * each text and each number, and no answer may have one.
 */

/** Calls for those who run the installation, whose business people are. */
const TELLS_OF_PEOPLE: readonly string[] = ['listUsers', 'listConsultations', 'listStructureChanges']

const HOME = 'Quillhaven'
const PERSON = 'Thistlewood'
const FIRST_NUMBER = 700_000_001
const LATER_NUMBERS = 900_000_001
const NUMBER = /\b7\d{8}\b/

const NUMBERED = [
  ...['users', 'sessions', 'projects', 'rooms', 'items', 'blobs', 'uploads', 'item_files', 'trash_entries'],
  ...['consultations', 'structure_changes', 'password_resets', 'links'],
]
const numberFrom = async (db: WholeDatabase, next: number): Promise<void> => {
  for (const table of NUMBERED) await setNextID(db, table, next)
}

/** Somebody with a home, all of whose rows bear the marks. */
const settleMarked = async ({ newUser, services: { db }, anonymous }: Awaited<ReturnType<typeof startTestApp>>) => {
  const member = 'member'
  await newUser(member)
  await numberFrom(db, FIRST_NUMBER)
  const owner = await newUser(PERSON, [Role.Reseller])
  const texts = [
    'phone',
    'first_name',
    'last_name',
    'name_key',
    'company',
    'address',
    'address2',
    'city',
    'state',
    'zip',
  ]
  await db
    .updateTable('users')
    .set(Object.fromEntries(texts.map((column) => [column, PERSON])))
    .where('username', '=', PERSON)
    .execute()
  await db
    .updateTable('sessions')
    .set({ user_agent: PERSON, address: PERSON })
    .where('id', '>=', FIRST_NUMBER)
    .execute()
  await db
    .insertInto('password_resets')
    .values({ user_id: FIRST_NUMBER, token_hash: PERSON, created_at: '2026-01-01', expires_at: '2026-01-01' })
    .execute()
  const place = { client: HOME, address: HOME, address2: HOME, city: HOME, state: HOME, zip: HOME }
  const { projectID } = await owner.must(createProject, { body: { inputs: { name: HOME, ...place } } })
  await addMember(db, projectID, member, 'editor')
  const roomType = await roomTypeID(owner, 'Bathroom')
  const newRoom = () => owner.must(createRoom, { body: { projectID, roomType, roomName: HOME } })
  const { roomID } = await newRoom()
  const file = { name: `${HOME}.txt`, bytes: Buffer.from(`bytes of ${HOME}`) }
  const [onItem, waiting] = await owner.upload([file, { ...file, bytes: Buffer.from(`more of ${HOME}`) }])
  const ids = await subcategoryIDs(owner, 'Bathroom', 'Paint', 'Wall Paint')
  const inputs = { field1: HOME, field2: HOME, field3: HOME, field4: HOME, notes: HOME }
  const files = filesJSON([{ name: file.name, remote: onItem?.remote ?? '' }])
  const newItem = () => owner.must(createItem, { body: { projectID, roomID, ...ids, inputs, files } })
  await newItem()
  await owner.must(deleteItem, { query: { itemID: (await newItem()).itemID } })
  await owner.must(deleteRoom, { query: { roomID: (await newRoom()).roomID } })
  await owner.must(createLink, { body: { projectID, roomID, name: HOME, hides: HIDES_NOTHING } })
  await owner.must(createSubcategory, { body: { newSubCat: 'Turret' } })
  const asked = { name: PERSON, email: `${PERSON}@example.com`, phone: PERSON, project: PERSON, about: PERSON }
  await anonymous.must(requestConsultation, { body: { inputs: { ...asked, preferredTimes: PERSON } } })
  await numberFrom(db, LATER_NUMBERS)
  return { owner, remotes: [onItem?.remote ?? '', waiting?.remote ?? ''] }
}

/** Every row of every table that bears a mark. */
const markedRows = async (db: WholeDatabase): Promise<string[]> => {
  const tables = (await listTables(db)).filter((name) => !name.startsWith('kysely_')).sort()
  const rows = await Promise.all(
    tables.map(async (name) => {
      const result = await sql<object>`select * from ${sql.table(name)}`.execute(db)
      return result.rows.map((row) => `${name} ${JSON.stringify(row)}`)
    }),
  )
  return rows.flat().filter((row) => row.includes(HOME) || row.includes(PERSON) || NUMBER.test(row))
}

const RAW = { exportMyData: '/export' } as const

/** All that is told, in the order of the census: its headers and its body, a ZIP unpacked. */
const answerOf = async (client: Client, name: keyof typeof ASKED_OF_ALL, input: object) => {
  if (name in RAW) {
    const response = await client.raw({ url: RAW[name as keyof typeof RAW] })
    const entries = [...(await unzip(response.rawPayload))].map(([path, bytes]) => `${path} ${bytes.toString()}`)
    return { status: response.statusCode, text: JSON.stringify(response.headers) + entries.join() }
  }
  const endpoint: EndpointSpec = endpoints[name]
  const { status, body, headers } = await client.send(endpoint, input)
  return { status, text: JSON.stringify([headers, body]) }
}

const names = (Object.keys(ASKED_OF_ALL) as (keyof typeof ASKED_OF_ALL)[]).filter(
  (name) => (endpoints[name] as EndpointSpec).access !== 'public',
)
const isOfInstallation = (name: keyof typeof ASKED_OF_ALL): boolean => {
  const { access } = endpoints[name] as EndpointSpec
  return Array.isArray(access) && !access.includes(Role.User)
}

test('no call that is not public tells a stranger anything of another, or changes it', async () => {
  const started = await startTestApp()
  const { newUser, services, clock } = started
  const { db } = services
  const { owner, remotes } = await settleMarked(started)
  await newUser('further-admin', [Role.Admin])

  const structure = await subcategoryIDs(owner, 'Kitchen', 'Plumbing', 'Faucet')
  const roomType = await roomTypeID(owner, 'Kitchen')
  const userIDOf = async (username: string) =>
    (await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id
  await newUser('sam_e')
  const sam = await userIDOf('sam_e')
  const host = await newUser('host')

  const settle = async (name: string, call: string): Promise<{ client: Client; mine: Mine }> => {
    const client = await newUser(name, [Role.Admin, Role.Reseller])
    const projectID = await client.newProject()
    const roomID = await client.newRoom(projectID)
    const itemID = await client.newItem(projectID, roomID, { field1: 'kept' })
    const [file] = await client.upload([{ name: 'a.txt', bytes: brokenGIF('a') }])
    const [list] = await client.upload([
      { name: 'a.csv', bytes: Buffer.from('Sub Category,Brand\nFaucet,Castellan\n') },
    ])
    const [remote, table] = [file?.remote ?? '', list?.remote ?? '']
    await client.must(endpoints.addItemFiles, { body: { itemID, files: [{ name: 'a.txt', remote }] } })
    const { trashID } = await client.must(deleteRoom, { query: { roomID: await client.newRoom(projectID, 'Attic') } })
    const linkID = await client.newLink(projectID, roomID)
    const { taskID } = await client.must(endpoints.createTask, { body: { projectID, itemID, inputs: TASK } })
    const photoID = await unsortedPhoto(client, projectID)
    const revisionID = await oldRevision(db, client, projectID)
    const eventID = await deletedItem(client, projectID, roomID)
    const templateID = await keptTemplate(client, projectID)
    const change = await changedItem(client, projectID, roomID)
    const userID = await userIDOf(name)
    await openSession(db, clock, { userID, remember: false, userAgent: '', address: '' })
    const sessionID = (await client.must(listMySessions, {})).find(({ current }) => !current)?.sessionID ?? 0
    // Nobody deletes an account whose projects others have access to.
    if (call !== 'deleteMyAccount') await addMember(db, projectID, 'sam_e', 'viewer')
    const { invitationID } = await inviteSomebody(client, projectID)
    await offerSomebody(client, projectID)
    const { token } = await inviteSomebody(host, await host.newProject(`Birch Lane ${name}`), `${name}@example.org`)
    const offered = async () => offerSomebody(host, await host.newProject(`Oak Court of ${name}`))
    const offerToken = call === 'acceptOffer' ? await offered() : ''
    const declinedToken = call === 'declineOffer' ? await offered() : ''
    return {
      client,
      mine: {
        ...{ name, projectID, roomID, itemID, remote, roomType, ...structure, trashID, userID: sam, sessionID, table },
        revisionID,
        ...{ invitationID, token, linkID, taskID, photoID, offerToken, declinedToken, eventID, templateID, ...change },
      },
    }
  }
  // Changes of the structure come last, for the other calls go by it.
  const callers = []
  for (const [at, name] of names
    .toSorted((a, b) => Number(isOfInstallation(a)) - Number(isOfInstallation(b)))
    .entries())
    callers.push({ name, ...(await settle(`caller-${at}`, name)) })

  const before = await markedRows(db)
  expect(new Set(before.map((row) => row.split(' ')[0])).size).toBeGreaterThan(NUMBERED.length)
  for (const { name, client, mine } of callers) {
    const { status, text } = await answerOf(client, name, ASKED_OF_ALL[name](mine as never) as object)
    if (!isOfInstallation(name)) expect([endpoints[name].status, 204], `${name}: ${text}`).toContain(status)
    expect(status, name).toBeLessThan(500)
    for (const mark of [HOME, ...remotes]) expect(text, name).not.toContain(mark)
    if (!TELLS_OF_PEOPLE.includes(name)) {
      expect(text, name).not.toContain(PERSON)
      expect(text, name).not.toMatch(NUMBER)
    }
    expect(await markedRows(db), name).toEqual(before)
  }
  const files = [{ name: `${HOME}.txt`, bytes: Buffer.from(`bytes of ${HOME}`) }]
  const same = await (await newUser('uploader')).raw({ method: 'POST', url: '/upload', ...multipart(files) })
  expect(same.statusCode).toBe(200)
  for (const mark of remotes) expect(same.body).not.toContain(mark)

  // So that the marks are looked for where they would be.
  for (const name of ['listProjects', 'listDeleted', 'exportMyData', 'getMyAccount', 'listMySessions'] as const) {
    const { text } = await answerOf(owner, name, {})
    expect(text.includes(HOME) || text.includes(PERSON), name).toBe(true)
  }
  expect((await answerOf(owner, 'listProjects', {})).text).toMatch(NUMBER)
})
