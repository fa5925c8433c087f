import { describe, expect, test } from 'vitest'
import { deleteMyAccount } from '../../../src/shared/identity/account.api.ts'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { copyProject } from '../../../src/shared/items/bulk/copies.api.ts'
import { acceptOffer, offerProject } from '../../../src/shared/sharing/handover.api.ts'
import {
  addItemFiles,
  createItem,
  deleteItem,
  filesJSON,
  updateItem,
  type ItemInputs,
} from '../../../src/shared/items/items.api.ts'
import { createLink, listLinks } from '../../../src/shared/sharing/links.api.ts'
import { moveItems } from '../../../src/shared/items/bulk/moves.api.ts'
import { deleteProject, updateProject } from '../../../src/shared/projects/projects.api.ts'
import {
  issueRevision,
  listRevisions,
  MOST_REVISIONS,
  removeRevision,
  type Revision,
} from '../../../src/shared/papers/revisions.api.ts'
import { deleteRoom, updateRoom } from '../../../src/shared/projects/rooms.api.ts'
import { deleteForGood, restore } from '../../../src/shared/history/trash.api.ts'
import { HOUR } from '../../../src/server/platform/lib/clock.ts'
import { mintActor } from '../../../src/server/platform/db/actor.ts'
import { packed, unpacked } from '../../../src/server/papers/snapshot.ts'
import { addRevision } from '../../../src/server/papers/revisions.repo.ts'
import { placesOf } from '../../../src/server/platform/storage/check-files.repo.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { accountExportOf } from '../../support/account-export.ts'
import { backUp, contentOf, emptyInstallation, installationOf, restoreInto } from '../../support/backups.ts'
import { addMember, GOES_ALL, tokenOf } from '../../support/members.ts'
import { readPDF } from '../../support/read-pdf.ts'
import { PASSWORD, signIn, startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

const YEAR = 366 * 24 * HOUR
const SAGE = { field1: 'Harrow & Vale Matte', field2: 'Dry Sage #B9C6B4', field3: 'HV-6102', field4: 'Eggshell' }
const ELSEWHERE = { name: 'Oak Court', address: '1 Oak', city: 'Burlington', state: 'VT', zip: '05401' }

const bytesOf = async (user: Client, remote: string): Promise<Buffer> => {
  const { statusCode, rawPayload } = await user.raw({ url: `/download/${remote}` })
  return statusCode === 200 ? rawPayload : Buffer.from(String(statusCode))
}
const NOT_THERE = Buffer.from('404')

const start = async () => {
  const started = await startTestApp()
  const { services, newUser } = started
  const [owner, editor, viewer] = [await newUser('owner'), await newUser('editor'), await newUser('viewer')]
  const projectID = await owner.newProject('Maple Street')
  const hall = await owner.newRoom(projectID, 'Hall')
  const kitchen = await owner.newRoom(projectID, 'Kitchen')
  await addMember(services.db, projectID, 'editor', 'editor')
  await addMember(services.db, projectID, 'viewer', 'viewer')
  const kinds = {
    paint: await subcategoryIDs(owner, 'Kitchen', 'Paint', 'Wall Paint'),
    faucet: await subcategoryIDs(owner, 'Kitchen', 'Plumbing', 'Faucet'),
  }
  const issued = async (user: Client = owner) => (await user.must(listRevisions, { query: { projectID } })).revisions
  return {
    ...started,
    ...{ owner, editor, viewer, projectID, hall, kitchen, issued },
    newItem: async (kind: keyof typeof kinds, roomID: number, inputs: ItemInputs, files = filesJSON([])) =>
      (await owner.must(createItem, { body: { projectID, roomID, ...kinds[kind], inputs, files } })).itemID,
    /** Answers it as it is listed. */
    issue: async (note = '', user: Client = owner): Promise<Revision> => {
      await user.must(issueRevision, { body: { projectID, note, size: 'letter' } })
      const [latest] = await issued(user)
      if (!latest) throw new Error('What has been issued is listed.')
      return latest
    },
    /** After the clock was turned, when sessions have ended. */
    again: (username: string) => signIn(started.app, username),
  }
}

/** The margin of Letter paper between head and foot, where bars and the triangles with the revision's number are. */
const MARGIN = { x: 0, y: 70, width: 53, height: 670 }

const bookOf = async (user: Client, { remote }: Revision) => {
  const book = await readPDF(await bytesOf(user, remote), [MARGIN])
  return {
    ...book,
    lines: book.pages.map(({ lines }) => lines),
    /** Of each page. */
    bars: book.pages.map(({ places }) => places[0]?.lines.length ?? 0),
    hasInkInMargin: book.pages.map(({ places }) => places[0]?.margins !== undefined),
  }
}

/** What a list of changes says, from its heading on. */
const changesIn = (lines: readonly string[], foot: string): string =>
  lines
    .slice(
      lines.findIndex((line) => line.startsWith('What changed since')),
      lines.findLastIndex((line) => line.startsWith(foot)),
    )
    .join(' ')

describe('an issued revision', () => {
  test('names the seven things that have changed since the one before, and marks six of them at their places', async () => {
    const { owner, viewer, projectID, hall, kitchen, newItem, issue } = await start()
    const sage = await newItem('paint', hall, SAGE)
    const gesso = await newItem('paint', kitchen, { ...SAGE, field2: 'Gesso', field3: 'HV-1002' })
    const faucet = await newItem('faucet', kitchen, { field1: 'Castellan', field2: 'Arc 40' })
    const gone = await newItem('faucet', kitchen, { field1: 'Marlow', field2: 'M-1' })
    const back = await newItem('faucet', hall, { field1: 'Unmoved', field2: 'U-1' })
    const first = await bookOf(viewer, await issue())
    expect(first.Title).toBe('Spec Book, Revision 1, Maple Street')
    expect(first.lines[0]?.join(' ')).toContain('Revision 1 Date')
    expect(first.lines.flat().join(' ')).not.toContain('What changed since')
    expect(first.hasInkInMargin.slice(1)).not.toContain(true)

    const change = (itemID: number, inputs: ItemInputs) => owner.must(updateItem, { body: { itemID, inputs } })
    await change(sage, { field4: 'Satin' })
    await change(faucet, { notes: 'Left of the sink' })
    const inputs = { ...ELSEWHERE, name: 'Maple Street', client: '', address2: '' }
    await owner.must(updateProject, { body: { projectID, inputs } })
    await owner.must(moveItems, { body: { itemIDs: [gesso], roomID: hall } })
    await owner.must(deleteItem, { query: { itemID: gone } })
    await newItem('faucet', kitchen, { field1: 'Bridge', field2: '7120-SB' })
    await owner.must(updateRoom, { body: { roomID: kitchen, roomName: 'Scullery' } })
    // Changed, and changed back.
    await change(back, { field2: 'U-2' })
    await change(back, { field2: 'U-1' })

    const revision = await issue('For the painter,\nand the tiler.')
    const second = await bookOf(viewer, revision)
    expect([second.Title, second.accessible]).toEqual(['Spec Book, Revision 2, Maple Street', '1'])
    expect(second.lines[0]?.join(' ')).toContain('Revision 2 Date')
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(revision.issuedAt),
    )
    expect(changesIn(second.lines[1] ?? [], 'Spec Book, Revision 2')).toBe(
      [
        `What changed since Revision 1 Revision 1 is of ${day}. A bar in the margin marks each place.`,
        'For the painter, and the tiler.',
        'Project Maple Street Address: 1 Oak, Burlington, VT 05401, was 418 Maple Street, Burlington, VT 05401',
        'Hall PT-3 Dry Sage HV-6102 Mark: PT-3, was PT-1 Sheen: Satin, was Eggshell 3',
        'Hall PT-2 Gesso HV-1002 moved here from Kitchen 3',
        'Room Scullery renamed, was Kitchen 4',
        'Scullery PL-1 Castellan Arc 40 Notes: Left of the sink, was N/A 4',
        'Scullery PL-4 Bridge 7120-SB added 4',
        'Scullery PL-2 Marlow M-1 taken out 4',
      ].join(' '),
    )
    // Two in the hall, four in the scullery, and none elsewhere.
    expect(second.bars.slice(2)).toEqual([2, 4, 0])
    expect(second.lines[3]).toContain('Taken out since Revision 1')
    // Issued as that, though what came before it is gone.
    for (const { lines } of [first, second]) expect(lines[2]?.join(' ')).toContain('PL-3 Unmoved U-1')
    expect(second.lines[2]).not.toContain('Taken out since Revision 1')
  })

  test('has a list of many changes on pages of its own, and of none says so', async () => {
    const { owner, hall, newItem, issue } = await start()
    await newItem('paint', hall, SAGE)
    await issue()
    const none = await bookOf(owner, await issue())
    expect(none.lines[1]?.join(' ')).toContain('Nothing has changed since.')
    expect(new Set(none.bars.slice(2))).toEqual(new Set([0]))

    for (let at = 0; at < 40; at++) await newItem('faucet', hall, { field1: 'Castellan', field2: `Arc ${at}` })
    const long = `To: ${'everybody who works here, '.repeat(30)}.`
    const many = await bookOf(owner, await issue(long))
    expect(many.outline).toEqual(['Contents', 'What changed since Revision 2', 'Hall', 'Kitchen', 'By Category'])
    const told = many.lines.slice(2, 5).flat()
    expect(told.join(' ')).toContain('To: everybody who works here, everybody')
    expect(told.filter((line) => line === 'added')).toHaveLength(40)
    expect(many.bars.reduce((sum, count) => sum + count, 0)).toBe(40)
  })

  test('leaves out of its list what its book is without, and says what has changed by its own price', async () => {
    const { owner, projectID, kitchen, issued } = await start()
    const service = await subcategoryIDs(owner, 'Kitchen', 'Records', 'Service Record')
    const inputs = { field1: 'Tap', field5: '$185' }
    const { itemID } = await owner.must(createItem, { body: { projectID, roomID: kitchen, ...service, inputs } })
    const issue = (without: ('notes' | 'prices')[]) => owner.must(issueRevision, { body: { projectID, without } })
    await issue([])
    await owner.must(updateItem, { body: { itemID, inputs: { field5: '$240', notes: 'Two coats' } } })
    await issue(['notes', 'prices'])
    const [without] = await issued()
    const book = await bookOf(owner, without as Revision)
    expect(book.lines[1]?.join(' ')).toContain('Nothing has changed since.')
    for (const text of ['$185', '$240', 'Two coats']) expect(book.lines.flat().join(' ')).not.toContain(text)
    await owner.must(updateItem, { body: { itemID, inputs: { field5: '$250' } } })
    await issue([])
    const [last] = await issued()
    expect((await bookOf(owner, last as Revision)).lines[1]?.join(' ')).toContain('Cost: $250, was $240')
  })

  test('stays as it was, to the byte, for all who may read the project and nobody else', async () => {
    const { app, owner, editor, viewer, newUser, projectID, hall, newItem, issue, issued } = await start()
    const sage = await newItem('paint', hall, SAGE)
    const first = await issue('For the painter', editor)
    expect(first).toMatchObject({ number: 1, note: 'For the painter', issuedBy: 'editor' })
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

  test('is removed by the owner alone, with its bytes, and its number is not given again', async () => {
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
    // Since the latest that is there.
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

  test('is one of two that are issued at once, and the other is a 409 of which nothing is left', async () => {
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

  test('says the changes since the latest that is there, and is not issued where another one is', async () => {
    const { owner, editor, projectID, issue, issued, services } = await start()
    await issue()
    const second = await issue()
    await owner.must(removeRevision, { query: { revisionID: second.revisionID } })
    const papers = services.papers
    // None is asked for a book that would not be issued.
    services.papers = { ...papers, make: () => Promise.reject(new Error('It makes a book.')) }
    const refused = async (after: number | null) => {
      const { status, problem } = await editor.call(issueRevision, { body: { projectID, after } })
      return [status, problem.code]
    }
    expect(await refused(2)).toEqual([409, 'revision_issued'])
    expect(await refused(null)).toEqual([409, 'revision_issued'])
    services.papers = papers
    // The one that the book tells the changes since was removed while it was made.
    const made = { projectID, number: 3, since: 2, after: undefined, note: '', picture: '' }
    const person = services.db.selectFrom('users').where('username', '=', 'owner').select('id')
    const { id: userID } = await person.executeTakeFirstOrThrow()
    const actor = mintActor({ userID, username: 'owner', roles: [], sessionID: 0, mustChangePassword: false })
    const add = addRevision(services.db, services.clock, actor, made, async () => '')
    await expect(add).rejects.toMatchObject({ code: 'revision_issued' })

    await editor.must(issueRevision, { body: { projectID, after: 1 } })
    const [third] = await issued()
    const book = await bookOf(owner, third as Revision)
    expect(third?.number).toBe(3)
    expect(book.lines.flat().join(' ')).toContain('What changed since Revision 1 Revision 1 is of')
    expect(await services.db.selectFrom('uploads').select('id').execute()).toHaveLength(2)
  })

  test('has the marks of those before it, which no other finish gets, whoever made and removed them', async () => {
    const { app, owner, projectID, kitchen, newItem, issue, services } = await start()
    const marlow = await newItem('faucet', kitchen, { field1: 'Marlow' })
    await newItem('faucet', kitchen, { field1: 'Bridge' })
    await issue()
    const { id, picture } = await services.db.selectFrom('revisions').selectAll().executeTakeFirstOrThrow()
    const { rooms, items } = await unpacked(picture)
    // As a version before that counted otherwise and kept items alone.
    const marks = ['PL-2', 'PL-1']
    const older = await packed({ rooms, items: items.map((item, at) => ({ ...item, mark: marks[at] ?? '' })) })
    await services.db.updateTable('revisions').set({ picture: older }).where('id', '=', id).execute()
    await owner.must(deleteItem, { query: { itemID: marlow } })
    const castellan = await newItem('faucet', kitchen, { field1: 'Castellan' })
    const second = await issue()
    expect(changesIn((await bookOf(owner, second)).lines[1] ?? [], 'Spec Book')).toMatch(
      /each place\. Kitchen PL-3 Castellan added \d Kitchen PL-2 Marlow taken out \d$/,
    )

    await owner.must(removeRevision, { query: { revisionID: second.revisionID } })
    await owner.must(deleteItem, { query: { itemID: castellan } })
    const quill = await newItem('faucet', kitchen, { field1: 'Quill' })
    await newItem('faucet', kitchen, { field1: 'Castellan' })
    const linesOf = async (url: string, user = owner) => {
      const { rawPayload } = await user.raw({ url: `/paper?projectID=${projectID}&${url}` })
      return (await readPDF(rawPayload)).pages.flatMap(({ lines }) => lines).join(' ')
    }
    expect(await linesOf('kind=trade')).toMatch(/PL-1 Bridge .* PL-3 Castellan .* PL-4 Quill /)
    const hides = { notes: false, files: false, labels: [] }
    await owner.must(createLink, { body: { projectID, name: 'Plumber', hides } })
    const { links } = await owner.must(listLinks, { query: { projectID } })
    const token = links[0]?.address?.split('/view/')[1] ?? ''
    const opened = await app.inject({ url: '/openlink', headers: { authorization: `Link ${token}` } })
    const { paperTicket } = opened.json<{ paperTicket: string }>()
    expect(await linesOf(`kind=book&itemID=${quill}&link=${paperTicket}`)).toContain('PL-4 Quill')
  })

  test('has room for as many lines of one change as there are', async () => {
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

  test('is one of a hundred at the most', async () => {
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
      'A project keeps at most 100 issued revisions. Its owner can remove some of them.',
    ])
    await owner.must(removeRevision, { query: { revisionID: first.revisionID } })
    await issue()
    expect((await issued()).length).toBe(MOST_REVISIONS)
  })

  test('takes as many statements for many items as for few', async () => {
    const { hall, newItem, issue, statements } = await start()
    const costOf = async () => {
      const before = statements()
      await issue()
      return statements() - before
    }
    await newItem('paint', hall, SAGE)
    await issue()
    const few = await costOf()
    for (let at = 0; at < 30; at++) await newItem('faucet', hall, { field1: 'Castellan', field2: `Arc ${at}` })
    await issue()
    expect(await costOf()).toBe(few)
  })

  test('is swept by nobody, and lies in the trash with its project until that goes for good', async () => {
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
    await later.must(deleteForGood, { query: { trashID: last.trashID } })
    for (const table of ['revisions', 'uploads', 'blobs'] as const)
      expect(await services.db.selectFrom(table).select('id').execute(), table).toEqual([])
  })

  test('stays when whoever issued it leaves, and goes along with the history when the project is handed over', async () => {
    const { owner, editor, newUser, projectID, issue, services, clock } = await start()
    const [mine, theirs] = [await issue('Mine', owner), await issue('Theirs', editor)]
    expect((await editor.call(deleteMyAccount, { body: { currentPass: PASSWORD } })).status).toBeLessThan(300)
    const buyer = await newUser('buyer')
    const offer = async (user: Client, email: string, goes: typeof GOES_ALL) =>
      tokenOf((await user.must(offerProject, { body: { projectID, email, goes, stays: false } })).link)
    await buyer.must(acceptOffer, { body: { token: await offer(owner, 'buyer@example.com', GOES_ALL) } })
    expect((await owner.call(deleteMyAccount, { body: { currentPass: PASSWORD } })).status).toBeLessThan(300)
    clock.turn(HOUR / 10)
    await sweep(services)
    for (const { remote, size } of [mine, theirs]) expect(await bytesOf(buyer, remote)).toHaveLength(size)

    const heir = await newUser('heir')
    const goes = { ...GOES_ALL, history: false }
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

  test('stands in the export and in a backup, and is not in a copy of the project', async () => {
    const started = await start()
    const { owner, projectID, issue } = started
    const revision = await issue('For the painter')
    const bytes = await bytesOf(owner, revision.remote)
    const [exported] = (await accountExportOf(owner)).projects
    const told = exported?.lines.find((line) => 'revision' in line)?.revision as { path: string } | undefined
    expect(told).toMatchObject({ number: 1, note: 'For the painter', issuedBy: 'owner' })
    expect(exported?.files.get(told?.path ?? '')?.equals(bytes)).toBe(true)

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
