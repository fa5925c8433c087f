import { describe, expect, test } from 'vitest'
import { changeSubcategory } from '../../../src/shared/items/change-subcategory.api.ts'
import { copyItem, copyProject } from '../../../src/shared/items/bulk/copies.api.ts'
import { getHistory } from '../../../src/shared/history/history.api.ts'
import { deleteItem, getItem } from '../../../src/shared/items/items.api.ts'
import {
  changeLinkedCopies,
  leaveLinkedCopies,
  listLinkedCopies,
} from '../../../src/shared/items/bulk/linked-copies.api.ts'
import { undo } from '../../../src/shared/history/undo.api.ts'
import { addMember } from '../../support/members.ts'
import { subcategoryIDs, type Client } from '../../support/test-app.ts'
import { startWithCopies, save, othersOf, ids } from './copy-family.ts'

describe('the other copies of a changed item', () => {
  test('are its copies that have the old value, with their rooms and values', async () => {
    const { robin, projectID, first, copies, roomIDs } = await startWithCopies()
    await save(robin, first, { field3: 'Brass' })
    expect(await othersOf(robin, first)).toEqual({
      eventID: expect.any(Number) as number,
      changed: [{ text: 'field3', label: 'Finish', was: 'Chrome', is: 'Brass' }],
      others: copies.map((itemID, at) => ({
        ...{ itemID, title: 'Castellan', roomID: roomIDs[at], roomName: `Bar ${at + 1}` },
        ...{ projectID, projectName: 'Maple Street', values: ['Chrome'] },
      })),
      leftOut: [],
      more: 0,
      asks: true,
    })
  })

  test('are listed with dates marked as dates', async () => {
    const { robin, first, copies } = await startWithCopies(1)
    await save(robin, first, { field6: '2031-04-03' })
    const { changed, others } = await othersOf(robin, first)
    expect(changed).toEqual([{ text: 'field6', label: 'Warranty Expires', kind: 'end', was: '', is: '2031-04-03' }])
    expect(ids(others)).toEqual(copies)
  })

  test('include the original and copies of copies', async () => {
    const { robin, kitchen, first, copies } = await startWithCopies()
    const [second = 0, third = 0, fourth = 0] = copies
    const { itemIDs } = await robin.must(copyItem, { body: { itemID: third, roomIDs: [kitchen] } })
    await save(robin, second, { field3: 'Brass' })
    expect(ids((await othersOf(robin, second)).others).sort()).toEqual([first, third, fourth, ...itemIDs].sort())
    await robin.must(deleteItem, { query: { itemID: first } })
    expect(ids((await othersOf(robin, second)).others).sort()).toEqual([third, fourth, ...itemIDs].sort())
  })

  test('exclude copies changed by hand, with the value they have', async () => {
    const { robin, first, copies } = await startWithCopies()
    const [second = 0, third = 0, fourth = 0] = copies
    await save(robin, third, { field3: 'Matte Black' })
    await save(robin, fourth, { field3: 'Brass' })
    await save(robin, first, { field3: 'Brass' })
    const { others, leftOut } = await othersOf(robin, first)
    expect([ids(others), ids(leftOut)]).toEqual([[second], [third]])
    expect(leftOut).toMatchObject([{ roomName: 'Bar 2', values: ['Matte Black'] }])
  })

  test('are compared by label, so that one of two changed values may match', async () => {
    const { robin, first, copies } = await startWithCopies(2)
    const [second = 0, third = 0] = copies
    await save(robin, second, { field3: 'Matte Black' })
    await save(robin, first, { field3: 'Brass', notes: 'To the left' })
    const { changed, others } = await othersOf(robin, first)
    expect(changed).toEqual([
      { text: 'field3', label: 'Finish', was: 'Chrome', is: 'Brass' },
      { text: 'notes', label: 'Notes', was: '', is: 'To the left' },
    ])
    expect(others).toMatchObject([
      { itemID: second, values: ['Matte Black', ''] },
      { itemID: third, values: ['Chrome', ''] },
    ])
  })

  test('are matched by label if their subcategory has changed, and excluded if that has no such label', async () => {
    const { robin, projectID, first, copies } = await startWithCopies(2)
    const [second = 0] = copies
    const paint = await subcategoryIDs(robin, 'Bar', 'Paint', 'Wall Paint').catch(() => undefined)
    const kind = paint ?? (await subcategoryIDs(robin, 'Kitchen', 'Paint', 'Wall Paint'))
    const { version } = await robin.must(getItem, { query: { itemID: second } })
    await robin.must(changeSubcategory, { body: { itemID: second, ...kind, version } })
    await save(robin, first, { field4: 'Lever' })
    const { changed, others, leftOut } = await othersOf(robin, first)
    expect(changed).toHaveLength(1)
    expect([...others, ...leftOut].find(({ itemID }) => itemID === second)).toMatchObject({ projectID, values: [null] })
    expect(ids(leftOut)).toEqual([second])
  })

  test('are none without copies, before a change, and after another user has changed the item again', async () => {
    const { robin, newUser, services, projectID, kitchen, first } = await startWithCopies()
    const noOthers = { eventID: null, changed: [], others: [], leftOut: [], more: 0, asks: false }
    expect(await othersOf(robin, first)).toEqual(noOthers)
    const alone = await robin.newItem(projectID, kitchen, { field3: 'Chrome' })
    await save(robin, alone, { field3: 'Brass' })
    expect(await othersOf(robin, alone)).toEqual(noOthers)
    const casey = await newUser('casey')
    await addMember(services.db, projectID, 'casey', 'editor')
    await save(robin, first, { field3: 'Brass' })
    // The change of that user.
    expect(await othersOf(casey, first)).toEqual(noOthers)
    await save(casey, first, { field3: 'Nickel' })
    expect(await othersOf(robin, first)).toEqual(noOthers)
  })

  test('are only in projects that the caller may write', async () => {
    const { robin, newUser, services, projectID, first } = await startWithCopies(1)
    const casey = await newUser('casey')
    await addMember(services.db, projectID, 'casey', 'editor')
    const own = await robin.must(copyProject, { body: { projectID, name: 'Maple Street 6' } })
    await casey.must(copyProject, { body: { projectID, name: 'Unseen' } })
    const read = await casey.must(copyProject, { body: { projectID, name: 'Read' } })
    await addMember(services.db, read.projectID, 'robin', 'viewer')
    await save(robin, first, { field3: 'Brass' })
    const seen = await othersOf(robin, first)
    expect(new Set([...seen.others, ...seen.leftOut].map((other) => other.projectID))).toEqual(
      new Set([projectID, own.projectID]),
    )
    expect(seen.others).toHaveLength(3)
    const { others } = await (async () => {
      await save(casey, first, { field3: 'Nickel' })
      return othersOf(casey, first)
    })()
    expect(new Set(others.map((other) => other.projectName))).toEqual(new Set())
  })

  test('are listed 500 at a time, those with an old value first, in a family of any size', async () => {
    const { robin, first, copies, roomIDs } = await startWithCopies(25)
    const more = await robin.must(copyItem, { body: { itemIDs: copies.slice(0, 20), roomIDs } })
    const some = await robin.must(copyItem, { body: { itemIDs: more.itemIDs, roomIDs: roomIDs.slice(0, 3) } })
    const family = [...copies, ...more.itemIDs, ...some.itemIDs]
    expect(family).toHaveLength(2025)
    // The first 600 have the new value, two have another one.
    const [one = 0, another = 0] = family.slice(600)
    await save(robin, first, { field3: 'Brass' })
    const { eventID } = await othersOf(robin, first)
    for (const from of [0, 300])
      await robin.must(changeLinkedCopies, { body: { eventID: eventID ?? 0, itemIDs: family.slice(from, from + 300) } })
    for (const itemID of [one, another]) await save(robin, itemID, { field3: 'Matte Black' })

    const left = family.slice(602)
    const found = await othersOf(robin, first)
    expect(found).toMatchObject({ eventID, more: left.length - 500 })
    expect(ids(found.leftOut)).toEqual([one, another])
    const seen = ids(found.others)
    for (let { more: further } = found; further > 0;) {
      const next = await robin.must(listLinkedCopies, { query: { itemID: first, after: seen.at(-1) ?? 0 } })
      expect(next).toMatchObject({ eventID, leftOut: [] })
      seen.push(...ids(next.others))
      expect(next.more).toBe(left.length - seen.length)
      further = next.more
    }
    expect(seen).toEqual(left)
    expect(await robin.must(listLinkedCopies, { query: { itemID: first, after: seen.at(-1) ?? 0 } })).toMatchObject({
      ...{ eventID: null, others: [], more: 0 },
    })
  })
})

