import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { deleteMyAccount, updateMyAccount } from '../../../src/shared/identity/account.api.ts'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { register } from '../../../src/shared/identity/auth.api.ts'
import { setProjectCover } from '../../../src/shared/projects/covers.api.ts'
import {
  acceptOffer,
  declineOffer,
  getOffer,
  offerProject,
  openOffer,
  takeBackOffer,
  type Goes,
  type GoesAlong,
} from '../../../src/shared/sharing/handover.api.ts'
import { deleteItem, deleteItemFile, filesJSON, getItem, updateItem } from '../../../src/shared/items/items.api.ts'
import { listLinks } from '../../../src/shared/sharing/links.api.ts'
import {
  inviteMember,
  joinProject,
  listMembers,
  MOST_MEMBERS,
  removeMember,
} from '../../../src/shared/sharing/members.api.ts'
import { setUserLock } from '../../../src/shared/identity/people.api.ts'
import { deleteProject, getProject, listProjects, updateProject } from '../../../src/shared/projects/projects.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { getRoom, updateRoom } from '../../../src/shared/projects/rooms.api.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import { listSuggestions } from '../../../src/shared/items/suggestions.api.ts'
import { deleteForGood, listDeleted, restore } from '../../../src/shared/history/trash.api.ts'
import { createTask } from '../../../src/shared/upkeep/tasks.api.ts'
import { DAY, HOUR } from '../../../src/server/platform/lib/clock.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { accountExportOf } from '../../support/account-export.ts'
import { ENGINE } from '../../support/database.ts'
import { linkIn, MailServer } from '../../support/mail-server.ts'
import { changedItem, deletedItem, NOBODYS, ofProjects, oldRevision, unsortedPhoto, TASK } from '../../support/cases.ts'
import {
  addMember,
  allRowsAndMembers,
  GOES_ALL,
  inviteSomebody,
  offerSomebody,
  tokenOf,
} from '../../support/members.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { PASSWORD, registrationOf, signIn, startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

const INVALID = { statusCode: 404, code: 'offer_invalid' }
const goesWithout = (...parts: GoesAlong[]): Goes => ({
  ...GOES_ALL,
  ...Object.fromEntries(parts.map((part) => [part, false])),
})

const start = async (config: Parameters<typeof startTestApp>[0] = {}) => {
  const started = await startTestApp({ publicURL: 'https://homes.example', ...config })
  const { newUser, services, anonymous } = started
  const owner = await newUser('owner')
  const buyer = await newUser('buyer')
  const projectID = await owner.newProject('Maple Street')
  return {
    ...started,
    owner,
    buyer,
    projectID,
    offer: async (goes: Goes = GOES_ALL, stays = false) =>
      tokenOf((await owner.must(offerProject, { body: { projectID, email: 'buyer@example.com', goes, stays } })).link),
    look: (token: string) => anonymous.call(openOffer, { body: { token } }),
    accept: (user: Client, token: string, name?: string) =>
      user.call(acceptOffer, { body: { token, ...(name !== undefined && { name }) } }),
    deleteAccount: (user: Client) => user.call(deleteMyAccount, { body: { currentPass: PASSWORD } }),
    may: async (user: Client) => {
      const { status, body } = await user.call(getProject, { query: { projectID } })
      return status === 200 ? body?.may : status
    },
    userID: async (username: string) =>
      (await services.db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow())
        .id,
    kinds: async () =>
      (
        await services.db
          .selectFrom('events')
          .select('kind')
          .where('project_id', '=', projectID)
          .orderBy('id')
          .execute()
      )
        .map(({ kind }) => kind)
        .filter((kind) => kind.startsWith('project ')),
  }
}

