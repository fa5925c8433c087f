import { describe, expect, test } from 'vitest'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { getOffer, type HandoverPart } from '../../../src/shared/sharing/handover.api.ts'
import { filesJSON, getItem, updateItem } from '../../../src/shared/items/items.api.ts'
import { createWebhook } from '../../../src/shared/sharing/webhooks.api.ts'
import { listLinks } from '../../../src/shared/sharing/links.api.ts'
import { joinProject, removeMember } from '../../../src/shared/sharing/members.api.ts'
import { getProject } from '../../../src/shared/projects/projects.api.ts'
import { getRoom } from '../../../src/shared/projects/rooms.api.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import { listSuggestions } from '../../../src/shared/items/suggestions.api.ts'
import { listTrash, restore } from '../../../src/shared/history/trash.api.ts'
import { createTask } from '../../../src/shared/upkeep/tasks.api.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { changedItem, deletedItem, NOBODYS, ofProjects, oldRevision, unsortedPhoto, TASK } from '../../support/cases.ts'
import { addMember, allRowsAndMembers, ALL_PARTS, inviteSomebody } from '../../support/members.ts'
import { subcategoryIDs, type Client } from '../../support/test-app.ts'
import { partsWithout, start, furnish } from './handover-fixture.ts'

const download = async (user: Client, remote: string) => (await user.raw({ url: `/download/${remote}` })).statusCode

