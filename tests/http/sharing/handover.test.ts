import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { updateMyAccount } from '../../../src/shared/identity/account.api.ts'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { register } from '../../../src/shared/identity/auth.api.ts'
import { acceptOffer, getOffer, offerProject, cancelOffer } from '../../../src/shared/sharing/handover.api.ts'
import { getItem, updateItem } from '../../../src/shared/items/items.api.ts'
import { listLinks } from '../../../src/shared/sharing/links.api.ts'
import { listMembers, MOST_MEMBERS, removeMember } from '../../../src/shared/sharing/members.api.ts'
import { setUserLock } from '../../../src/shared/identity/people.api.ts'
import { deleteProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { getRoom, updateRoom } from '../../../src/shared/projects/rooms.api.ts'
import { listTrash, restore } from '../../../src/shared/history/trash.api.ts'
import { DAY, HOUR } from '../../../src/server/platform/lib/clock.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { ENGINE } from '../../support/database.ts'
import { addMember, allRowsAndMembers, ALL_PARTS, tokenOf } from '../../support/members.ts'
import { problemWith } from '../../support/problems.ts'
import { PASSWORD, registrationOf, signIn } from '../../support/test-app.ts'
import { INVALID, partsWithout, start, furnish } from './handover-fixture.ts'

describe('an offered project', () => {
  test('stays with its owner until it is accepted, then belongs to the recipient with all included parts', async () => {
    const started = await start()
    const { services, owner, buyer, projectID, look, may, kinds, accept, clock } = started
    const { itemID } = await furnish(started)
    const first = await owner.must(getOffer, { query: { projectID } })
    expect(first).toEqual({
      project: { projectID, name: 'Maple Street' },
      has: { notes: 1, files: 3, history: expect.any(Number), members: 1, links: 1 },
      invitations: 1,
      offer: null,
    })
    expect(first.has.history).toBeGreaterThan(5)
    const { link, mailed } = await owner.must(offerProject, {
      body: {
        projectID,
        email: 'buyer@example.com',
        word: ' The keys\nare on the hook. ',
        goes: ALL_PARTS,
        stays: true,
      },
    })
    expect([mailed, link]).toEqual([false, expect.stringMatching(/^https:\/\/homes\.example\/accept#[\w-]{43}$/)])
    const token = tokenOf(link)
    expect(JSON.stringify(await services.db.selectFrom('offers').selectAll().execute())).not.toContain(token)
    const shown = { word: 'The keys\nare on the hook.', goes: ALL_PARTS, stays: true, expiresAt: expect.any(String) }
    expect((await owner.must(getOffer, { query: { projectID } })).offer).toEqual({
      email: 'buyer@example.com',
      ...shown,
    })
    // Mail scanners and other readers use nothing up and get nothing.
    for (let times = 0; times < 3; times++)
      expect((await look(token)).body).toEqual({ project: 'Maple Street', by: 'Robin Sample', ...shown })
    expect([await may(owner), await may(buyer)]).toEqual(['own', 404])
    await owner.must(updateRoom, { body: { roomID: await owner.newRoom(projectID), roomName: 'Pantry' } })

    expect((await accept(buyer, token)).body).toEqual({ projectID, message: expect.stringContaining('"Maple Street"') })
    expect([await may(owner), await may(buyer)]).toEqual(['read', 'own'])
    expect((await buyer.must(getItem, { query: { itemID } })).note).toBe('behind the bookcase')
    const { members, invitations } = await buyer.must(listMembers, { query: { projectID } })
    expect(members.map(({ username, may: held }) => [username, held]).sort()).toEqual([
      ['buyer', 'own'],
      ['editor', 'write'],
      ['owner', 'read'],
    ])
    expect(members.find(({ username }) => username === 'owner')?.joinedAt).toBe(clock.now().toISOString())
    expect(invitations).toEqual([])
    expect((await buyer.must(listLinks, { query: { projectID } })).links).toHaveLength(1)
    const { events } = await owner.must(getActivity, { query: { projectID } })
    expect(events[0]).toMatchObject({ kind: 'project handed over', who: 'buyer', is: 'Robin Sample' })
    expect(await kinds()).toEqual(['project created', 'project changed', 'project offered', 'project handed over'])
    // The token works once.
    expect((await look(token)).problem).toMatchObject(INVALID)
    expect((await accept(owner, token)).problem).toMatchObject(INVALID)
    expect((await buyer.must(getOffer, { query: { projectID } })).offer).toBeNull()
  })

  test('goes to one of six who accept at once', async () => {
    const { newUser, offer, accept, services, projectID } = await start()
    const token = await offer()
    const users = await Promise.all(Array.from({ length: 6 }, (_, at) => newUser(`user${at}`)))
    const answers = await Promise.all(users.map((user) => accept(user, token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(5).fill(404)])
    const { owner_id } = await services.db
      .selectFrom('projects')
      .select('owner_id')
      .where('id', '=', projectID)
      .executeTakeFirstOrThrow()
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await users[winner]?.must(listProjects, {}))?.projects[0]?.projectID).toBe(projectID)
    expect(owner_id).toBeGreaterThan(0)
  })

  test('repeats the answer to the new owner, and is refused if the project would have too many members', async () => {
    const { newUser, offer, accept, buyer, services, projectID, may } = await start()
    const token = await offer(undefined, true)
    await newUser('member')
    await addMember(services.db, projectID, 'member', 'viewer')
    const { id, ...row } = await services.db
      .selectFrom('users')
      .selectAll()
      .where('username', '=', 'member')
      .executeTakeFirstOrThrow()
    for (let at = 1; at < MOST_MEMBERS; at++) {
      const name = `member${at}`
      const its = { username: name, username_key: name, email: `${name}@example.com`, email_key: `${name}@example.com` }
      await services.db
        .insertInto('users')
        .values({ ...row, ...its })
        .execute()
      await addMember(services.db, projectID, name, 'viewer')
    }
    expect((await accept(buyer, token)).problem).toMatchObject({ statusCode: 409, code: 'too_many_members' })
    await services.db.deleteFrom('project_members').where('user_id', '=', id).execute()
    const first = await accept(buyer, token)
    expect([first.status, (await accept(buyer, token)).body]).toEqual([200, first.body])
    expect(await may(buyer)).toBe('own')
  })

  test('looks never offered if the offer is withdrawn, replaced, expired, deleted, or of a locked owner', async () => {
    const { app, anonymous, newUser, services, clock, owner, buyer, projectID, offer, look, accept, userID, may } =
      await start()
    const admin = await newUser('admin', [Role.Admin])
    const never = await look('A'.repeat(43))
    expect(never.problem).toMatchObject(INVALID)
    const isGone = async (token: string) => {
      const { problem } = await look(token)
      expect({ ...problem, requestId: '' }).toEqual({ ...never.problem, requestId: '' })
      expect((await accept(buyer, token)).problem).toMatchObject(INVALID)
    }
    const takenBack = await offer()
    await owner.must(cancelOffer, { query: { projectID } })
    await isGone(takenBack)
    expect((await owner.call(cancelOffer, { query: { projectID } })).problem.code).toBe('not_found')

    const first = await offer()
    const token = await offer(partsWithout('links'))
    await isGone(first)
    expect((await look(token)).body).toMatchObject({ goes: partsWithout('links') })

    await admin.must(setUserLock, { body: { userID: await userID('owner'), locked: true } })
    await isGone(token)
    await admin.must(setUserLock, { body: { userID: await userID('owner'), locked: false } })
    const back = await signIn(app, 'owner')
    const { trashID } = await back.must(deleteProject, { query: { projectID } })
    await isGone(token)
    await back.must(restore, { body: { trashID } })
    expect((await look(token)).status).toBe(200)

    // A locked user cannot accept; another holder of the link can.
    await admin.must(setUserLock, { body: { userID: await userID('buyer'), locked: true } })
    expect((await accept(buyer, token)).status).toBe(401)
    await admin.must(setUserLock, { body: { userID: await userID('buyer'), locked: false } })

    clock.turn(14 * DAY)
    expect((await look(token)).problem).toMatchObject(INVALID)
    const later = await signIn(app, 'owner')
    expect((await later.must(getOffer, { query: { projectID } })).offer).toBeNull()
    expect((await later.call(cancelOffer, { query: { projectID } })).status).toBe(404)
    await sweep(services)
    expect(await services.db.selectFrom('offers').selectAll().execute()).toEqual([])
    expect(await may(later)).toBe('own')
    expect((await anonymous.call(acceptOffer, { body: { token } })).status).toBe(401)
  })

  test('cannot be guessed: wrong tokens of one address are counted, good ones are not', async () => {
    const { clock, buyer, offer, accept, look } = await start()
    const token = await offer()
    for (let tries = 0; tries < 15; tries++) {
      expect((await look(token)).status).toBe(200)
      expect((await look(`wrong ${tries}`)).status).toBe(404)
      expect((await accept(buyer, `wrong ${tries}`)).status).toBe(404)
    }
    for (const late of [await look(token), await accept(buyer, token)])
      expect(late.problem).toMatchObject({ statusCode: 429, code: 'too_many_tries' })
    clock.turn(HOUR)
    expect((await look(token)).status).toBe(200)
  })

  test('is renamed if the new owner has that name, and refused if their plan is full', async () => {
    const { owner, buyer, projectID, offer, accept, look, kinds } = await start({ planLimit: true })
    const one = await buyer.newProject('MAPLE street')
    const token = await offer()
    const taken = await accept(buyer, token)
    expect(taken.problem).toMatchObject({
      ...problemWith('project_name_taken', { name: 'Maple Street' }),
      fields: { name: expect.any(String) },
    })
    const two = await buyer.newProject('Two')
    expect((await accept(buyer, token, 'Our Maple Street')).problem).toMatchObject({ code: 'plan_limit' })
    expect((await look(token)).status).toBe(200)
    await buyer.must(deleteProject, { query: { projectID: two } })
    expect((await accept(buyer, token, ' Our Maple Street ')).body).toEqual({
      projectID,
      message: expect.stringContaining('"Our Maple Street"'),
    })
    const { projects } = await buyer.must(listProjects, {})
    expect(projects.map(({ name }) => name)).toEqual(['MAPLE street', 'Our Maple Street'])
    expect(await kinds()).toEqual(['project created', 'project offered', 'project handed over', 'project changed'])
    // The handed-over project no longer counts.
    await owner.newProject('Maple Street')
    await owner.newProject('Another')
    expect((await buyer.call(restore, { body: { trashID: 1 } })).problem.code).toBe('plan_limit')
    expect(one).toBeGreaterThan(0)
  })

  test('is accepted by a user who registers through its link, even if registration is by invitation', async () => {
    const { app, anonymous, newUser, owner, offer, accept, may, projectID } = await start({ registration: 'invited' })
    const token = await offer()
    const sign = (user: string, invitation: string) =>
      anonymous.call(register, { body: { ...registrationOf(user), invitation } })
    expect((await sign('kimberly', 'A'.repeat(43))).problem).toMatchObject({ code: 'invitation_invalid' })
    expect((await sign('kimberly', token)).status).toBe(201)
    // From now on only that account can accept it.
    expect((await sign('second', token)).problem).toMatchObject({ code: 'invitation_invalid' })
    expect((await accept(await newUser('other'), token)).problem).toMatchObject(INVALID)
    const kim = await signIn(app, 'kimberly')
    // The address changes afterwards.
    const inputs = { user: 'kimberly', ...registrationOf('kimberly').inputs, email: 'elsewhere@example.org' }
    await kim.must(updateMyAccount, { body: { inputs, currentPass: PASSWORD } })
    expect((await accept(kim, token)).status).toBe(200)
    expect([await may(owner), await may(kim)]).toEqual([404, 'own'])
    const { offer: none } = await kim.must(getOffer, { query: { projectID } })
    expect(none).toBeNull()
  })

  test('goes to a member, who stops being a member, with the trash that both filled', async () => {
    const started = await start()
    const { owner, offer, accept, projectID, may } = started
    const { editor, roomID, lost, editors } = await furnish(started)
    expect((await accept(editor, await offer(ALL_PARTS, true))).status).toBe(200)
    expect([await may(owner), await may(editor)]).toEqual(['read', 'own'])
    const { members } = await editor.must(listMembers, { query: { projectID } })
    expect(members.map(({ username }) => username)).toEqual(['editor', 'owner'])
    expect(await owner.must(listTrash, {})).toEqual([])
    const entries = await editor.must(listTrash, {})
    expect(entries.map(({ kind, deletedBy }) => [kind, deletedBy])).toEqual([
      ['attachment', 'owner'],
      ['item', 'owner'],
    ])
    for (const { trashID } of entries) await editor.must(restore, { body: { trashID } })
    expect((await editor.must(getItem, { query: { itemID: lost } })).note).toBe('in the trash')
    expect((await owner.call(updateItem, { body: { itemID: editors, inputs: { field1: 'No' } } })).problem.code).toBe(
      'not_allowed',
    )
    // The former owner leaves on their own, and no longer owns it.
    const me = members.find(({ username }) => username === 'owner')?.userID ?? 0
    await owner.must(removeMember, { query: { projectID, userID: me } })
    expect((await owner.call(getRoom, { query: { roomID } })).status).toBe(404)
  })
})

test('a handover that fails midway changes nothing', async () => {
  const started = await start()
  const { services, buyer, offer, accept } = started
  const { db } = services
  await furnish(started)
  const token = await offer(partsWithout('notes', 'files', 'history', 'members', 'links'))
  const when = "new.kind = 'project handed over'"
  if (ENGINE === 'SQLite') {
    await sql`create trigger fails before insert on events when ${sql.raw(when)}
      begin select raise(abort, 'the last statement fails'); end`.execute(db)
  } else {
    await sql`create function fails() returns trigger language plpgsql as $$ begin
      raise exception 'the last statement fails'; end $$`.execute(db)
    await sql`create trigger fails before insert on events for each row when (${sql.raw(when)})
      execute function fails()`.execute(db)
  }
  const everything = async () => [
    await allRowsAndMembers(db),
    await db.selectFrom('events').selectAll().orderBy('id').execute(),
    await db.selectFrom('item_words').selectAll().orderBy('item_id').execute(),
  ]
  const before = await everything()
  expect((await accept(buyer, token)).status).toBe(500)
  expect(await everything()).toEqual(before)
  await (ENGINE === 'SQLite' ? sql`drop trigger fails` : sql`drop function fails cascade`).execute(db)
  expect((await accept(buyer, token)).status).toBe(200)
})
