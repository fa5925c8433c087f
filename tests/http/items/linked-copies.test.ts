import { describe, expect, test } from 'vitest'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { changeSubcategory } from '../../../src/shared/items/change-subcategory.api.ts'
import { copyItem, copyProject } from '../../../src/shared/items/bulk/copies.api.ts'
import { getHistory } from '../../../src/shared/history/history.api.ts'
import { deleteItem, getItem, updateItem } from '../../../src/shared/items/items.api.ts'
import { changeOthers, leaveOthers, listOthers } from '../../../src/shared/items/bulk/linked-copies.api.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import { undo } from '../../../src/shared/items/bulk/undo.api.ts'
import { addMember } from '../../support/members.ts'
import { startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

/** A faucet in a kitchen, with copies in as many bars of the same project. */
const startWithCopies = async (copies = 3) => {
  const started = await startTestApp()
  const robin = await started.newUser('robin')
  const projectID = await robin.newProject()
  const kitchen = await robin.newRoom(projectID)
  const first = await robin.newItem(projectID, kitchen, { field1: 'Castellan', field3: 'Chrome' })
  const roomIDs = []
  for (let n = 1; n <= copies; n++) roomIDs.push(await robin.newRoom(projectID, `Bar ${n}`))
  const { itemIDs } = await robin.must(copyItem, { body: { itemID: first, roomIDs } })
  return { ...started, robin, projectID, kitchen, first, copies: itemIDs, roomIDs }
}

type Inputs = Parameters<Client['must']>[1]
const save = (user: Client, itemID: number, inputs: Record<string, string>) =>
  user.must(updateItem, { body: { itemID, inputs } } as Inputs as { body: { itemID: number; inputs: object } })
const othersOf = (user: Client, itemID: number) => user.must(listOthers, { query: { itemID } })
const ids = (others: readonly { itemID: number }[]) => others.map(({ itemID }) => itemID)
const valueOf = async (user: Client, itemID: number) => (await user.must(getItem, { query: { itemID } })).field3
const valuesOf = async (user: Client, itemIDs: readonly number[]) => {
  const values = []
  for (const itemID of itemIDs) values.push(await valueOf(user, itemID))
  return values
}
const newest = async (user: Client, projectID: number) =>
  (await user.must(getActivity, { query: { projectID } })).events[0]

describe('the others of an item that was changed', () => {
  test('are its copies that still hold the old value, with their rooms and what they hold', async () => {
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

  test('are told of a date that it is one', async () => {
    const { robin, first, copies } = await startWithCopies(1)
    await save(robin, first, { field6: '2031-04-03' })
    const { changed, others } = await othersOf(robin, first)
    expect(changed).toEqual([{ text: 'field6', label: 'Warranty Expires', kind: 'end', was: '', is: '2031-04-03' }])
    expect(ids(others)).toEqual(copies)
  })

  test('are of a copy the first one and the other copies, wherever one was copied of another', async () => {
    const { robin, kitchen, first, copies } = await startWithCopies()
    const [second = 0, third = 0, fourth = 0] = copies
    const { itemIDs } = await robin.must(copyItem, { body: { itemID: third, roomIDs: [kitchen] } })
    await save(robin, second, { field3: 'Brass' })
    expect(ids((await othersOf(robin, second)).others).sort()).toEqual([first, third, fourth, ...itemIDs].sort())
    await robin.must(deleteItem, { query: { itemID: first } })
    expect(ids((await othersOf(robin, second)).others).sort()).toEqual([third, fourth, ...itemIDs].sort())
  })

  test('leave out what was changed by hand, and say what it holds', async () => {
    const { robin, first, copies } = await startWithCopies()
    const [second = 0, third = 0, fourth = 0] = copies
    await save(robin, third, { field3: 'Matte Black' })
    await save(robin, fourth, { field3: 'Brass' })
    await save(robin, first, { field3: 'Brass' })
    const { others, leftOut } = await othersOf(robin, first)
    expect([ids(others), ids(leftOut)]).toEqual([[second], [third]])
    expect(leftOut).toMatchObject([{ roomName: 'Bar 2', values: ['Matte Black'] }])
  })

  test('are compared label by label: of two changed values one may be as before', async () => {
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

  test('of another sub category by now are told by the label, and left out where that has none', async () => {
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

  test('are none of an item without copies, before a change, and after somebody else has changed it again', async () => {
    const { robin, newUser, services, projectID, kitchen, first } = await startWithCopies()
    const noOthers = { eventID: null, changed: [], others: [], leftOut: [], more: 0, asks: false }
    expect(await othersOf(robin, first)).toEqual(noOthers)
    const alone = await robin.newItem(projectID, kitchen, { field3: 'Chrome' })
    await save(robin, alone, { field3: 'Brass' })
    expect(await othersOf(robin, alone)).toEqual(noOthers)
    const casey = await newUser('casey')
    await addMember(services.db, projectID, 'casey', 'editor')
    await save(robin, first, { field3: 'Brass' })
    // What they have changed themselves.
    expect(await othersOf(casey, first)).toEqual(noOthers)
    await save(casey, first, { field3: 'Nickel' })
    expect(await othersOf(robin, first)).toEqual(noOthers)
  })

  test('are in all projects that one may write, and in none that one may only read or not see', async () => {
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

  test('are told 500 at a time, those first that hold an old value, in a family of any size', async () => {
    const { robin, first, copies, roomIDs } = await startWithCopies(25)
    const more = await robin.must(copyItem, { body: { itemIDs: copies.slice(0, 20), roomIDs } })
    const some = await robin.must(copyItem, { body: { itemIDs: more.itemIDs, roomIDs: roomIDs.slice(0, 3) } })
    const family = [...copies, ...more.itemIDs, ...some.itemIDs]
    expect(family).toHaveLength(2025)
    // Changed one after the other: the first 600 have the new value, two something else.
    const [one = 0, another = 0] = family.slice(600)
    await save(robin, first, { field3: 'Brass' })
    const { eventID } = await othersOf(robin, first)
    for (const from of [0, 300])
      await robin.must(changeOthers, { body: { eventID: eventID ?? 0, itemIDs: family.slice(from, from + 300) } })
    for (const itemID of [one, another]) await save(robin, itemID, { field3: 'Matte Black' })

    const left = family.slice(602)
    const found = await othersOf(robin, first)
    expect(found).toMatchObject({ eventID, more: left.length - 500 })
    expect(ids(found.leftOut)).toEqual([one, another])
    const seen = ids(found.others)
    for (let { more: further } = found; further > 0;) {
      const next = await robin.must(listOthers, { query: { itemID: first, after: seen.at(-1) ?? 0 } })
      expect(next).toMatchObject({ eventID, leftOut: [] })
      seen.push(...ids(next.others))
      expect(next.more).toBe(left.length - seen.length)
      further = next.more
    }
    expect(seen).toEqual(left)
    expect(await robin.must(listOthers, { query: { itemID: first, after: seen.at(-1) ?? 0 } })).toMatchObject({
      ...{ eventID: null, others: [], more: 0 },
    })
  })
})

describe('the question what becomes of the others', () => {
  const asks = async (user: Client, itemID: number) => (await othersOf(user, itemID)).asks

  test('stays until they are left as they are, which the history tells once, and comes again with the next change', async () => {
    const { robin, first } = await startWithCopies()
    await save(robin, first, { field1: 'Harbor', field3: 'Brass' })
    const { eventID, others } = await othersOf(robin, first)
    for (let times = 0; times < 2; times++) await robin.must(leaveOthers, { body: { eventID: eventID ?? 0 } })
    expect(await othersOf(robin, first)).toMatchObject({ eventID, others, asks: false })
    const { events } = await robin.must(getHistory, { query: { itemID: first } })
    expect(events.slice(0, 2)).toMatchObject([
      { kind: 'item others left', is: 'Brand, Finish' },
      { kind: 'item changed' },
    ])
    await save(robin, first, { field4: 'Lever' })
    expect(await othersOf(robin, first)).toMatchObject({ changed: [{ text: 'field4' }], asks: true })
  })

  test('is about all saves since it was answered last, of each text about the last', async () => {
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
    const { message } = await robin.must(changeOthers, { body: { eventID: eventID ?? 0, itemIDs: copies } })
    expect(message).toBe('Changed Brand, Notes and Finish of 3 others')
    expect(await robin.must(getItem, { query: { itemID: copies[0] ?? 0 } })).toMatchObject({
      ...{ field1: 'Castellan', field3: 'Brass', note: 'To the left' },
    })
  })

  test('is of who changed the item alone', async () => {
    const { robin, newUser, services, projectID, first } = await startWithCopies(1)
    const casey = await newUser('casey')
    await addMember(services.db, projectID, 'casey', 'editor')
    await save(robin, first, { field3: 'Brass' })
    const { eventID } = await othersOf(robin, first)
    await casey.must(leaveOthers, { body: { eventID: eventID ?? 0 } })
    expect([await asks(robin, first), await asks(casey, first)]).toEqual([true, false])
  })

  test('is not asked on copies that were changed too, of one or of several, nor after an Undo', async () => {
    const { robin, first, copies } = await startWithCopies()
    const [second = 0, third = 0, fourth = 0] = copies
    await save(robin, first, { field3: 'Brass' })
    const { eventID } = await othersOf(robin, first)
    const one = { body: { eventID: eventID ?? 0, itemIDs: [second] } }
    await robin.must(changeOthers, one)
    expect([await asks(robin, first), await asks(robin, second)]).toEqual([true, false])
    const { eventIDs } = await robin.must(changeOthers, { body: { eventID: eventID ?? 0, itemIDs: [third, fourth] } })
    expect([await asks(robin, first), await asks(robin, third)]).toEqual([false, false])
    await robin.must(undo, { body: { eventIDs } })
    expect([await asks(robin, first), await asks(robin, second), await asks(robin, third)]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('changing the others too', () => {
  test('gives each the new value as a save does, as one entry of the activity with its parts', async () => {
    const { robin, projectID, first, copies } = await startWithCopies()
    await save(robin, first, { field1: 'Harbor', field3: 'Brass' })
    const { eventID } = await othersOf(robin, first)
    const answer = await robin.must(changeOthers, { body: { eventID: eventID ?? 0, itemIDs: copies } })
    expect(answer).toMatchObject({ itemIDs: copies, kept: [], message: 'Changed Brand and Finish of 3 others' })
    for (const itemID of copies)
      expect(await robin.must(getItem, { query: { itemID } })).toMatchObject({
        ...{ field1: 'Harbor', field3: 'Brass', title: 'Harbor', version: 2 },
      })
    const { groups } = await robin.must(search, { query: { q: 'harbor' } })
    expect(groups.flatMap(({ rooms }) => rooms)).toHaveLength(4)
    expect(await newest(robin, projectID)).toMatchObject({
      ...{ kind: 'items changed too', item: null, is: 'Brand, Finish of 3 items' },
    })
    const { events } = await robin.must(getHistory, { query: { itemID: copies[0] ?? 0 } })
    expect(events.map(({ kind }) => kind)).toEqual(['item changed', 'item copied'])
    expect((await othersOf(robin, first)).others).toEqual([])
  })

  test('keeps four equal houses in step with one exception, and one Undo takes all back', async () => {
    const { robin, projectID, first, copies } = await startWithCopies(2)
    const houses = [projectID]
    for (const name of ['Maple Street 6', 'Maple Street 8', 'Maple Street 10'])
      houses.push((await robin.must(copyProject, { body: { projectID, name } })).projectID)
    await save(robin, first, { field3: 'Brass' })
    const { eventID, others } = await othersOf(robin, first)
    expect(others).toHaveLength(11)
    const exception = others.findLast((other) => other.projectID === houses[2])?.itemID ?? 0
    const itemIDs = ids(others).filter((itemID) => itemID !== exception)
    const changed = await robin.must(changeOthers, { body: { eventID: eventID ?? 0, itemIDs } })
    expect(changed.message).toBe('Changed Finish of 10 others')
    expect(changed.eventIDs).toHaveLength(4)
    expect(new Set(await valuesOf(robin, itemIDs))).toEqual(new Set(['Brass']))
    expect(await valueOf(robin, exception)).toBe('Chrome')
    for (const [at, house] of houses.entries())
      expect(await newest(robin, house)).toMatchObject({
        ...{ kind: 'items changed too', is: `Finish of ${at === 0 || at === 2 ? 2 : 3} items` },
      })
    const back = await robin.must(undo, { body: { eventIDs: changed.eventIDs } })
    expect(back).toMatchObject({ kept: [], message: 'Put back the former values of 10 items.' })
    expect(back.eventIDs).toHaveLength(4)
    expect(new Set(await valuesOf(robin, [...copies, ...itemIDs]))).toEqual(new Set(['Chrome']))
    expect(await valueOf(robin, first)).toBe('Brass')
  })

  test('leaves out and names what somebody has changed in between, label by label', async () => {
    const { robin, newUser, services, projectID, first, copies } = await startWithCopies()
    const [second = 0, third = 0, fourth = 0] = copies
    const casey = await newUser('casey')
    await addMember(services.db, projectID, 'casey', 'editor')
    await save(robin, first, { field3: 'Brass', field4: 'Lever' })
    const { eventID, others } = await othersOf(robin, first)
    await save(casey, second, { field3: 'Matte Black', field4: 'Knob' })
    await save(casey, third, { field3: 'Matte Black' })
    const answer = await robin.must(changeOthers, { body: { eventID: eventID ?? 0, itemIDs: ids(others) } })
    expect(answer).toMatchObject({
      itemIDs: [third, fourth],
      kept: [{ itemID: second, roomName: 'Bar 1', values: ['Matte Black', 'Knob'] }],
    })
    expect(answer.message).toMatch(/of 2 others\. Changed since, and left as they are: Bar 1$/)
    expect(await robin.must(getItem, { query: { itemID: third } })).toMatchObject({
      ...{ field3: 'Matte Black', field4: 'Lever' },
    })
    const again = await robin.call(changeOthers, { body: { eventID: eventID ?? 0, itemIDs: ids(others) } })
    expect(again.problem).toMatchObject({
      statusCode: 409,
      code: 'changed_since',
      items: others.map(({ itemID, title }) => ({ itemID, title })),
    })
  })

  test('changes nothing where the item itself holds the new value no longer', async () => {
    const { robin, first, copies } = await startWithCopies()
    await save(robin, first, { field3: 'Brass' })
    const { eventID } = await othersOf(robin, first)
    await save(robin, first, { field3: 'Nickel' })
    const { problem } = await robin.call(changeOthers, { body: { eventID: eventID ?? 0, itemIDs: copies } })
    expect(problem).toMatchObject({ code: 'changed_since' })
    expect(new Set(await valuesOf(robin, copies))).toEqual(new Set(['Chrome']))
  })

  test('takes some of the changed texts alone', async () => {
    const { robin, first, copies } = await startWithCopies()
    await save(robin, first, { field3: 'Brass', notes: 'To the left' })
    const { eventID } = await othersOf(robin, first)
    const body = { eventID: eventID ?? 0, itemIDs: copies, texts: ['field3' as const] }
    expect((await robin.must(changeOthers, { body })).message).toBe('Changed Finish of 3 others')
    expect(await robin.must(getItem, { query: { itemID: copies[0] ?? 0 } })).toMatchObject({
      ...{ field3: 'Brass', note: '' },
    })
  })

  test('takes copies of that item alone, and an event that changed one', async () => {
    const { robin, projectID, kitchen, first, copies } = await startWithCopies()
    const alone = await robin.newItem(projectID, kitchen, { field3: 'Chrome' })
    await save(robin, first, { field3: 'Brass' })
    const { eventID } = await othersOf(robin, first)
    for (const wrong of [alone, first]) {
      const body = { eventID: eventID ?? 0, itemIDs: [...copies, wrong] }
      const { problem } = await robin.call(changeOthers, { body })
      expect(problem).toMatchObject({ statusCode: 400, fields: { itemIDs: 'Choose copies of this item.' } })
    }
    const { events } = await robin.must(getHistory, { query: { itemID: alone } })
    const { problem } = await robin.call(changeOthers, {
      body: { eventID: events[0]?.eventID ?? 0, itemIDs: copies },
    })
    expect(problem).toMatchObject({ statusCode: 404 })
    expect(new Set(await valuesOf(robin, copies))).toEqual(new Set(['Chrome']))
  })

  test('is undone for all projects or for none, and what was changed since stays', async () => {
    const { robin, newUser, services, projectID, first } = await startWithCopies(1)
    const house = await robin.must(copyProject, { body: { projectID, name: 'Maple Street 6' } })
    const casey = await newUser('casey')
    await addMember(services.db, projectID, 'casey', 'editor')
    await save(robin, first, { field3: 'Brass' })
    const { eventID, others } = await othersOf(robin, first)
    const { eventIDs } = await robin.must(changeOthers, { body: { eventID: eventID ?? 0, itemIDs: ids(others) } })
    // Casey may write one of the two projects.
    expect((await casey.call(undo, { body: { eventIDs } })).status).toBe(404)
    expect(new Set(await valuesOf(robin, ids(others)))).toEqual(new Set(['Brass']))

    const copy = others.find((other) => other.projectID === projectID)?.itemID ?? 0
    await save(casey, copy, { field3: 'Matte Black' })
    const back = await robin.must(undo, { body: { eventIDs } })
    expect(back).toMatchObject({ kept: [{ itemID: copy }], eventIDs: [expect.any(Number)] })
    expect(back.message).toMatch(/^Put back the former values of 2 items\. Changed since/)
    const inHouse = ids(others.filter((other) => other.projectID === house.projectID))
    expect(new Set(await valuesOf(robin, inHouse))).toEqual(new Set(['Chrome']))
  })

  test('in rounds is taken back by one Undo over the events of all of them', async () => {
    const { robin, first, copies, roomIDs } = await startWithCopies(25)
    const { itemIDs } = await robin.must(copyItem, { body: { itemIDs: copies, roomIDs } })
    const family = [...copies, ...itemIDs]
    await save(robin, first, { field3: 'Brass' })
    const { eventID } = await othersOf(robin, first)
    const eventIDs = []
    for (let at = 0; at < family.length; at += 500) {
      const body = { eventID: eventID ?? 0, itemIDs: family.slice(at, at + 500) }
      eventIDs.push(...(await robin.must(changeOthers, { body })).eventIDs)
    }
    expect(eventIDs).toHaveLength(2)
    expect(await robin.must(undo, { body: { eventIDs } })).toMatchObject({
      ...{ kept: [], message: 'Put back the former values of 650 items.' },
    })
    expect((await othersOf(robin, first)).more).toBe(150)
  })

  test('takes the same number of statements however many they are, and the look for them one where there are none', async () => {
    const { robin, statements, projectID, kitchen, first, roomIDs, copies } = await startWithCopies(2)
    const counted = async (work: () => Promise<unknown>) => {
      const before = statements()
      await work()
      return statements() - before
    }
    const change = async (value: string) => {
      await save(robin, first, { field3: value })
      const { eventID, others } = await othersOf(robin, first)
      const look = await counted(() => othersOf(robin, first))
      const body = { eventID: eventID ?? 0, itemIDs: ids(others) }
      return [look, await counted(() => robin.must(changeOthers, { body }))]
    }
    const few = await change('Brass')
    for (let n = 0; n < 10; n++) await robin.must(copyItem, { body: { itemID: first, roomIDs } })
    expect((await othersOf(robin, first)).others).toEqual([])
    expect(await change('Nickel')).toEqual(few)
    expect(await valueOf(robin, copies[0] ?? 0)).toBe('Nickel')
    await robin.must(copyProject, { body: { projectID, name: 'Maple Street 6' } })
    const [look, both = 0] = await change('Bronze')
    expect(look).toBe(few[0])
    expect(both).toBeLessThanOrEqual((few[1] ?? 0) + 4)
    const alone = await robin.newItem(projectID, kitchen, { field3: 'Chrome' })
    await save(robin, alone, { field3: 'Brass' })
    // The look-up of the session and the one of the call.
    expect(await counted(() => othersOf(robin, alone))).toBe(2)
  })
})