test.each([{ stays: false }, { stays: true }])(
  'a former owner has the rights of a stranger or a Viewer on every call: stays as Viewer $stays',
  async ({ stays }) => {
    const started = await start()
    const { services, owner, projectID, offer, accept, newUser } = started
    const { roomID, itemID, remotes } = await furnish(started)
    const { roomType } = await owner.must(getRoom, { query: { roomID } })
    const [entry] = await owner.must(listTrash, {})
    const ids = await subcategoryIDs(owner, 'Kitchen', 'Plumbing', 'Faucet')
    const { taskID } = await owner.must(createTask, { body: { projectID, itemID, inputs: TASK } })
    const photoID = await unsortedPhoto(owner, projectID)
    const revisionID = await oldRevision(services.db, owner, projectID)
    const eventID = await deletedItem(owner, projectID, roomID)
    const change = await changedItem(owner, projectID, roomID)
    expect((await accept(started.buyer, await offer(ALL_PARTS, stays))).status).toBe(200)
    const { invitationID } = await inviteSomebody(started.buyer, projectID)
    await newUser('guest')
    const webhook = { projectID, address: 'https://hooks.invalid', topics: ['revision' as const] }
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
      webhookID: (await started.buyer.must(createWebhook, { body: webhook })).webhookID,
      linkID: (await started.buyer.must(listLinks, { query: { projectID } })).links[0]?.linkID ?? 0,
    }
    const [file] = await owner.upload([{ name: 'own.txt', bytes: Buffer.from('own') }])
    const calls = ({ endpoint, request }: (typeof ofProjects)[number]) =>
      owner.call(endpoint, request(home, { ...home, remote: file?.remote ?? '' }))
    // First the calls with which viewers make private copies.
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

describe('an excluded part', () => {
  test.each<HandoverPart[]>([['notes', 'history'], ['files', 'history'], ['members', 'links'], ['history']])(
    '%s: is deleted permanently at the handover, and nothing else is',
    async (...without) => {
      const started = await start()
      const { services, owner, buyer, projectID, offer, accept, may } = started
      const home = await furnish(started)
      const { roomID, itemID, lost, editors, editor, remotes, invitation, other } = home
      const task = { name: 'Oil the hinges', note: 'The spare key is under the mat.', day: '2031-02-01', repeats: null }
      await owner.must(createTask, { body: { projectID, itemID, inputs: task } })
      const token = await offer(partsWithout(...without))
      // Before the handover everything exists.
      const had = (await owner.must(getOffer, { query: { projectID } })).has
      for (const part of without) expect(had[part]).toBeGreaterThan(0)
      const opened = await owner.must(getItem, { query: { itemID } })
      expect((await accept(buyer, token)).status).toBe(200)

      const item = await buyer.must(getItem, { query: { itemID } })
      const { has } = await buyer.must(getOffer, { query: { projectID } })
      const finds = async (q: string) =>
        (await buyer.must(search, { query: { q } })).groups.flatMap(({ rooms }) => rooms.flatMap(({ items }) => items))
          .length
      const trash = await buyer.must(listTrash, {})
      const entry = trash.find(({ kind }) => kind === 'item')
      await buyer.must(restore, { body: { trashID: entry?.trashID ?? 0 } })
      const restored = await buyer.must(getItem, { query: { itemID: lost } })
      const { events } = await buyer.must(getActivity, { query: { projectID } })
      const told = events.find(({ kind }) => kind === 'project handed over')
      expect(told?.is).toBe(`Robin Sample, without ${without.join(', ')}`)

      expect(item.field1).toBe('Castellan')
      const isOut = (which: HandoverPart) => without.includes(which)
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
      // An open form of an item that lost data gets a conflict, not a confirmation.
      if (isOut('notes') || isOut('files')) {
        const stale = await buyer.call(updateItem, {
          body: { itemID, inputs: { field2: 'Late' }, version: opened.version },
        })
        expect(stale.problem.code).toBe('item_changed')
        expect((await buyer.must(getItem, { query: { itemID: editors } })).field1).toBe('Harbor')
      }
      // The former owner's other things stay, with bytes that both had.
      expect((await owner.must(getItem, { query: { itemID: other } })).attachments).toHaveLength(2)
      for (const remote of [remotes.shared, remotes.kept]) expect(await download(owner, remote)).toBe(200)
      expect(await download(owner, remotes.photo)).toBe(404)
      // No orphan is left.
      const uploads = await services.db.selectFrom('uploads').select('remote').execute()
      expect(uploads).toHaveLength(isOut('files') ? 2 : 6)
      expect((await buyer.call(getRoom, { query: { roomID } })).status).toBe(200)
    },
  )
})

describe('files of a handed-over project', () => {
  test('belong to the new owner, who alone attaches and downloads them, without copying bytes', async () => {
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
    // The former owner keeps the file that is also on their own item.
    expect((await attach(owner, remotes.shared, home)).statusCode).toBe(201)
    const own = { projectID, roomID: (await buyer.must(getItem, { query: { itemID } })).roomID }
    expect((await attach(buyer, remotes.photo, own)).statusCode).toBe(201)
    // Pending uploads stay with their uploader.
    const remote = waiting[0]?.remote ?? ''
    expect((await attach(buyer, remote, own)).statusCode).toBe(404)
    expect((await attach(owner, remote, own)).statusCode).toBe(404)
    expect((await attach(owner, remote, home)).statusCode).toBe(201)
    // Suggestions come from the user's own items.
    const { subcatID } = ids
    const suggested = (user: Client) => user.must(listSuggestions, { query: { subcatID, field: 'field1', q: 'Cas' } })
    expect(await suggested(buyer)).toMatchObject({ suggestions: ['Castellan'] })
    expect(await suggested(owner)).toMatchObject({ suggestions: [] })
  })

  test.each([
    { deletes: 'the former owner who stays as Viewer', goes: ALL_PARTS },
    { deletes: 'the new owner', goes: ALL_PARTS },
    { deletes: 'the new owner', goes: partsWithout('files', 'history') },
  ])('stay complete when $deletes deletes their account', async ({ deletes, goes }) => {
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
      for (const { trashID } of await buyer.must(listTrash, {})) await buyer.must(restore, { body: { trashID } })
      for (const [remote, name] of [
        [remotes.manual, 'manual'],
        [remotes.receipt, 'receipt'],
        [remotes.theirs, 'theirs'],
      ] as const)
        expect(await bytesOf(buyer, remote)).toBe(`bytes of ${name}.txt`)
      return
    }
    // An Editor who stayed still has access; once removed, the account can be deleted with all that it got.
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
