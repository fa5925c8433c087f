import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { deleteMyAccount } from '../../../src/shared/identity/account.api.ts'
import { createLink } from '../../../src/shared/sharing/links.api.ts'
import { register } from '../../../src/shared/identity/auth.api.ts'
import {
  inviteMember,
  joinProject,
  listMembers,
  MOST_MEMBERS,
  openInvitation,
  removeMember,
  setMemberRight,
  cancelInvitation,
  type GivenRight,
} from '../../../src/shared/sharing/members.api.ts'
import { setUserLock } from '../../../src/shared/identity/people.api.ts'
import { deleteProject, getProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { DAY, HOUR } from '../../../src/server/platform/lib/clock.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { accountExportOf } from '../../support/account-export.ts'
import { linkIn, MailServer } from '../../support/mail-server.ts'
import { addMember, tokenOf } from '../../support/members.ts'
import { problemWith } from '../../support/problems.ts'
import { PASSWORD, registrationOf, signIn, startTestApp, type Client } from '../../support/test-app.ts'

const start = async (config: Parameters<typeof startTestApp>[0] = {}) => {
  const started = await startTestApp({ publicURL: 'https://homes.example', ...config })
  const owner = await started.newUser('owner')
  const projectID = await owner.newProject('Maple Street')
  const join = (user: Client, token: string) => user.call(joinProject, { body: { token } })
  return {
    ...started,
    owner,
    projectID,
    join,
    invite: async (email = 'kim@example.com', may: GivenRight = 'read') =>
      owner.must(inviteMember, { body: { projectID, email, may } }),
    look: (token: string) => started.anonymous.call(openInvitation, { body: { token } }),
    people: async (user = owner) => {
      const { members, invitations } = await user.must(listMembers, { query: { projectID } })
      return {
        members: members.map(({ username, may }) => [username, may]),
        invitations: invitations.map(({ email, may }) => [email, may]),
      }
    },
    events: async () => {
      const rows = await started.services.db
        .selectFrom('events')
        .select(['who', 'kind', 'before', 'after'])
        .orderBy('id')
        .execute()
      const told = rows.filter(({ kind }) => kind.startsWith('member '))
      return told.map(({ who, kind, before, after }) => [
        who,
        kind,
        JSON.parse(before ?? 'null') as unknown,
        JSON.parse(after ?? 'null') as unknown,
      ])
    },
  }
}

const INVALID = { statusCode: 404, code: 'invitation_invalid' }

describe('an invitation to a project', () => {
  test('lets the holder of its token join with its right, and notifies the owner', async () => {
    const { newUser, services, clock, owner, projectID, invite, join, look, people, events } = await start()
    const kim = await newUser('kimberly')
    const { link, mailed, invitationID } = await invite('kim@example.com', 'write')
    expect([mailed, link]).toEqual([false, expect.stringMatching(/^https:\/\/homes\.example\/join#[\w-]{43}$/)])
    expect((await owner.must(listMembers, { query: { projectID } })).invitations).toEqual([
      { invitationID, email: 'kim@example.com', may: 'write', expiresAt: expect.any(String) },
    ])
    const token = tokenOf(link)
    expect(JSON.stringify(await services.db.selectFrom('project_invitations').selectAll().execute())).not.toContain(
      token,
    )

    // Mail scanners and other readers use nothing up.
    for (let times = 0; times < 3; times++)
      expect((await look(token)).body).toEqual({
        project: 'Maple Street',
        by: 'Robin Sample',
        may: 'write',
        expiresAt: expect.any(String),
      })
    expect((await kim.call(getProject, { query: { projectID } })).status).toBe(404)

    expect((await join(kim, token)).body).toEqual({ projectID, message: expect.stringContaining('"Maple Street"') })
    expect((await kim.must(getProject, { query: { projectID } })).may).toBe('write')
    await kim.newRoom(projectID)
    const { members } = await owner.must(listMembers, { query: { projectID } })
    expect(members[1]).toEqual({
      userID: expect.any(Number),
      name: 'Robin Sample',
      username: 'kimberly',
      email: 'kimberly@example.com',
      may: 'write',
      isMe: false,
      joinedAt: clock.now().toISOString(),
      invitedAs: 'kim@example.com',
    })
    expect((await people()).invitations).toEqual([])
    expect(await events()).toEqual([
      ['owner', 'member invited', null, { may: 'write' }],
      ['kimberly', 'member joined', null, { may: 'write' }],
    ])
    // The token works once.
    expect((await look(token)).problem).toMatchObject(INVALID)
    expect((await join(await newUser('late'), token)).problem).toMatchObject(INVALID)
  })

  test('works for one of eight who use it at once', async () => {
    const { newUser, invite, join, people } = await start()
    const token = tokenOf((await invite()).link)
    const users = await Promise.all(Array.from({ length: 8 }, (_, at) => newUser(`user${at}`)))
    const answers = await Promise.all(users.map((user) => join(user, token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(404)])
    expect((await people()).members).toHaveLength(2)
  })

  test('repeats its answer to the user who joined, and counts no good token as wrong', async () => {
    const { newUser, invite, join, owner } = await start()
    const token = tokenOf((await invite()).link)
    for (let tries = 0; tries < 35; tries++) expect((await join(owner, token)).status).toBe(409)
    const [guest, other] = [await newUser('guest'), await newUser('other')]
    const first = await join(guest, token)
    expect([first.status, (await join(guest, token)).body]).toEqual([200, first.body])
    expect((await join(other, token)).status).toBe(404)
  })

  test('looks never sent if it expired, was withdrawn or replaced, or its project or owner is gone or locked', async () => {
    const { app, newUser, services, clock, owner, projectID, invite, join, look, people } = await start()
    const guest = await newUser('guest')
    const admin = await newUser('admin', [Role.Admin])
    const never = await look('A'.repeat(43))
    expect(never.problem).toMatchObject(INVALID)
    const isGone = async (token: string) => {
      const { problem } = await look(token)
      expect({ ...problem, requestId: '' }).toEqual({ ...never.problem, requestId: '' })
      expect((await join(guest, token)).problem).toMatchObject(INVALID)
    }

    const { invitationID, link } = await invite()
    await owner.must(cancelInvitation, { query: { projectID, invitationID } })
    await isGone(tokenOf(link))
    expect((await owner.call(cancelInvitation, { query: { projectID, invitationID } })).status).toBe(404)

    const first = tokenOf((await invite()).link)
    const again = tokenOf((await invite('KIM@example.com', 'write')).link)
    await isGone(first)
    expect((await look(again)).body).toMatchObject({ may: 'write' })
    expect((await people()).invitations).toEqual([['KIM@example.com', 'write']])

    const { id: userID } = await services.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'owner')
      .executeTakeFirstOrThrow()
    await admin.must(setUserLock, { body: { userID, locked: true } })
    await isGone(again)
    await admin.must(setUserLock, { body: { userID, locked: false } })
    expect((await look(again)).status).toBe(200)

    clock.turn(14 * DAY)
    expect((await look(again)).problem).toMatchObject(INVALID)
    const back = await signIn(app, 'owner')
    expect((await people(back)).invitations).toEqual([])
    await sweep(services)
    expect(await services.db.selectFrom('project_invitations').selectAll().execute()).toEqual([])
    const { link: last } = await back.must(inviteMember, { body: { projectID, email: 'kim@example.com', may: 'read' } })
    await back.must(deleteProject, { query: { projectID } })
    expect((await look(tokenOf(last))).problem).toMatchObject(INVALID)
  })

  test('refuses users with access, who do not use it up', async () => {
    const { newUser, services, owner, projectID, invite, join, look } = await start()
    const guest = await newUser('guest')
    await addMember(services.db, projectID, 'guest', 'viewer')
    for (const email of ['guest@example.com', 'OWNER@example.com']) {
      const { problem } = await owner.call(inviteMember, { body: { projectID, email, may: 'write' } })
      expect(problem).toMatchObject({ statusCode: 409, code: 'already_member', fields: { email: expect.any(String) } })
    }
    const token = tokenOf((await invite()).link)
    for (const user of [guest, owner])
      expect((await join(user, token)).problem).toMatchObject({ statusCode: 409, code: 'already_member' })
    expect((await look(token)).status).toBe(200)
  })

  test('is mailed if mail is set up, with a new link', async () => {
    const mailServer = await MailServer.start()
    onTestFinished(() => mailServer.stop())
    const { newUser, owner, join, look } = await start({ smtpURL: mailServer.url })
    const projectID = await owner.newProject('Maple <Street>')
    const { link, mailed } = await owner.must(inviteMember, {
      body: { projectID, email: 'kim@example.com', may: 'read' },
    })
    expect(mailed).toBe(true)
    const mail = await mailServer.waitForMail('kim@example.com')
    const sent = linkIn(mail)
    expect(mail.html).toContain(`href="${sent.href}"`)
    expect(mail.html).toContain('invited you to the project &quot;Maple &lt;Street&gt;&quot;')
    expect([sent.origin, sent.pathname]).toEqual(['https://homes.example', '/join'])
    expect(sent.href).not.toBe(link)
    for (const each of [link, sent.href]) expect((await look(tokenOf(each))).status).toBe(200)
    expect((await join(await newUser('kimberly'), tokenOf(sent.href))).status).toBe(200)
    expect((await look(tokenOf(link))).problem).toMatchObject(INVALID)
  })

  test('counts and mails nothing if it fails, and is not created if its mail cannot be queued', async () => {
    const mailServer = await MailServer.start()
    onTestFinished(() => mailServer.stop())
    const { newUser, services, owner, projectID, people } = await start({ smtpURL: mailServer.url })
    const { db, jobs } = services
    await newUser('guest')
    await addMember(db, projectID, 'guest', 'viewer')
    const rows = async () =>
      Promise.all(
        (['attempts', 'jobs'] as const).map((table) =>
          db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll().as('count'))
            .execute(),
        ),
      )
    const before = await rows()
    const invite = (email: string) => owner.call(inviteMember, { body: { projectID, email, may: 'read' } })
    expect((await invite('guest@example.com')).problem.code).toBe('already_member')
    vi.spyOn(jobs, 'addWithin').mockRejectedValueOnce(new Error('The server is killed.'))
    expect((await invite('kim@example.com')).status).toBe(500)
    expect(await rows()).toEqual(before)
    expect((await people()).invitations).toEqual([])
  })

  test('creates one account if registration is by invitation, and then works for that account only', async () => {
    const { app, anonymous, newUser, invite, join } = await start({ registration: 'invited' })
    const token = tokenOf((await invite()).link)
    const sign = (user: string, invitation: string) =>
      anonymous.call(register, { body: { ...registrationOf(user), invitation } })
    expect((await sign('kimberly', 'A'.repeat(43))).problem).toMatchObject(INVALID)
    expect((await sign('owner', token)).problem.code).toBe('username_taken')
    expect((await sign('kimberly', token)).status).toBe(201)
    expect((await sign('second', token)).problem).toMatchObject(INVALID)
    expect((await join(await newUser('other'), token)).problem).toMatchObject(INVALID)
    expect((await join(await signIn(app, 'kimberly'), token)).status).toBe(200)
    const closed = await start({ registration: 'closed' })
    const { problem } = await closed.anonymous.call(register, {
      body: { ...registrationOf('kimberly'), invitation: tokenOf((await closed.invite()).link) },
    })
    expect(problem.code).toBe('registration_closed')
  })

  test('cannot be guessed: wrong tokens of one address are counted, good ones are not', async () => {
    const { clock, newUser, invite, join, look } = await start()
    const token = tokenOf((await invite()).link)
    const guest = await newUser('guest')
    for (let tries = 0; tries < 15; tries++) {
      expect((await look(token)).status).toBe(200)
      expect((await look(`wrong ${tries}`)).status).toBe(404)
      expect((await join(guest, `wrong ${tries}`)).status).toBe(404)
    }
    for (const late of [await look(token), await join(guest, token)])
      expect(late.problem).toMatchObject({ statusCode: 429, code: 'too_many_tries' })
    clock.turn(HOUR)
    expect((await look(token)).status).toBe(200)
  })

  test(`is one of at most ${MOST_MEMBERS}, members included, also of two at once`, async () => {
    const { newUser, services, owner, projectID, invite, people } = await start()
    const { db } = services
    await newUser('guest')
    await addMember(db, projectID, 'guest', 'viewer')
    await invite()
    const { id: _, ...row } = await db.selectFrom('project_invitations').selectAll().executeTakeFirstOrThrow()
    const more = Array.from({ length: MOST_MEMBERS - 3 }, (_item, at) => ({
      ...row,
      email: `${at}@example.org`,
      email_key: `${at}@example.org`,
      link_hash: `${at}`,
    }))
    await db.insertInto('project_invitations').values(more).execute()
    const last = (email: string) => owner.call(inviteMember, { body: { projectID, email, may: 'read' } })
    const answers = await Promise.all([last('a@example.net'), last('b@example.net')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.problem).toMatchObject(
      problemWith('too_many_members', { limit: '100' }),
    )
    // A second invitation of one person gets another link.
    expect((await last('kim@example.com')).status).toBe(200)
    const { members, invitations } = await people()
    expect(members.length - 1 + invitations.length).toBe(MOST_MEMBERS)
  })
})

describe('members', () => {
  const withMembers = async () => {
    const started = await start()
    const { newUser, services, projectID } = started
    const [editor, viewer] = [await newUser('editor'), await newUser('viewer')]
    const editorID = await addMember(services.db, projectID, 'editor', 'editor')
    const viewerID = await addMember(services.db, projectID, 'viewer', 'viewer')
    return { ...started, editor, viewer, editorID, viewerID }
  }

  test('see who has access, but no addresses or invitations', async () => {
    const { viewer, projectID, invite, people } = await withMembers()
    await invite()
    expect(await people()).toEqual({
      members: [
        ['owner', 'own'],
        ['editor', 'write'],
        ['viewer', 'read'],
      ],
      invitations: [['kim@example.com', 'read']],
    })
    const { may, members, invitations } = await viewer.must(listMembers, { query: { projectID } })
    expect([may, invitations]).toEqual(['read', []])
    expect(members.map(({ username, email, isMe }) => [username, email, isMe])).toEqual([
      ['owner', null, false],
      ['editor', null, false],
      ['viewer', 'viewer@example.com', true],
    ])
  })

  test("are in the owner's export only, with their addresses", async () => {
    const { owner, editor, projectID, invite } = await withMembers()
    const { link } = await invite()
    const hides = { notes: true, files: false, labels: [] }
    await owner.must(createLink, { body: { projectID, name: 'Painter, hall', hides } })
    const projectsOf = async (user: Client) => {
      const { projects, text } = await accountExportOf(user)
      expect(text).not.toContain(tokenOf(link))
      return projects
    }
    expect(await projectsOf(owner)).toMatchObject([
      {
        projectID,
        members: [
          { username: 'editor', name: 'Robin Sample', role: 'editor' },
          { username: 'viewer', name: 'Robin Sample', role: 'viewer' },
        ],
        invitations: [{ to: 'kim@example.com' }],
        links: [{ name: 'Painter, hall', roomID: null, endsAt: null, openedAt: null, hides }],
      },
    ])
    expect(await projectsOf(editor)).toEqual([])
  })

  test('have the right that their owner sets, from the next request on', async () => {
    const { owner, editor, editorID, viewerID, projectID, people, events } = await withMembers()
    const set = (userID: number, may: GivenRight) => owner.must(setMemberRight, { body: { projectID, userID, may } })
    expect((await set(editorID, 'read')).message).toBe('Robin Sample is now Viewer.')
    expect((await editor.must(getProject, { query: { projectID } })).may).toBe('read')
    await set(editorID, 'read')
    await set(viewerID, 'write')
    expect((await people()).members).toEqual([
      ['owner', 'own'],
      ['editor', 'read'],
      ['viewer', 'write'],
    ])
    expect(await events()).toEqual([
      ['owner', 'member changed', { member: 'editor', may: 'write' }, { member: 'editor', may: 'read' }],
      ['owner', 'member changed', { member: 'viewer', may: 'read' }, { member: 'viewer', may: 'write' }],
    ])
  })

  test('have no access at once after they leave or are removed', async () => {
    const { owner, editor, viewer, editorID, viewerID, projectID, people, events } = await withMembers()
    const { message } = await owner.must(removeMember, { query: { projectID, userID: editorID } })
    expect(message).toBe('Robin Sample no longer has access.')
    expect((await editor.call(getProject, { query: { projectID } })).status).toBe(404)
    const left = await viewer.must(removeMember, { query: { projectID, userID: viewerID } })
    expect(left.message).toBe('You left "Maple Street".')
    for (const user of [editor, viewer]) {
      expect((await user.call(listMembers, { query: { projectID } })).status).toBe(404)
      expect((await user.call(listProjects, {})).status).toBe(204)
    }
    expect((await viewer.call(removeMember, { query: { projectID, userID: viewerID } })).status).toBe(404)
    expect((await people()).members).toEqual([['owner', 'own']])
    expect(await events()).toEqual([
      ['owner', 'member removed', { member: 'editor', may: 'write' }, null],
      ['viewer', 'member left', { may: 'read' }, null],
    ])
    // The owner is no member, and cannot leave.
    const me = (await owner.must(listMembers, { query: { projectID } })).members[0]?.userID ?? 0
    expect((await owner.call(removeMember, { query: { projectID, userID: me } })).status).toBe(404)
  })

  test('leave with their account; owners of shared projects cannot delete theirs', async () => {
    const { owner, editor, viewer, projectID, people, events } = await withMembers()
    await viewer.must(deleteMyAccount, { body: { currentPass: PASSWORD } })
    expect((await people()).members).toEqual([
      ['owner', 'own'],
      ['editor', 'write'],
    ])
    expect(await events()).toEqual([['viewer', 'member left', { may: 'read' }, null]])

    await owner.newProject('Birch Lane')
    const { problem } = await owner.call(deleteMyAccount, { body: { currentPass: PASSWORD } })
    expect(problem).toMatchObject({
      ...problemWith('projects_have_members', { names: '"Maple Street"' }),
      projects: [{ projectID, name: 'Maple Street' }],
    })
    await editor.must(getProject, { query: { projectID } })
    await owner.must(deleteProject, { query: { projectID } })
    await owner.must(deleteMyAccount, { body: { currentPass: PASSWORD } })
  })
})
