import { describe, expect, test } from 'vitest'
import { deleteMyAccount } from '../../../src/shared/identity/account.api.ts'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { copyProject } from '../../../src/shared/items/bulk/copies.api.ts'
import { acceptOffer, offerProject } from '../../../src/shared/sharing/handover.api.ts'
import { addItemFiles, deleteItem, updateItem } from '../../../src/shared/items/items.api.ts'
import { createLink, listLinks } from '../../../src/shared/sharing/links.api.ts'
import { deleteProject, updateProject } from '../../../src/shared/projects/projects.api.ts'
import {
  issueRevision,
  listRevisions,
  MOST_REVISIONS,
  removeRevision,
} from '../../../src/shared/papers/revisions.api.ts'
import { deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import { deletePermanently, restore } from '../../../src/shared/history/trash.api.ts'
import { HOUR } from '../../../src/server/platform/lib/clock.ts'
import { placesOf } from '../../../src/server/platform/storage/check-files.repo.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { accountExportOf } from '../../support/account-export.ts'
import { backUp, contentOf, emptyInstallation, installationOf, restoreInto } from '../../support/backups.ts'
import { ALL_PARTS, tokenOf } from '../../support/members.ts'
import { sentenceOf } from '../../support/problems.ts'
import { PASSWORD, type Client } from '../../support/test-app.ts'
import { YEAR, SAGE, ELSEWHERE, bytesOf, NOT_THERE, start, bookOf } from './revision-books.ts'

describe('an issued revision', () => {
  test('keeps its bytes, and only readers of the project can download it', async () => {
    const { app, owner, editor, viewer, newUser, projectID, hall, newItem, issue, issued } = await start()
    const sage = await newItem('paint', hall, SAGE)
    const first = await issue('For the painter', editor)
    expect(first).toMatchObject({
      number: 1,
      note: 'For the painter',
      issuedBy: 'editor',
      issuedByName: 'Robin Sample',
    })
    const bytes = await bytesOf(viewer, first.remote)
    expect([bytes.subarray(0, 5).toString(), bytes.length]).toEqual(['%PDF-', first.size])

    await owner.must(updateProject, { body: { projectID, inputs: { ...ELSEWHERE, client: '', address2: '' } } })
    await owner.must(deleteItem, { query: { itemID: sage } })
    await owner.must(deleteRoom, { query: { roomID: hall } })
    const second = await issue()
    for (const user of [owner, editor, viewer]) expect(await bytesOf(user, first.remote)).toEqual(bytes)
    const answer = await viewer.raw({ url: `/download/${first.remote}` })
    expect(answer.headers['content-disposition']).toContain('Spec Book, Revision 1, Maple Street.pdf')
    expect((await issued(viewer)).map(({ filename }) => filename)).toEqual([
      'Spec Book, Revision 2, Oak Court.pdf',
      'Spec Book, Revision 1, Maple Street.pdf',
    ])
    expect(second.number).toBe(2)

    const stranger = await newUser('stranger')
    expect(await bytesOf(stranger, first.remote)).toEqual(NOT_THERE)
    for (const user of [viewer, stranger])
      expect((await user.call(issueRevision, { body: { projectID } })).status).toBe(user === viewer ? 403 : 404)
    const hides = { notes: false, files: false, labels: [] }
    await owner.must(createLink, { body: { projectID, name: 'Guest', hides } })
    const [link] = (await owner.must(listLinks, { query: { projectID } })).links
    const token = link?.address?.split('/view/')[1] ?? ''
    const opened = await app.inject({ url: '/openlink', headers: { authorization: `Link ${token}` } })
    const { filesKey } = opened.json<{ filesKey: string }>()
    expect((await app.inject({ url: `/download/${first.remote}?link=${filesKey}` })).statusCode).toBe(404)
  })

  test('can be removed only by the owner, with its bytes, and its number is not reused', async () => {
    const { owner, editor, projectID, hall, newItem, issue, issued, services } = await start()
    const sage = await newItem('paint', hall, SAGE)
    const first = await issue('First')
    await owner.must(updateItem, { body: { itemID: sage, inputs: { field4: 'Satin' } } })
    const second = await issue('Second')
    const { revisionID } = second
    expect((await editor.call(removeRevision, { query: { revisionID } })).problem.code).toBe('not_allowed')
    expect(await owner.must(removeRevision, { query: { revisionID } })).toEqual({ message: 'Removed Revision 2' })
    expect((await owner.call(removeRevision, { query: { revisionID } })).status).toBe(404)
    expect(await bytesOf(owner, second.remote)).toEqual(NOT_THERE)
    expect(await services.db.selectFrom('blobs').select('id').execute()).toHaveLength(1)
    const third = await issue()
    expect((await issued()).map(({ number }) => number)).toEqual([3, 1])
    // Since the latest one left.
    expect((await bookOf(owner, third)).lines[1]?.join(' ')).toContain('Sheen: Satin, was Eggshell')
    const { events } = await owner.must(getActivity, { query: { projectID } })
    expect(
      events.filter(({ kind }) => kind.startsWith('revision')).map(({ kind, was, is }) => [kind, was ?? is]),
    ).toEqual([
      ['revision issued', 'Revision 3'],
      ['revision removed', 'Revision 2: Second'],
      ['revision issued', 'Revision 2: Second'],
      ['revision issued', 'Revision 1: First'],
    ])
    expect(first.number).toBe(1)
  })

  test('is one of two issued at once; the other is a 409 that leaves nothing', async () => {
    const { owner, editor, projectID, issued, services } = await start()
    const answers = await Promise.all(
      [owner, editor].map((user) => user.call(issueRevision, { body: { projectID, note: 'At once' } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.problem.code).toBe('revision_issued')
    expect((await issued()).map(({ number }) => number)).toEqual([1])
    expect(await services.db.selectFrom('uploads').select('id').execute()).toHaveLength(1)
    expect(await services.db.selectFrom('pending_writes').select('storage_key').execute()).toHaveLength(1)
  })

  test('shows every line of one change', async () => {
    const { owner, hall, newItem, issue } = await start()
    const itemID = await newItem('paint', hall, SAGE)
    await issue()
    for (let ten = 0; ten < 4; ten++) {
      const named = (at: number) => `${ten}${at} ${'of the tap and its cartridge '.repeat(7)}.txt`
      const files = Array.from({ length: 10 }, (_, at) => ({ name: named(at), bytes: Buffer.from(`${ten}${at}`) }))
      const attached = (await owner.upload(files)).map(({ filename, remote }) => ({ name: filename, remote }))
      await owner.must(addItemFiles, { body: { itemID, files: attached } })
    }
    const book = await bookOf(owner, await issue())
    const pages = book.lines.filter((lines) => lines.some((line) => /^file \d\d of/.test(line)))
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.flat().filter((line) => /^file \d\d of/.test(line))).toHaveLength(40)
  })

  test('is refused beyond a hundred', async () => {
    const { owner, projectID, issue, issued, services } = await start()
    const first = await issue()
    const row = await services.db.selectFrom('revisions').selectAll().executeTakeFirstOrThrow()
    const upload = await services.db.selectFrom('uploads').selectAll().executeTakeFirstOrThrow()
    const { id: _, ...like } = upload
    for (let number = 2; number <= MOST_REVISIONS; number++) {
      const { id } = await services.db
        .insertInto('uploads')
        .values({ ...like, remote: String(number).padStart(22, 'x') })
        .returning('uploads.id')
        .executeTakeFirstOrThrow()
      await services.db
        .insertInto('revisions')
        .values({ ...row, id: 1000 + number, number, upload_id: id })
        .execute()
    }
    const refused = await owner.call(issueRevision, { body: { projectID } })
    expect([refused.status, refused.problem.code, refused.problem.message]).toEqual([
      ...[409, 'too_many_revisions'],
      sentenceOf('too_many_revisions', { limit: '100' }),
    ])
    await owner.must(removeRevision, { query: { revisionID: first.revisionID } })
    await issue()
    expect((await issued()).length).toBe(MOST_REVISIONS)
  })

  test('survives sweeps, and is in the trash with its project until that is permanently deleted', async () => {
    const { owner, projectID, issue, issued, services, clock, again } = await start()
    const revision = await issue()
    const bytes = await bytesOf(owner, revision.remote)
    clock.turn(YEAR)
    await sweep(services)
    const later = await again('owner')
    expect(await bytesOf(later, revision.remote)).toEqual(bytes)
    const row = services.db.deleteFrom('uploads').where('remote', '=', revision.remote).execute()
    await expect(row).rejects.toThrow()
    const blobs = await services.db.selectFrom('blobs').select('id').execute()
    const place = '"Spec Book, Revision 1, Maple Street.pdf" of owner: Maple Street > Revision 1'
    expect([...(await placesOf(services.db, [blobs[0]?.id ?? 0])).values()]).toEqual([[place]])

    const deleted = await later.must(deleteProject, { query: { projectID } })
    expect(await bytesOf(later, revision.remote)).toEqual(NOT_THERE)
    await sweep(services)
    await later.must(restore, { body: { trashID: deleted.trashID } })
    expect(await bytesOf(later, revision.remote)).toEqual(bytes)
    expect(await issued(later)).toHaveLength(1)
    const last = await later.must(deleteProject, { query: { projectID } })
    await later.must(deletePermanently, { query: { trashID: last.trashID } })
    for (const table of ['revisions', 'uploads', 'blobs'] as const)
      expect(await services.db.selectFrom(table).select('id').execute(), table).toEqual([])
  })

  test('stays when its issuer leaves, and is handed over with the history of the project', async () => {
    const { owner, editor, newUser, projectID, issue, services, clock } = await start()
    const [mine, theirs] = [await issue('Mine', owner), await issue('Theirs', editor)]
    expect((await editor.call(deleteMyAccount, { body: { currentPass: PASSWORD } })).status).toBeLessThan(300)
    const buyer = await newUser('buyer')
    const offer = async (user: Client, email: string, goes: typeof ALL_PARTS) =>
      tokenOf((await user.must(offerProject, { body: { projectID, email, goes, stays: false } })).link)
    await buyer.must(acceptOffer, { body: { token: await offer(owner, 'buyer@example.com', ALL_PARTS) } })
    expect((await owner.call(deleteMyAccount, { body: { currentPass: PASSWORD } })).status).toBeLessThan(300)
    clock.turn(HOUR / 10)
    await sweep(services)
    for (const { remote, size } of [mine, theirs]) expect(await bytesOf(buyer, remote)).toHaveLength(size)

    const heir = await newUser('heir')
    const goes = { ...ALL_PARTS, history: false }
    await heir.must(acceptOffer, { body: { token: await offer(buyer, 'heir@example.com', goes) } })
    expect((await heir.must(listRevisions, { query: { projectID } })).revisions).toEqual([])
    expect(await services.db.selectFrom('uploads').select('id').execute()).toEqual([])
    expect(await services.db.selectFrom('blobs').select('id').execute()).toEqual([])
    await heir.must(issueRevision, { body: { projectID } })
    expect((await heir.call(deleteMyAccount, { body: { currentPass: PASSWORD } })).status).toBe(409)
    await heir.must(deleteProject, { query: { projectID } })
    expect((await heir.call(deleteMyAccount, { body: { currentPass: PASSWORD } })).status).toBeLessThan(300)
    expect(await services.db.selectFrom('uploads').select('id').execute()).toEqual([])
  })

  test('is part of exports and backups, but not of a copy of the project', async () => {
    const started = await start()
    const { owner, projectID, issue } = started
    const revision = await issue('For the painter')
    const bytes = await bytesOf(owner, revision.remote)
    const [exported] = (await accountExportOf(owner)).projects
    const line = exported?.lines.find((line) => 'revision' in line)?.revision as { path: string } | undefined
    expect(line).toMatchObject({ number: 1, note: 'For the painter', issuedBy: 'owner' })
    expect(exported?.files.get(line?.path ?? '')?.equals(bytes)).toBe(true)

    const copy = await owner.must(copyProject, { body: { projectID, name: 'Copied', files: true } })
    expect((await owner.must(listRevisions, { query: { projectID: copy.projectID } })).revisions).toEqual([])

    const from = installationOf(started)
    const there = await emptyInstallation()
    await restoreInto(there, (await backUp(from, from.folder)).path)
    const content = await contentOf(there)
    expect(content.tables['revisions']).toHaveLength(1)
    expect(content).toEqual(await contentOf(from))
  })
})