/** A home with everything that may go along: two items with files, one in the trash, a picture as cover, people and a link. */
const furnish = async ({ owner, projectID, newUser, services }: Awaited<ReturnType<typeof start>>) => {
  const editor = await newUser('editor')
  await addMember(services.db, projectID, 'editor', 'editor')
  const upload = async (user: Client, name: string, bytes: Buffer = Buffer.from(`bytes of ${name}`)) =>
    (await user.upload([{ name, bytes }]))[0]?.remote ?? ''
  const roomID = await owner.newRoom(projectID)
  const [manual, receipt, photo, theirs, shared] = [
    await upload(owner, 'manual.txt'),
    await upload(owner, 'receipt.txt'),
    await upload(owner, 'photo.png', await pictureOf('red', 'png')),
    await upload(editor, 'theirs.txt'),
    await upload(owner, 'shared.txt'),
  ]
  const files = [manual, photo, shared].map((remote, at) => ({ name: `${at}.${at === 1 ? 'png' : 'txt'}`, remote }))
  const values = { field1: 'Castellan', notes: 'behind the bookcase' }
  const itemID = await owner.newItem(projectID, roomID, values, filesJSON(files))
  await owner.must(setProjectCover, { body: { projectID, remote: photo } })
  const editors = await editor.newItem(
    projectID,
    roomID,
    { field1: 'Harbor' },
    filesJSON([{ name: 'theirs.txt', remote: theirs }]),
  )
  const lost = await owner.newItem(
    projectID,
    roomID,
    { field1: 'Lost', notes: 'in the trash' },
    filesJSON([{ name: 'receipt.txt', remote: receipt }]),
  )
  await owner.must(deleteItem, { query: { itemID: lost } })
  await owner.must(deleteItemFile, { query: { itemID, remote: manual } })
  // Of the same upload and of equal bytes the owner has more at home.
  const elsewhere = await owner.newProject('Birch Lane')
  const kept = await upload(owner, 'kept.txt', Buffer.from('bytes of receipt.txt'))
  const other = await owner.newItem(
    elsewhere,
    await owner.newRoom(elsewhere),
    { field1: 'Elsewhere' },
    filesJSON([
      { name: 'shared.txt', remote: shared },
      { name: 'kept.txt', remote: kept },
    ]),
  )
  await owner.newLink(projectID, roomID)
  const invitation = await inviteSomebody(owner, projectID)
  return {
    ...{ editor, roomID, itemID, editors, lost, other, elsewhere, upload, invitation },
    remotes: { manual, receipt, photo, theirs, shared, kept },
  }
}

const download = async (user: Client, remote: string) => (await user.raw({ url: `/download/${remote}` })).statusCode

