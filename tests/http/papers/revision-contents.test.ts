import { describe, expect, test } from 'vitest'
import { createItem, deleteItem, updateItem, type ItemInputs } from '../../../src/shared/items/items.api.ts'
import { createLink, listLinks } from '../../../src/shared/sharing/links.api.ts'
import { moveItems } from '../../../src/shared/items/bulk/moves.api.ts'
import { updateProject } from '../../../src/shared/projects/projects.api.ts'
import { issueRevision, removeRevision, type Revision } from '../../../src/shared/papers/revisions.api.ts'
import { updateRoom } from '../../../src/shared/projects/rooms.api.ts'
import { mintActor } from '../../../src/server/platform/db/actor.ts'
import { packed, unpacked } from '../../../src/server/papers/revisions/snapshot.ts'
import { addRevision } from '../../../src/server/papers/revisions/revisions.repo.ts'
import { readPDF } from '../../support/read-pdf.ts'
import { subcategoryIDs } from '../../support/test-app.ts'
import { SAGE, ELSEWHERE, start, bookOf, changesIn } from './revision-books.ts'

describe('an issued revision', () => {
  test('lists seven changes since the previous one, and marks six of them in place', async () => {
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
    // Changed and changed back.
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
        `What changed since Revision 1 Revision 1 was issued ${day}. Changes since then are marked with a bar in the margin.`,
        'For the painter, and the tiler.',
        'Project Maple Street Address: 1 Oak, Burlington, VT 05401, was 418 Maple Street, Burlington, VT 05401',
        'Hall PT-1 Dry Sage HV-6102 Sheen: Satin, was Eggshell 3',
        'Hall PT-2 Gesso HV-1002 moved here from Kitchen 3',
        'Room Scullery renamed, was Kitchen 3',
        'Scullery PL-1 Castellan Arc 40 Notes: Left of the sink, was N/A 3',
        'Scullery PL-4 Bridge 7120-SB added 3',
        'Scullery PL-2 Marlow M-1 removed 3',
      ].join(' '),
    )
    // Two in the hall, four in the scullery.
    expect(second.bars.slice(2)).toEqual([6, 0])
    expect(second.lines[2]).toContain('Removed since Revision 1')
    // The book keeps its changes, although the previous revision was removed.
    for (const { lines } of [first, second]) expect(lines[2]?.join(' ')).toContain('PL-3 Unmoved U-1')
  })

  test('lists many changes on separate pages, and says if there are none', async () => {
    const { owner, hall, newItem, issue } = await start()
    await newItem('paint', hall, SAGE)
    await issue()
    const none = await bookOf(owner, await issue())
    expect(none.lines[1]?.join(' ')).toContain('Nothing has changed since then.')
    expect(new Set(none.bars.slice(2))).toEqual(new Set([0]))

    for (let at = 0; at < 40; at++) await newItem('faucet', hall, { field1: 'Castellan', field2: `Arc ${at}` })
    const long = `To: ${'everybody who works here, '.repeat(30)}.`
    const many = await bookOf(owner, await issue(long))
    expect(many.outline).toEqual(['Contents', 'What changed since Revision 2', 'Hall', 'By Category'])
    const list = many.lines.slice(2, 5).flat()
    expect(list.join(' ')).toContain('To: everybody who works here, everybody')
    expect(list.filter((line) => line === 'added')).toHaveLength(40)
    expect(many.bars.reduce((sum, count) => sum + count, 0)).toBe(40)
  })

  test('keeps the mark of a product that changes in all rooms, and lists equal changes of equal rooms once', async () => {
    const { owner, projectID, newItem, issue } = await start()
    const taps: number[] = []
    for (const room of [101, 102, 103])
      taps.push(
        await newItem('faucet', await owner.newRoom(projectID, `Bath ${room}`), { field1: 'Arc', field3: 'Nickel' }),
      )
    await issue()
    for (const itemID of taps) await owner.must(updateItem, { body: { itemID, inputs: { field3: 'Brass' } } })
    const book = await bookOf(owner, await issue())
    expect(changesIn(book.lines[1] ?? [], 'Spec Book')).toMatch(
      /in the margin\. Baths 101–103, typical PL-1 Arc Finish: Brass, was Nickel 3$/,
    )
    expect(book.bars.slice(2)).toEqual([1])
  })

  test('omits changes of hidden values, and lists a change of price', async () => {
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
    expect(book.lines[1]?.join(' ')).toContain('Nothing has changed since then.')
    for (const text of ['$185', '$240', 'Two coats']) expect(book.lines.flat().join(' ')).not.toContain(text)
    await owner.must(updateItem, { body: { itemID, inputs: { field5: '$250' } } })
    await issue([])
    const [last] = await issued()
    expect((await bookOf(owner, last as Revision)).lines[1]?.join(' ')).toContain('Cost: $250, was $240')
  })

  test('lists the changes since the latest one, and is refused if that has changed', async () => {
    const { owner, editor, projectID, issue, issued, services } = await start()
    await issue()
    const second = await issue()
    await owner.must(removeRevision, { query: { revisionID: second.revisionID } })
    const papers = services.papers
    // No book is made for a revision that would be refused.
    services.papers = { ...papers, make: () => Promise.reject(new Error('It makes a book.')) }
    const refused = async (after: number | null) => {
      const { status, problem } = await editor.call(issueRevision, { body: { projectID, after } })
      return [status, problem.code]
    }
    expect(await refused(2)).toEqual([409, 'revision_issued'])
    expect(await refused(null)).toEqual([409, 'revision_issued'])
    services.papers = papers
    // The revision to compare with was removed while the book was made.
    const made = { projectID, number: 3, since: 2, after: undefined, note: '', picture: '' }
    const person = services.db.selectFrom('users').where('username', '=', 'owner').select('id')
    const { id: userID } = await person.executeTakeFirstOrThrow()
    const actor = mintActor({
      userID,
      username: 'owner',
      roles: [],
      sessionID: 0,
      mustChangePassword: false,
      mustSetUpSecondFactor: false,
    })
    const add = addRevision(services.db, services.clock, actor, made, async () => '')
    await expect(add).rejects.toMatchObject({ code: 'revision_issued' })

    await editor.must(issueRevision, { body: { projectID, after: 1 } })
    const [third] = await issued()
    const book = await bookOf(owner, third as Revision)
    expect(third?.number).toBe(3)
    expect(book.lines.flat().join(' ')).toContain('What changed since Revision 1 Revision 1 was issued')
    expect(await services.db.selectFrom('uploads').select('id').execute()).toHaveLength(2)
  })

  test('keeps the marks of earlier revisions, which are not reused after they were removed', async () => {
    const { app, owner, projectID, kitchen, newItem, issue, services } = await start()
    const marlow = await newItem('faucet', kitchen, { field1: 'Marlow' })
    await newItem('faucet', kitchen, { field1: 'Bridge' })
    await issue()
    const { id, picture } = await services.db.selectFrom('revisions').selectAll().executeTakeFirstOrThrow()
    const { rooms, items } = await unpacked(picture)
    // As stored by an older version, which counted differently and kept only items.
    const marks = ['PL-2', 'PL-1']
    const older = await packed({ rooms, items: items.map((item, at) => ({ ...item, mark: marks[at] ?? '' })) })
    await services.db.updateTable('revisions').set({ picture: older }).where('id', '=', id).execute()
    await owner.must(deleteItem, { query: { itemID: marlow } })
    const castellan = await newItem('faucet', kitchen, { field1: 'Castellan' })
    const second = await issue()
    expect(changesIn((await bookOf(owner, second)).lines[1] ?? [], 'Spec Book')).toMatch(
      /in the margin\. Kitchen PL-3 Castellan added \d Kitchen PL-2 Marlow removed \d$/,
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

  test('takes the same number of statements for any number of items', async () => {
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
})
