import { describe, expect, test } from 'vitest'
import { deleteMyAccount, exportMyData } from '../../../src/shared/identity/account.api.ts'
import { createKey, listKeys, MOST_KEYS, removeKey } from '../../../src/shared/identity/api-keys.api.ts'
import { removeMember } from '../../../src/shared/sharing/members.api.ts'
import { setUserLock } from '../../../src/shared/identity/people.api.ts'
import { acceptOffer, offerProject } from '../../../src/shared/sharing/handover.api.ts'
import { download } from '../../../src/shared/attachments/files.api.ts'
import { getHistory } from '../../../src/shared/history/history.api.ts'
import { addItemFiles, filesJSON, getItem, listItems, updateItem } from '../../../src/shared/items/items.api.ts'
import { createProject, getProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import { getUpcoming, type Upcoming } from '../../../src/shared/upkeep/upcoming.api.ts'
import { recipes } from '../../../src/shared/identity/recipes.ts'
import { createTask } from '../../../src/shared/upkeep/tasks.api.ts'
import type { SentBodyOf } from '../../../src/shared/contract/endpoint.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { CALLS_PER_MINUTE } from '../../../src/server/identity/api-keys/key-rate.ts'
import { hashToken } from '../../../src/server/platform/lib/tokens.ts'
import { isApiKey, newApiKey } from '../../../src/server/identity/api-keys/key-format.ts'
import { DAY, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { addMember, ALL_PARTS, offerSomebody, tokenOf } from '../../support/members.ts'
import { problemWith } from '../../support/problems.ts'
import { Client, PASSWORD, startTestApp } from '../../support/test-app.ts'
import { unzip } from '../../support/zip.ts'

const start = async () => {
  const started = await startTestApp()
  const robin = await started.newUser('robin')
  const add = (body: Partial<SentBodyOf<typeof createKey>> = {}, user = robin) =>
    user.must(createKey, { body: { name: 'Home Assistant', writes: true, currentPass: PASSWORD, ...body } })
  const withKey = async (body: Partial<SentBodyOf<typeof createKey>> = {}, user = robin) =>
    new Client(started.app, (await add(body, user)).key)
  return { ...started, robin, add, withKey }
}

describe('an API key', () => {
  test('is shown once, stored as a hash, and listed with its last use', async () => {
    const { robin, add, app, services, clock } = await start()
    const projectID = await robin.newProject('Maple Street')
    const { key, ...made } = await add({ projectIDs: [projectID], writes: false })
    expect(isApiKey(key)).toBe(true)
    expect(made).toMatchObject({ writes: false, endsAt: null, lastUsedAt: null })
    expect(made.projects).toEqual([{ projectID, name: 'Maple Street' }])
    expect(await services.db.selectFrom('api_keys').select('key_hash').execute()).toEqual([
      { key_hash: hashToken(key) },
    ])
    const usedAt = clock.now().toISOString()
    await new Client(app, key).must(listProjects, {})
    clock.turn(MINUTE / 2)
    await new Client(app, key).must(listProjects, {})
    expect(await robin.must(listKeys, {})).toEqual([{ ...made, lastUsedAt: usedAt }])
  })

  test('that writes changes items in the name of its user; one that reads does not', async () => {
    const { robin, withKey } = await start()
    const projectID = await robin.newProject('Maple Street')
    const itemID = await robin.newItem(projectID, await robin.newRoom(projectID))
    const change = { body: { itemID, inputs: { notes: 'by key' } } }
    const writer = await withKey()
    await writer.must(updateItem, change)
    expect((await robin.must(getHistory, { query: { itemID } })).events[0]).toMatchObject({ who: 'robin' })
    expect((await writer.must(getProject, { query: { projectID } })).may).toBe('write')
    const reader = await withKey({ writes: false })
    expect((await reader.must(getItem, { query: { itemID } })).note).toBe('by key')
    expect((await reader.must(getProject, { query: { projectID } })).may).toBe('read')
    expect((await reader.call(updateItem, change)).body).toMatchObject({ statusCode: 403, code: 'key_only_reads' })
  })

  test('for one project sees and changes nothing of the others, also by statements prepared for sessions', async () => {
    const { robin, withKey } = await start()
    const chosen = await robin.newProject('Maple Street')
    const mine = await robin.newItem(chosen, await robin.newRoom(chosen), { field1: 'Castellan' })
    const other = await robin.newProject('Elm Court')
    const roomID = await robin.newRoom(other)
    const [file] = await robin.upload([{ name: 'plan.txt', bytes: Buffer.from('Elm Court') }])
    const remote = file?.remote ?? ''
    const files = filesJSON([{ name: 'plan.txt', remote }])
    const itemID = await robin.newItem(other, roomID, { field1: 'Castellan' }, files)
    await robin.must(createTask, {
      body: { projectID: other, inputs: { name: 'Oil', day: '2031-01-30', repeats: null } },
    })
    await robin.must(getItem, { query: { itemID } })
    await robin.must(updateItem, { body: { itemID, inputs: { notes: 'mine' } } })
    const key = await withKey({ projectIDs: [chosen] })
    expect((await key.must(listProjects, {}))?.projects.map(({ projectID }) => projectID)).toEqual([chosen])
    const found = await key.must(search, { query: { q: 'castellan' } })
    expect(JSON.stringify(found)).toContain('Maple Street')
    expect(JSON.stringify(found)).not.toContain('Elm Court')
    expect((await key.must(getUpcoming, { query: {} })).tasks).toEqual([])
    for (const refused of [
      await key.call(getProject, { query: { projectID: other } }),
      await key.call(listItems, { query: { roomID } }),
      await key.call(getItem, { query: { itemID } }),
      await key.call(updateItem, { body: { itemID, inputs: { notes: 'no' } } }),
      await key.call(addItemFiles, { body: { itemID: mine, files: [{ name: 'plan.txt', remote }] } }),
      await key.call(getUpcoming, { query: { projectID: other } }),
    ])
      expect(refused.body).toMatchObject({ statusCode: 404 })
    expect((await key.ask(download, { params: { remote } })).statusCode).toBe(404)
    // Its own upload, which nothing uses yet.
    const [own] = await key.upload([{ name: 'a.txt', bytes: Buffer.from('a') }])
    await key.must(addItemFiles, { body: { itemID: mine, files: [{ name: 'a.txt', remote: own?.remote ?? '' }] } })
    expect((await key.ask(download, { params: { remote: own?.remote ?? '' } })).body).toBe('a')
    // The statement that was written for the key is not the one of sessions.
    expect((await robin.must(getItem, { query: { itemID } })).note).toBe('mine')
  })

  test('reaches no account, no other key and no project of its own', async () => {
    const { withKey, anonymous, app } = await start()
    const key = await withKey()
    for (const refused of [
      await key.call(listKeys, {}),
      await key.call(createKey, { body: { name: 'more', writes: true, currentPass: PASSWORD } }),
      await key.call(createProject, {
        body: { inputs: { name: 'New', address: '1', city: 'B', state: 'V', zip: '1' } },
      }),
    ])
      expect(refused.body).toMatchObject({ statusCode: 403, code: 'not_for_keys' })
    expect((await key.ask(exportMyData, { query: {} })).statusCode).toBe(403)
    // In no other place than the header.
    expect((await anonymous.call(listProjects, {})).body).toMatchObject({ code: 'not_signed_in' })
    const inCookie = await app.inject({ url: '/projects', cookies: { roomfolio_session: key.accessToken ?? '' } })
    expect(inCookie.statusCode).toBe(401)
  })

  test.each(['ended', 'was removed', 'is of a locked user', 'is cut off', 'never was', 'is of a deleted account'])(
    'that %s answers 401',
    async (why) => {
      const { robin, add, app, clock, newUser, services } = await start()
      const endsAt = new Date(clock.now().getTime() + DAY).toISOString()
      const { key, keyID } = await add({ endsAt })
      await new Client(app, key).must(getUpcoming, { query: {} })
      const admin = await newUser('admin', [Role.Admin])
      const { id: userID } = await services.db
        .selectFrom('users')
        .select('id')
        .where('username', '=', 'robin')
        .executeTakeFirstOrThrow()
      let sent = key
      if (why === 'ended') clock.turn(DAY)
      if (why === 'was removed') await robin.must(removeKey, { query: { keyID } })
      if (why === 'is of a locked user') await admin.must(setUserLock, { body: { userID, locked: true } })
      if (why === 'is cut off') sent = key.slice(0, -1)
      if (why === 'never was') sent = newApiKey()
      if (why === 'is of a deleted account') await robin.must(deleteMyAccount, { body: { currentPass: PASSWORD } })
      expect((await new Client(app, sent).call(getUpcoming, { query: {} })).body).toMatchObject(
        problemWith('key_invalid'),
      )
    },
  )

  test('loses a project that its user leaves, and does not get it back', async () => {
    const { services, newUser, withKey, robin } = await start()
    const sam = await newUser('sam_e')
    const projectID = await sam.newProject('Birch Lane')
    const userID = await addMember(services.db, projectID, 'robin', 'editor')
    const chosen = await withKey({ projectIDs: [projectID] })
    const all = await withKey()
    const seen = async (client: Client) => (await client.call(listProjects, {})).body?.projects.length ?? 0
    expect([await seen(chosen), await seen(all)]).toEqual([1, 1])
    await robin.must(removeMember, { query: { projectID, userID } })
    expect([await seen(chosen), await seen(all)]).toEqual([0, 0])
    await addMember(services.db, projectID, 'robin', 'editor')
    expect([await seen(chosen), await seen(all)]).toEqual([0, 1])
    expect((await robin.must(listKeys, {})).map(({ projects }) => projects)).toEqual([null, []])
  })

  test('loses a project that its owner hands over', async () => {
    const { newUser, withKey, robin, services } = await start()
    const sam = await newUser('sam_e')
    const projectID = await robin.newProject('Birch Lane')
    const chosen = await withKey({ projectIDs: [projectID] })
    const token = await offerSomebody(robin, projectID, 'sam_e@example.com')
    await sam.must(acceptOffer, { body: { token } })
    expect(await services.db.selectFrom('api_key_projects').selectAll().execute()).toEqual([])
    expect((await chosen.ask(getProject, { query: { projectID } })).statusCode).toBe(404)
  })

  test('of a member loses a project that is handed over without its members, and does not get it back', async () => {
    const { newUser, withKey, services } = await start()
    const [sam, kim] = [await newUser('sam_e'), await newUser('kim_e')]
    const projectID = await sam.newProject('Birch Lane')
    await addMember(services.db, projectID, 'robin', 'editor')
    const chosen = await withKey({ projectIDs: [projectID] })
    const goes = { ...ALL_PARTS, members: false }
    const { link } = await sam.must(offerProject, {
      body: { projectID, email: 'kim_e@example.com', goes, stays: false },
    })
    await kim.must(acceptOffer, { body: { token: tokenOf(link) } })
    await addMember(services.db, projectID, 'robin', 'editor')
    expect((await chosen.ask(getProject, { query: { projectID } })).statusCode).toBe(404)
  })

  test('of a member keeps a project that is handed over with its members', async () => {
    const { newUser, withKey, services } = await start()
    const [sam, kim] = [await newUser('sam_e'), await newUser('kim_e')]
    const projectID = await sam.newProject('Birch Lane')
    await addMember(services.db, projectID, 'robin', 'editor')
    const chosen = await withKey({ projectIDs: [projectID] })
    await kim.must(acceptOffer, { body: { token: await offerSomebody(sam, projectID, 'kim_e@example.com') } })
    expect((await chosen.ask(getProject, { query: { projectID } })).statusCode).toBe(200)
  })

  test('needs the password, a later end, and a place among the others', async () => {
    const { robin, clock, services } = await start()
    const body = { name: 'curl', writes: false, currentPass: PASSWORD }
    expect((await robin.call(createKey, { body: { ...body, currentPass: 'wrong horse' } })).body).toMatchObject({
      code: 'current_password_wrong',
    })
    const past = clock.now().toISOString()
    expect((await robin.call(createKey, { body: { ...body, endsAt: past } })).body).toMatchObject({
      fields: { endsAt: 'Choose a day that is still to come.' },
    })
    const { id: user_id } = await services.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const others = Array.from({ length: MOST_KEYS }, (_, at) => ({
      ...{ user_id, name: 'old', key_hash: String(at), writes: 0, all_projects: 1, created_at: past },
    }))
    await services.db.insertInto('api_keys').values(others).execute()
    expect((await robin.call(createKey, { body })).body).toMatchObject({ statusCode: 409, code: 'too_many_keys' })
  })

  test('makes so many calls a minute', async () => {
    const alone = 'each server counts'
    const { newUser, app, clock } = await startTestApp({}, { alone })
    const robin = await newUser('robin')
    const made = await robin.must(createKey, { body: { name: 'curl', writes: false, currentPass: PASSWORD } })
    const key = new Client(app, made.key)
    // At the start of a minute, so that all calls are in it.
    clock.turn(MINUTE - (clock.now().getTime() % MINUTE))
    for (let call = 0; call < CALLS_PER_MINUTE; call++) await key.must(getUpcoming, { query: {} })
    expect((await key.call(getUpcoming, { query: {} })).body).toMatchObject({ statusCode: 429, code: 'too_many_calls' })
    await robin.must(getUpcoming, { query: {} })
    clock.turn(MINUTE)
    await key.must(getUpcoming, { query: {} })
  })

  test('works in the recipes', async () => {
    const { robin, add, app } = await start()
    const projectID = await robin.newProject('Maple Street')
    const { read, write, homeAssistant, n8n } = recipes('http://homes.test', (await add()).key)
    /** The request that a shell would have curl make. */
    const byCurl = (command: string) => {
      const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
      const after = (option: string) => words.flatMap((word, at) => (words[at - 1] === option ? [word] : []))
      const headers = Object.fromEntries(after('-H').map((header) => header.split(': ')))
      const [payload] = after('-d')
      const method = (after('-X')[0] ?? 'GET') as 'GET' | 'PUT'
      return app.inject({ method, url: words.at(-1) ?? '', headers, ...(payload !== undefined && { payload }) })
    }
    expect((await byCurl(write.replace('"projectID": 1', `"projectID": ${projectID}`))).statusCode).toBe(201)
    const { tasks } = (await byCurl(read)).json<Upcoming>()
    expect(tasks).toMatchObject([{ name: 'Change the filter', day: '2031-01-30' }])
    for (const recipe of [homeAssistant, n8n]) expect(recipe).toContain('http://homes.test/upcoming')
    expect(JSON.parse(n8n)).toHaveProperty('nodes')
  })

  test('is in the download of all data without what opens anything', async () => {
    const { robin, add } = await start()
    const { key } = await add()
    const zip = await unzip((await robin.ask(exportMyData, { query: {} })).rawPayload)
    const text = zip.get('roomfolio.json')?.toString() ?? ''
    expect((JSON.parse(text) as { account: { apiKeys: unknown } }).account.apiKeys).toMatchObject([
      { name: 'Home Assistant', writes: true, projects: null },
    ])
    expect(text).not.toContain(key)
    expect(text).not.toContain(hashToken(key))
  })
})