describe('the question whether to change the other copies', () => {
  const asks = async (user: Client, itemID: number) => (await othersOf(user, itemID)).asks

  test('stays until dismissed, which is one event, and comes back with the next change', async () => {
    const { robin, first } = await startWithCopies()
    await save(robin, first, { field1: 'Harbor', field3: 'Brass' })
    const { eventID, others } = await othersOf(robin, first)
    for (let times = 0; times < 2; times++) await robin.must(leaveLinkedCopies, { body: { eventID: eventID ?? 0 } })
    expect(await othersOf(robin, first)).toMatchObject({ eventID, others, asks: false })
    const { events } = await robin.must(getHistory, { query: { itemID: first } })
    expect(events.slice(0, 2)).toMatchObject([
      { kind: 'item others left', is: 'Brand, Finish' },
      { kind: 'item changed' },
    ])
    await save(robin, first, { field4: 'Lever' })
    expect(await othersOf(robin, first)).toMatchObject({ changed: [{ text: 'field4' }], asks: true })
  })

  test('covers all saves since the last answer, with the last value of each text', async () => {
    const { robin, first, copies } = await startWithCopies()
    await save(robin, first, { field1: 'Harbor', field3: 'Brass' })
    await save(robin, first, { notes: 'To the left' })
    await save(robin, first, { field1: 'Harbor Line' })
    const { eventID, changed } = await othersOf(robin, first)
    expect(changed).toMatchObject([
      { text: 'field1', was: 'Harbor', is: 'Harbor Line' },
      { text: 'notes', was: '', is: 'To the left' },
      { text: 'field3', was: 'Chrome', is: 'Brass' },
    ])
    const { message } = await robin.must(changeLinkedCopies, { body: { eventID: eventID ?? 0, itemIDs: copies } })
    expect(message).toBe('Changed Brand, Notes and Finish on 3 other copies')
    expect(await robin.must(getItem, { query: { itemID: copies[0] ?? 0 } })).toMatchObject({
      ...{ field1: 'Castellan', field3: 'Brass', note: 'To the left' },
    })
  })

  test('is asked only of the user who changed the item', async () => {
    const { robin, newUser, services, projectID, first } = await startWithCopies(1)
    const casey = await newUser('casey')
    await addMember(services.db, projectID, 'casey', 'editor')
    await save(robin, first, { field3: 'Brass' })
    const { eventID } = await othersOf(robin, first)
    await casey.must(leaveLinkedCopies, { body: { eventID: eventID ?? 0 } })
    expect([await asks(robin, first), await asks(casey, first)]).toEqual([true, false])
  })

  test('is not asked on copies that were changed with it, nor after an Undo', async () => {
    const { robin, first, copies } = await startWithCopies()
    const [second = 0, third = 0, fourth = 0] = copies
    await save(robin, first, { field3: 'Brass' })
    const { eventID } = await othersOf(robin, first)
    const one = { body: { eventID: eventID ?? 0, itemIDs: [second] } }
    await robin.must(changeLinkedCopies, one)
    expect([await asks(robin, first), await asks(robin, second)]).toEqual([true, false])
    const { eventIDs } = await robin.must(changeLinkedCopies, {
      body: { eventID: eventID ?? 0, itemIDs: [third, fourth] },
    })
    expect([await asks(robin, first), await asks(robin, third)]).toEqual([false, false])
    await robin.must(undo, { body: { eventIDs } })
    expect([await asks(robin, first), await asks(robin, second), await asks(robin, third)]).toEqual([
      true,
      false,
      false,
    ])
  })
})