describe('an offered project', () => {
  test("is its owner's until somebody accepts, who then owns it with all that goes along", async () => {
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
        goes: GOES_ALL,
        stays: true,
      },
    })
    expect([mailed, link]).toEqual([false, expect.stringMatching(/^https:\/\/homes\.example\/accept#[\w-]{43}$/)])
    const token = tokenOf(link)
    expect(JSON.stringify(await services.db.selectFrom('offers').selectAll().execute())).not.toContain(token)
    const shown = { word: 'The keys\nare on the hook.', goes: GOES_ALL, stays: true, expiresAt: expect.any(String) }
    expect((await owner.must(getOffer, { query: { projectID } })).offer).toEqual({
      email: 'buyer@example.com',
      ...shown,
    })
    // A scanner of mails, and anybody who merely looks, uses nothing up and gets nothing.
    for (let times = 0; times < 3; times++)
      expect((await look(token)).body).toEqual({ project: 'Maple Street', by: 'Robin Sample', ...shown })
    expect([await may(owner), await may(buyer)]).toEqual(['own', 404])
    await owner.must(updateRoom, { body: { roomID: await owner.newRoom(projectID), roomName: 'Pantry' } })

    expect((await accept(buyer, token)).body).toEqual({ projectID, message: '"Maple Street" is yours now.' })
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
    expect(events[0]).toMatchObject({ kind: 'project handed over', who: 'buyer', was: 'owner', is: 'buyer' })
    expect(await kinds()).toEqual(['project created', 'project changed', 'project offered', 'project handed over'])
    // It was good once.
    expect((await look(token)).problem).toMatchObject(INVALID)
    expect((await accept(owner, token)).problem).toMatchObject(INVALID)
    expect((await buyer.must(getOffer, { query: { projectID } })).offer).toBeNull()
  })

  test('is handed to one, also when six bring the token at once', async () => {
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

  test('tells whoever has accepted the same again, and lets nobody stay whom the project has no place for', async () => {
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

  test('that was taken back, offered anew, is over, deleted, or of somebody who is locked is as if never offered', async () => {
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
    await owner.must(takeBackOffer, { query: { projectID } })
    await isGone(takenBack)
    expect((await owner.call(takeBackOffer, { query: { projectID } })).problem.code).toBe('not_found')

    const first = await offer()
    const token = await offer(goesWithout('links'))
    await isGone(first)
    expect((await look(token)).body).toMatchObject({ goes: goesWithout('links') })

    await admin.must(setUserLock, { body: { userID: await userID('owner'), locked: true } })
    await isGone(token)
    await admin.must(setUserLock, { body: { userID: await userID('owner'), locked: false } })
    const back = await signIn(app, 'owner')
    const { trashID } = await back.must(deleteProject, { query: { projectID } })
    await isGone(token)
    await back.must(restore, { body: { trashID } })
    expect((await look(token)).status).toBe(200)

    // Who is locked accepts nothing; whoever else has the link may.
    await admin.must(setUserLock, { body: { userID: await userID('buyer'), locked: true } })
    expect((await accept(buyer, token)).status).toBe(401)
    await admin.must(setUserLock, { body: { userID: await userID('buyer'), locked: false } })

    clock.turn(14 * DAY)
    expect((await look(token)).problem).toMatchObject(INVALID)
    const later = await signIn(app, 'owner')
    expect((await later.must(getOffer, { query: { projectID } })).offer).toBeNull()
    expect((await later.call(takeBackOffer, { query: { projectID } })).status).toBe(404)
    await sweep(services)
    expect(await services.db.selectFrom('offers').selectAll().execute()).toEqual([])
    expect(await may(later)).toBe('own')
    expect((await anonymous.call(acceptOffer, { body: { token } })).status).toBe(401)
  })

  test('cannot be had by guessing: wrong tokens of one address are counted, good ones are not', async () => {
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

  test('is not offered to its owner, nor with a history that tells of what does not go along', async () => {
    const { owner, projectID, offer, accept, look } = await start()
    const body = { projectID, email: 'OWNER@example.com', goes: GOES_ALL, stays: false }
    expect((await owner.call(offerProject, { body })).problem).toMatchObject({
      statusCode: 409,
      code: 'already_member',
      fields: { email: 'This project is yours already.' },
    })
    for (const part of ['notes', 'files'] as const) {
      const { problem } = await owner.call(offerProject, {
        body: { ...body, email: 'buyer@example.com', goes: goesWithout(part) },
      })
      expect(problem).toMatchObject({
        statusCode: 400,
        fields: { history: expect.stringContaining('notes and files') },
      })
    }
    const token = await offer()
    expect((await accept(owner, token)).problem).toMatchObject({ code: 'already_member' })
    expect((await look(token)).status).toBe(200)
  })

  test('is mailed where mail is set up, and so is to its former owner who has accepted', async () => {
    const mailServer = await MailServer.start()
    onTestFinished(() => mailServer.stop())
    const { owner, buyer, look, accept, may } = await start({ smtpURL: mailServer.url })
    for (const stays of [false, true]) {
      const projectID = await owner.newProject(`Maple <Street> ${stays}`)
      const { link, mailed } = await owner.must(offerProject, {
        body: {
          ...{ projectID, email: 'buyer@example.com', word: 'The <keys>\nare on the hook.' },
          ...{ goes: goesWithout('members', 'links'), stays },
        },
      })
      expect(mailed).toBe(true)
      const mail = await mailServer.waitForMail('buyer@example.com')
      const sent = linkIn(mail)
      expect(mail.subject).toBe('A project is handed over to you in Roomfolio')
      expect(mail.text).toContain('with notes, files, and history.')
      expect(mail.text?.includes('may still look at it')).toBe(stays)
      expect(mail.text).toContain('> The <keys>\n> are on the hook.')
      expect(mail.html).toContain(`href="${sent.href}"`)
      expect(mail.html).toContain('The &lt;keys&gt;\nare on the hook.')
      expect([sent.origin, sent.pathname]).toEqual(['https://homes.example', '/accept'])
      expect(sent.href).not.toBe(link)
      for (const each of [link, sent.href]) expect((await look(tokenOf(each))).status).toBe(200)
      expect((await accept(buyer, tokenOf(sent.href))).status).toBe(200)
      expect((await look(tokenOf(link))).problem).toMatchObject(INVALID)
      const told = await mailServer.waitForMail('owner@example.com')
      expect(told.subject).toBe('Your project is handed over')
      expect(told.text).toContain('Robin Sample (buyer) has accepted')
      expect(told.text).toContain(stays ? 'You may still look at it' : 'You have no access to it any more.')
      expect(told.html).toContain(`href="${linkIn(told).href.replace('&', '&amp;')}"`)
      expect(linkIn(told).pathname).toBe(stays ? '/projecthome' : '/selectproject')
    }
    expect(await may(owner)).toBe('own')
  })

  test('is declined by whoever could accept it, and its owner is told', async () => {
    const mailServer = await MailServer.start()
    onTestFinished(() => mailServer.stop())
    const { owner, buyer, newUser, offer, look, accept, may, kinds, anonymous, projectID } = await start({
      smtpURL: mailServer.url,
    })
    const token = await offer()
    const mailed = tokenOf(linkIn(await mailServer.waitForMail('buyer@example.com')).href)
    const decline = (user: Client, given = token) => user.call(declineOffer, { body: { token: given } })
    expect((await decline(anonymous)).status).toBe(401)
    expect((await decline(owner)).problem.code).toBe('already_member')
    expect((await decline(buyer, 'x'.repeat(43))).problem).toMatchObject(INVALID)
    expect((await look(token)).status).toBe(200)
    expect((await decline(buyer, mailed)).body).toEqual({ message: 'You have declined "Maple Street".' })
    for (const each of [token, mailed]) {
      expect((await look(each)).problem).toMatchObject(INVALID)
      expect((await accept(buyer, each)).problem).toMatchObject(INVALID)
      expect((await decline(await newUser(), each)).problem).toMatchObject(INVALID)
    }
    expect([await may(owner), await may(buyer)]).toEqual(['own', 404])
    expect((await owner.must(getOffer, { query: { projectID } })).offer).toBeNull()
    expect((await kinds()).slice(-2)).toEqual(['project offered', 'project offer declined'])
    const [told] = (await owner.must(getActivity, { query: { projectID } })).events
    expect(told).toMatchObject({ kind: 'project offer declined', who: 'buyer' })
    const mail = await mailServer.waitForMail('owner@example.com')
    expect(mail.subject).toBe('"Maple Street" is not accepted')
    expect(mail.text).toContain('which you offered to buyer@example.com, was declined. It is still yours.')
    expect(linkIn(mail).pathname).toBe('/handover')
    // Another offer can be made at once.
    expect((await accept(buyer, await offer())).status).toBe(200)
  })

  test('that created an account is declined by that account alone', async () => {
    const { buyer, anonymous, app, offer, look } = await start({ registration: 'invited' })
    const token = await offer()
    await anonymous.must(register, { body: { ...registrationOf('kim_b'), invitation: token } })
    const decline = (user: Client) => user.call(declineOffer, { body: { token } })
    expect((await decline(buyer)).problem).toMatchObject(INVALID)
    expect((await look(token)).status).toBe(200)
    expect((await decline(await signIn(app, 'kim_b'))).status).toBe(200)
  })

  test('is accepted under another name where the new owner has one of that name, and by nobody whose plan is full', async () => {
    const { owner, buyer, projectID, offer, accept, look, kinds } = await start({ planLimit: true })
    const one = await buyer.newProject('MAPLE street')
    const token = await offer()
    const taken = await accept(buyer, token)
    expect(taken.problem).toMatchObject({
      code: 'project_name_taken',
      message: 'Project "Maple Street" already exists',
      fields: { name: expect.any(String) },
    })
    const two = await buyer.newProject('Two')
    expect((await accept(buyer, token, 'Our Maple Street')).problem).toMatchObject({ code: 'plan_limit' })
    expect((await look(token)).status).toBe(200)
    await buyer.must(deleteProject, { query: { projectID: two } })
    expect((await accept(buyer, token, ' Our Maple Street ')).body).toEqual({
      projectID,
      message: '"Our Maple Street" is yours now.',
    })
    const { projects } = await buyer.must(listProjects, {})
    expect(projects.map(({ name }) => name)).toEqual(['MAPLE street', 'Our Maple Street'])
    expect(await kinds()).toEqual(['project created', 'project offered', 'project handed over', 'project changed'])
    // What was given away counts no longer.
    await owner.newProject('Maple Street')
    await owner.newProject('Another')
    expect((await buyer.call(restore, { body: { trashID: 1 } })).problem.code).toBe('plan_limit')
    expect(one).toBeGreaterThan(0)
  })

  test('is accepted by whoever signs up through its link, also where registration is by invitation', async () => {
    const { app, anonymous, newUser, owner, offer, accept, may, projectID } = await start({ registration: 'invited' })
    const token = await offer()
    const sign = (user: string, invitation: string) =>
      anonymous.call(register, { body: { ...registrationOf(user), invitation } })
    expect((await sign('kimberly', 'A'.repeat(43))).problem).toMatchObject({ code: 'invitation_invalid' })
    expect((await sign('kimberly', token)).status).toBe(201)
    // From now on it is for that account alone.
    expect((await sign('second', token)).problem).toMatchObject({ code: 'invitation_invalid' })
    expect((await accept(await newUser('other'), token)).problem).toMatchObject(INVALID)
    const kim = await signIn(app, 'kimberly')
    // Whose mails go elsewhere by now.
    const inputs = { user: 'kimberly', ...registrationOf('kimberly').inputs, email: 'elsewhere@example.org' }
    await kim.must(updateMyAccount, { body: { inputs, currentPass: PASSWORD } })
    expect((await accept(kim, token)).status).toBe(200)
    expect([await may(owner), await may(kim)]).toEqual([404, 'own'])
    const { offer: none } = await kim.must(getOffer, { query: { projectID } })
    expect(none).toBeNull()
  })

  test('goes to a member, who is no member beside it, with a trash that both had to do with', async () => {
    const started = await start()
    const { owner, offer, accept, projectID, may } = started
    const { editor, roomID, lost, editors } = await furnish(started)
    expect((await accept(editor, await offer(GOES_ALL, true))).status).toBe(200)
    expect([await may(owner), await may(editor)]).toEqual(['read', 'own'])
    const { members } = await editor.must(listMembers, { query: { projectID } })
    expect(members.map(({ username }) => username)).toEqual(['editor', 'owner'])
    expect(await owner.must(listDeleted, {})).toEqual([])
    const entries = await editor.must(listDeleted, {})
    expect(entries.map(({ kind, deletedBy }) => [kind, deletedBy])).toEqual([
      ['attachment', 'owner'],
      ['item', 'owner'],
    ])
    for (const { trashID } of entries) await editor.must(restore, { body: { trashID } })
    expect((await editor.must(getItem, { query: { itemID: lost } })).note).toBe('in the trash')
    expect((await owner.call(updateItem, { body: { itemID: editors, inputs: { field1: 'No' } } })).problem.code).toBe(
      'not_allowed',
    )
    // The former owner leaves by themselves, and what they owned before is not theirs.
    const me = members.find(({ username }) => username === 'owner')?.userID ?? 0
    await owner.must(removeMember, { query: { projectID, userID: me } })
    expect((await owner.call(getRoom, { query: { roomID } })).status).toBe(404)
  })
})

test.each([{ stays: false }, { stays: true }])(
  'a former owner, who stays as Viewer: $stays, gets of every call what a stranger or a Viewer gets',
  async ({ stays }) => {
    const started = await start()
    const { services, owner, projectID, offer, accept, newUser } = started
    const { roomID, itemID, remotes } = await furnish(started)
    const { roomType } = await owner.must(getRoom, { query: { roomID } })
    const [entry] = await owner.must(listDeleted, {})
    const ids = await subcategoryIDs(owner, 'Kitchen', 'Plumbing', 'Faucet')
    const { taskID } = await owner.must(createTask, { body: { projectID, itemID, inputs: TASK } })
    const photoID = await unsortedPhoto(owner, projectID)
    const revisionID = await oldRevision(services.db, owner, projectID)
    const eventID = await deletedItem(owner, projectID, roomID)
    const change = await changedItem(owner, projectID, roomID)
    expect((await accept(started.buyer, await offer(GOES_ALL, stays))).status).toBe(200)
    const { invitationID } = await inviteSomebody(started.buyer, projectID)
    await newUser('guest')
    const home = {
      ...NOBODYS,
      ...{
        projectID,
        roomID,
        itemID,
        attached: remotes.photo,
        roomType,
        ...ids,
        trashID: entry?.trashID ?? 0,
        eventID,
      },
      ...{
        userID: await addMember(services.db, projectID, 'guest', 'viewer'),
        invitationID,
        taskID,
        photoID,
        revisionID,
        ...change,
      },
      linkID: (await started.buyer.must(listLinks, { query: { projectID } })).links[0]?.linkID ?? 0,
    }
    const [file] = await owner.upload([{ name: 'own.txt', bytes: Buffer.from('own') }])
    const calls = ({ endpoint, request }: (typeof ofProjects)[number]) =>
      owner.call(endpoint, request(home, { ...home, remote: file?.remote ?? '' }))
    // Viewers make copies that are their own: so those come first.
    const [open, shut] = [
      ofProjects.filter(({ takes }) => stays && takes === 'read'),
      ofProjects.filter(({ takes }) => !stays || takes !== 'read'),
    ]
    for (const one of open) expect([one.name, (await calls(one)).status]).toEqual([one.name, one.endpoint.status])
    const rows = await allRowsAndMembers(services.db)
    for (const one of shut) {
      const { problem } = await calls(one)
      expect([one.name, problem?.code]).toEqual([one.name, stays ? 'not_allowed' : 'not_found'])
    }
    expect(await allRowsAndMembers(services.db)).toEqual(rows)
  },
)

describe('what does not go along', () => {
  test.each<GoesAlong[]>([['notes', 'history'], ['files', 'history'], ['members', 'links'], ['history']])(
    '%s: is gone for good when it is handed over, and nothing else is',
    async (...without) => {
      const started = await start()
      const { services, owner, buyer, projectID, offer, accept, may } = started
      const home = await furnish(started)
      const { roomID, itemID, lost, editors, editor, remotes, invitation, other } = home
      const task = { name: 'Oil the hinges', note: 'The spare key is under the mat.', day: '2031-02-01', repeats: null }
      await owner.must(createTask, { body: { projectID, itemID, inputs: task } })
      const token = await offer(goesWithout(...without))
      // Until then it is there.
      const had = (await owner.must(getOffer, { query: { projectID } })).has
      for (const part of without) expect(had[part]).toBeGreaterThan(0)
      const opened = await owner.must(getItem, { query: { itemID } })
      expect((await accept(buyer, token)).status).toBe(200)

      const item = await buyer.must(getItem, { query: { itemID } })
      const { has } = await buyer.must(getOffer, { query: { projectID } })
      const finds = async (q: string) =>
        (await buyer.must(search, { query: { q } })).groups.flatMap(({ rooms }) => rooms.flatMap(({ items }) => items))
          .length
      const trash = await buyer.must(listDeleted, {})
      const entry = trash.find(({ kind }) => kind === 'item')
      await buyer.must(restore, { body: { trashID: entry?.trashID ?? 0 } })
      const restored = await buyer.must(getItem, { query: { itemID: lost } })
      const { events } = await buyer.must(getActivity, { query: { projectID } })
      const told = events.find(({ kind }) => kind === 'project handed over')
      expect(told?.is).toBe(`buyer, without ${without.join(', ')}`)

      expect(item.field1).toBe('Castellan')
      const isOut = (which: GoesAlong) => without.includes(which)
      expect([item.note, restored.note]).toEqual(isOut('notes') ? ['', ''] : ['behind the bookcase', 'in the trash'])
      expect(await finds('bookcase')).toBe(isOut('notes') ? 0 : 1)
      const tasks = await services.db.selectFrom('tasks').select(['name', 'note']).execute()
      expect(tasks).toEqual([{ name: task.name, note: isOut('notes') ? '' : task.note }])
      expect(item.attachments).toHaveLength(isOut('files') ? 0 : 2)
      expect(restored.attachments).toHaveLength(isOut('files') ? 0 : 1)
      expect(trash.map(({ kind }) => kind)).toEqual(isOut('files') ? ['item'] : ['attachment', 'item'])
      for (const remote of [remotes.manual, remotes.photo, remotes.receipt, remotes.theirs]) {
        const there = remote === remotes.manual ? 404 : 200
        expect(await download(buyer, remote)).toBe(isOut('files') ? 404 : there)
      }
      expect((await buyer.must(getProject, { query: { projectID } })).cover).toBe(isOut('files') ? null : remotes.photo)
      expect(has.members).toBe(isOut('members') ? 0 : 1)
      expect(await may(editor)).toBe(isOut('members') ? 404 : 'write')
      expect(has.links).toBe(isOut('links') ? 0 : 1)
      expect(events.some(({ kind }) => kind === 'item created')).toBe(!isOut('history'))
      expect((await editor.call(joinProject, { body: { token: invitation.token } })).problem.code).toBe(
        'invitation_invalid',
      )
      // Who had an item open that lost something is told so, and not that it is saved.
      if (isOut('notes') || isOut('files')) {
        const stale = await buyer.call(updateItem, {
          body: { itemID, inputs: { field2: 'Late' }, version: opened.version },
        })
        expect(stale.problem.code).toBe('item_changed')
        expect((await buyer.must(getItem, { query: { itemID: editors } })).field1).toBe('Harbor')
      }
      // What the former owner has elsewhere stays, with bytes that both had.
      expect((await owner.must(getItem, { query: { itemID: other } })).attachments).toHaveLength(2)
      for (const remote of [remotes.shared, remotes.kept]) expect(await download(owner, remote)).toBe(200)
      expect(await download(owner, remotes.photo)).toBe(404)
      // Nothing is left that nobody could remove.
      const uploads = await services.db.selectFrom('uploads').select('remote').execute()
      expect(uploads).toHaveLength(isOut('files') ? 2 : 6)
      expect((await buyer.call(getRoom, { query: { roomID } })).status).toBe(200)
    },
  )
})

test('what cannot be done to its end has not happened at all', async () => {
  const started = await start()
  const { services, buyer, offer, accept } = started
  const { db } = services
  await furnish(started)
  const token = await offer(goesWithout('notes', 'files', 'history', 'members', 'links'))
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

describe('files of a project that was handed over', () => {
  test("are the new owner's: nobody else attaches or downloads them, and no bytes are copied", async () => {
    const started = await start()
    const { services, owner, buyer, projectID, offer, accept } = started
    const { itemID, remotes, elsewhere } = await furnish(started)
    const waiting = await owner.upload([{ name: 'waiting.txt', bytes: Buffer.from('not yet on any item') }])
    const blobs = await services.db.selectFrom('blobs').select(['id', 'storage_key']).orderBy('id').execute()
    expect((await accept(buyer, await offer())).status).toBe(200)
    expect(await services.db.selectFrom('blobs').select(['id', 'storage_key']).orderBy('id').execute()).toEqual(blobs)
    const roomID = await owner.newRoom(elsewhere, 'Den')
    const ids = await subcategoryIDs(owner, 'Kitchen', 'Plumbing', 'Faucet')
    const attach = (user: Client, remote: string, at: { projectID: number; roomID: number }) =>
      user.raw({
        method: 'PUT',
        url: '/item',
        payload: { ...at, ...ids, inputs: { field1: 'x' }, files: filesJSON([{ name: 'x.txt', remote }]) },
      })
    const home = { projectID: elsewhere, roomID }
    expect((await attach(owner, remotes.photo, home)).statusCode).toBe(404)
    // Of one that is on an item of theirs, too, they keep it.
    expect((await attach(owner, remotes.shared, home)).statusCode).toBe(201)
    const own = { projectID, roomID: (await buyer.must(getItem, { query: { itemID } })).roomID }
    expect((await attach(buyer, remotes.photo, own)).statusCode).toBe(201)
    // What was on its way stays with whoever sent it.
    const remote = waiting[0]?.remote ?? ''
    expect((await attach(buyer, remote, own)).statusCode).toBe(404)
    expect((await attach(owner, remote, own)).statusCode).toBe(404)
    expect((await attach(owner, remote, home)).statusCode).toBe(201)
    // Suggestions are of what is one's own.
    const { subcatID } = ids
    const suggested = (user: Client) => user.must(listSuggestions, { query: { subcatID, field: 'field1', q: 'Cas' } })
    expect(await suggested(buyer)).toMatchObject({ suggestions: ['Castellan'] })
    expect(await suggested(owner)).toMatchObject({ suggestions: [] })
  })

  test.each([
    { deletes: 'the former owner who stays as Viewer', goes: GOES_ALL },
    { deletes: 'the new owner', goes: GOES_ALL },
    { deletes: 'the new owner', goes: goesWithout('files', 'history') },
  ])('lose nothing of the other when $deletes deletes their account', async ({ deletes, goes }) => {
    const started = await start()
    const { services, owner, buyer, projectID, offer, accept, deleteAccount, may, userID } = started
    const { itemID, remotes, other, editor } = await furnish(started)
    const stays = deletes.includes('Viewer')
    expect((await accept(buyer, await offer(goes, stays))).status).toBe(200)
    const bytesOf = async (user: Client, remote: string) => (await user.raw({ url: `/download/${remote}` })).body
    if (deletes.startsWith('the former')) {
      expect((await deleteAccount(owner)).status).toBe(200)
      await sweep(services)
      const item = await buyer.must(getItem, { query: { itemID } })
      expect(item.attachments.map(({ remote }) => remote)).toEqual([remotes.photo, remotes.shared])
      expect(await bytesOf(buyer, remotes.shared)).toBe('bytes of shared.txt')
      for (const { trashID } of await buyer.must(listDeleted, {})) await buyer.must(restore, { body: { trashID } })
      for (const [remote, name] of [
        [remotes.manual, 'manual'],
        [remotes.receipt, 'receipt'],
        [remotes.theirs, 'theirs'],
      ] as const)
        expect(await bytesOf(buyer, remote)).toBe(`bytes of ${name}.txt`)
      return
    }
    // Others have access: an Editor, who went along. Without them it can be deleted, with all that was handed over.
    expect((await deleteAccount(buyer)).problem.code).toBe('projects_have_members')
    await buyer.must(removeMember, { query: { projectID, userID: await userID('editor') } })
    expect((await deleteAccount(buyer)).status).toBe(200)
    await sweep(services)
    expect([await may(owner), await may(editor)]).toEqual([404, 404])
    expect((await owner.must(getItem, { query: { itemID: other } })).attachments).toHaveLength(2)
    expect(await bytesOf(owner, remotes.shared)).toBe('bytes of shared.txt')
    expect(await bytesOf(owner, remotes.kept)).toBe('bytes of receipt.txt')
  })
})

describe('an offer that waits', () => {
  test('ends with the account of who offers, and with that of whom it was for only where it created that account', async () => {
    const { app, anonymous, newUser, services, owner, buyer, offer, look, accept, deleteAccount, projectID, may } =
      await start({ registration: 'invited' })
    // To whom it is offered may delete their account: somebody else who has the link may accept.
    expect((await deleteAccount(buyer)).status).toBe(200)
    const token = await offer()
    await anonymous.must(register, { body: { ...registrationOf('kimberly'), invitation: token } })
    const other = await newUser('other')
    expect((await accept(other, token)).problem).toMatchObject(INVALID)
    expect((await deleteAccount(await signIn(app, 'kimberly'))).status).toBe(200)
    expect((await owner.must(getOffer, { query: { projectID } })).offer).toMatchObject({ email: 'buyer@example.com' })
    expect((await accept(other, token)).status).toBe(200)
    expect(await may(other)).toBe('own')

    const another = await owner.newProject('Another')
    const second = await offerSomebody(owner, another)
    expect((await deleteAccount(owner)).status).toBe(200)
    expect((await look(second)).problem).toMatchObject(INVALID)
    expect((await accept(other, second)).problem).toMatchObject(INVALID)
    expect(await services.db.selectFrom('offers').selectAll().execute()).toEqual([])
    expect(await may(other)).toBe('own')
  })

  test('is decided at once with a deletion of either account, of the project, and with taking it back', async () => {
    const { newUser, services, anonymous } = await startTestApp()
    for (const other of ['owner', 'buyer', 'project', 'offer', 'restore'] as const) {
      const [owner, buyer] = [await newUser(`owner-${other}`), await newUser(`buyer-${other}`)]
      const projectID = await owner.newProject(`Home ${other}`)
      await owner.newItem(projectID, await owner.newRoom(projectID), { field1: 'kept' })
      const { trashID } = await owner.must(deleteItem, {
        query: { itemID: await owner.newItem(projectID, await owner.newRoom(projectID), { field1: 'lost' }) },
      })
      const token = await offerSomebody(owner, projectID)
      const deleted = (user: Client) => user.call(deleteMyAccount, { body: { currentPass: PASSWORD } })
      const [accepted, rival] = await Promise.all([
        buyer.call(acceptOffer, { body: { token } }),
        {
          owner: () => deleted(owner),
          buyer: () => deleted(buyer),
          project: () => owner.call(deleteProject, { query: { projectID } }),
          offer: () => owner.call(takeBackOffer, { query: { projectID } }),
          restore: () => owner.call(restore, { body: { trashID } }),
        }[other](),
      ])
      for (const { status } of [accepted, rival]) expect(status, other).toBeLessThan(500)
      const row = await services.db
        .selectFrom('projects')
        .innerJoin('users', 'users.id', 'projects.owner_id')
        .select(['users.username', 'projects.deleted_at'])
        .where('projects.id', '=', projectID)
        .executeTakeFirst()
      // Whoever came first, it is wholly one or the other.
      if (other === 'buyer' && accepted.status === 200 && rival.status === 200) expect(row).toBeUndefined()
      else if (accepted.status === 200) expect(row?.username, other).toBe(`buyer-${other}`)
      else if (other === 'owner') expect(row).toBeUndefined()
      else expect(row?.username, other).toBe(`owner-${other}`)
      if (accepted.status === 200)
        expect((await anonymous.call(openOffer, { body: { token } })).problem).toMatchObject(INVALID)
    }
  })

  test('stands in the export of who offers', async () => {
    const { owner, offer, buyer, accept } = await start()
    const token = await offer(goesWithout('links', 'members'), true)
    expect((await accountExportOf(owner)).projects[0]).toMatchObject({
      name: 'Maple Street',
      offer: { to: 'buyer@example.com', goes: goesWithout('links', 'members'), stays: true },
    })
    expect((await accept(buyer, token)).status).toBe(200)
    expect((await accountExportOf(owner)).projects).toEqual([])
    const [project] = (await accountExportOf(buyer)).projects
    expect(project).toMatchObject({ name: 'Maple Street', members: [{ username: 'owner', role: 'viewer' }] })
    expect(project).not.toHaveProperty('offer')
  })
})

test('who is told that others have access to a project may hand it over and then delete the account', async () => {
  const { services, newUser, owner, buyer, offer, accept, deleteAccount, projectID, may } = await start()
  await newUser('member')
  await addMember(services.db, projectID, 'member', 'viewer')
  expect((await deleteAccount(owner)).problem).toMatchObject({
    code: 'projects_have_members',
    message:
      'Others have access to "Maple Street". Hand these projects over or delete them first, or take the access away.',
  })
  await accept(buyer, await offer())
  expect((await deleteAccount(owner)).status).toBe(200)
  expect(await may(buyer)).toBe('own')
  // Who invites is the new owner from now on, and nobody else changes it.
  await buyer.must(inviteMember, { body: { projectID, email: 'kim@example.com', may: 'read' } })
  await buyer.must(updateProject, {
    body: {
      projectID,
      inputs: { name: 'Ours', address: '1 Elm', city: 'Burlington', state: 'VT', zip: '05401' },
    },
  })
  const { trashID } = await buyer.must(deleteProject, { query: { projectID } })
  await buyer.must(deleteForGood, { query: { trashID } })
  expect(await may(buyer)).toBe(404)
})
