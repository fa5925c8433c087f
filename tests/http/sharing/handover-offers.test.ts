import { describe, expect, onTestFinished, test } from 'vitest'
import { deleteMyAccount } from '../../../src/shared/identity/account.api.ts'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { register } from '../../../src/shared/identity/auth.api.ts'
import {
  acceptOffer,
  declineOffer,
  getOffer,
  offerProject,
  openOffer,
  cancelOffer,
} from '../../../src/shared/sharing/handover.api.ts'
import { deleteItem } from '../../../src/shared/items/items.api.ts'
import { inviteMember } from '../../../src/shared/sharing/members.api.ts'
import { deleteProject, updateProject } from '../../../src/shared/projects/projects.api.ts'
import { deletePermanently, restore } from '../../../src/shared/history/trash.api.ts'
import { accountExportOf } from '../../support/account-export.ts'
import { linkIn, MailServer } from '../../support/mail-server.ts'
import { addMember, ALL_PARTS, offerSomebody, tokenOf } from '../../support/members.ts'
import { problemWith } from '../../support/problems.ts'
import { PASSWORD, registrationOf, signIn, startTestApp, type Client } from '../../support/test-app.ts'
import { INVALID, partsWithout, start } from './handover-fixture.ts'

describe('an offer', () => {
  test('refuses its owner as recipient, and a history that reveals excluded parts', async () => {
    const { owner, projectID, offer, accept, look } = await start()
    const body = { projectID, email: 'OWNER@example.com', goes: ALL_PARTS, stays: false }
    expect((await owner.call(offerProject, { body })).problem).toMatchObject({
      ...{ statusCode: 409, code: 'already_member' },
      fields: { email: expect.stringContaining('yours') },
    })
    for (const part of ['notes', 'files'] as const) {
      const { problem } = await owner.call(offerProject, {
        body: { ...body, email: 'buyer@example.com', goes: partsWithout(part) },
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

  test('is mailed if mail is set up, and so is its acceptance to the former owner', async () => {
    const mailServer = await MailServer.start()
    onTestFinished(() => mailServer.stop())
    const { owner, buyer, look, accept, may } = await start({ smtpURL: mailServer.url })
    for (const stays of [false, true]) {
      const projectID = await owner.newProject(`Maple <Street> ${stays}`)
      const { link, mailed } = await owner.must(offerProject, {
        body: {
          ...{ projectID, email: 'buyer@example.com', word: 'The <keys>\nare on the hook.' },
          ...{ goes: partsWithout('members', 'links'), stays },
        },
      })
      expect(mailed).toBe(true)
      const mail = await mailServer.waitForMail('buyer@example.com')
      const sent = linkIn(mail)
      expect(mail.text).toContain('with its rooms, items, notes, files, and history.')
      expect(mail.text?.includes('can still view it')).toBe(stays)
      expect(mail.text).toContain('> The <keys>\n> are on the hook.')
      expect(mail.html).toContain(`href="${sent.href}"`)
      expect(mail.html).toContain('The &lt;keys&gt;\nare on the hook.')
      expect([sent.origin, sent.pathname]).toEqual(['https://homes.example', '/accept'])
      expect(sent.href).not.toBe(link)
      for (const each of [link, sent.href]) expect((await look(tokenOf(each))).status).toBe(200)
      expect((await accept(buyer, tokenOf(sent.href))).status).toBe(200)
      expect((await look(tokenOf(link))).problem).toMatchObject(INVALID)
      const told = await mailServer.waitForMail('owner@example.com')
      expect(told.text).toContain('Robin Sample has accepted')
      expect(told.text?.includes('can still view it')).toBe(stays)
      expect(told.html).toContain(`href="${linkIn(told).href.replace('&', '&amp;')}"`)
      expect(linkIn(told).pathname).toBe(stays ? '/projecthome' : '/selectproject')
    }
    expect(await may(owner)).toBe('own')
  })

  test('can be declined by all who could accept it, and notifies the owner', async () => {
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
    expect((await decline(buyer, mailed)).body?.message).toContain('"Maple Street"')
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
    expect(mail.subject).toBe('"Maple Street" was declined')
    expect(mail.text).toContain('which you offered to buyer@example.com, was declined. It is still yours.')
    expect(linkIn(mail).pathname).toBe('/handover')
    // The owner can offer the project again at once.
    expect((await accept(buyer, await offer())).status).toBe(200)
  })

  test('can be declined only by the account that it created', async () => {
    const { buyer, anonymous, app, offer, look } = await start({ registration: 'invited' })
    const token = await offer()
    await anonymous.must(register, { body: { ...registrationOf('kim_b'), invitation: token } })
    const decline = (user: Client) => user.call(declineOffer, { body: { token } })
    expect((await decline(buyer)).problem).toMatchObject(INVALID)
    expect((await look(token)).status).toBe(200)
    expect((await decline(await signIn(app, 'kim_b'))).status).toBe(200)
  })
})

describe('a pending offer', () => {
  test("ends with the offering account, and with the recipient's account only if the offer created it", async () => {
    const { app, anonymous, newUser, services, owner, buyer, offer, look, accept, deleteAccount, projectID, may } =
      await start({ registration: 'invited' })
    // The recipient may delete their account: anybody else with the link may accept.
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

  test('has one outcome when accounts or the project are deleted or it is withdrawn at the same moment', async () => {
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
          offer: () => owner.call(cancelOffer, { query: { projectID } }),
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
      // Either outcome is complete.
      if (other === 'buyer' && accepted.status === 200 && rival.status === 200) expect(row).toBeUndefined()
      else if (accepted.status === 200) expect(row?.username, other).toBe(`buyer-${other}`)
      else if (other === 'owner') expect(row).toBeUndefined()
      else expect(row?.username, other).toBe(`owner-${other}`)
      if (accepted.status === 200)
        expect((await anonymous.call(openOffer, { body: { token } })).problem).toMatchObject(INVALID)
    }
  })

  test('is in the export of the offering account', async () => {
    const { owner, offer, buyer, accept } = await start()
    const token = await offer(partsWithout('links', 'members'), true)
    expect((await accountExportOf(owner)).projects[0]).toMatchObject({
      name: 'Maple Street',
      offer: { to: 'buyer@example.com', goes: partsWithout('links', 'members'), stays: true },
    })
    expect((await accept(buyer, token)).status).toBe(200)
    expect((await accountExportOf(owner)).projects).toEqual([])
    const [project] = (await accountExportOf(buyer)).projects
    expect(project).toMatchObject({ name: 'Maple Street', members: [{ username: 'owner', role: 'viewer' }] })
    expect(project).not.toHaveProperty('offer')
  })
})

test('an owner refused to delete an account with shared projects can hand them over first', async () => {
  const { services, newUser, owner, buyer, offer, accept, deleteAccount, projectID, may } = await start()
  await newUser('member')
  await addMember(services.db, projectID, 'member', 'viewer')
  expect((await deleteAccount(owner)).problem).toMatchObject(
    problemWith('projects_have_members', { names: '"Maple Street"' }),
  )
  await accept(buyer, await offer())
  expect((await deleteAccount(owner)).status).toBe(200)
  expect(await may(buyer)).toBe('own')
  // From now on the new owner invites, and only that owner changes invitations.
  await buyer.must(inviteMember, { body: { projectID, email: 'kim@example.com', may: 'read' } })
  await buyer.must(updateProject, {
    body: {
      projectID,
      inputs: { name: 'Ours', address: '1 Elm', city: 'Burlington', state: 'VT', zip: '05401' },
    },
  })
  const { trashID } = await buyer.must(deleteProject, { query: { projectID } })
  await buyer.must(deletePermanently, { query: { trashID } })
  expect(await may(buyer)).toBe(404)
})
