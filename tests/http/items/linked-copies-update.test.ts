import { describe, expect, test } from 'vitest'
import { copyItem, copyProject } from '../../../src/shared/items/bulk/copies.api.ts'
import { getHistory } from '../../../src/shared/history/history.api.ts'
import { getItem } from '../../../src/shared/items/items.api.ts'
import { changeLinkedCopies } from '../../../src/shared/items/bulk/linked-copies.api.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import { undo } from '../../../src/shared/history/undo.api.ts'
import { addMember } from '../../support/members.ts'
import { startWithCopies, save, othersOf, ids, valueOf, valuesOf, newest } from './copy-family.ts'

describe('changing the other copies', () => {
  test('saves the new value on each, as one event with parts', async () => {
    const { robin, projectID, first, copies } = await startWithCopies()
    await save(robin, first, { field1: 'Harbor', field3: 'Brass' })
    const { eventID } = await othersOf(robin, first)
    const answer = await robin.must(changeLinkedCopies, { body: { eventID: eventID ?? 0, itemIDs: copies } })
    expect(answer).toMatchObject({ itemIDs: copies, kept: [], message: 'Changed Brand and Finish on 3 other copies' })
    for (const itemID of copies)
      expect(await robin.must(getItem, { query: { itemID } })).toMatchObject({
        ...{ field1: 'Harbor', field3: 'Brass', title: 'Harbor', version: 2 },
      })
    const { groups } = await robin.must(search, { query: { q: 'harbor' } })
    expect(groups.flatMap(({ rooms }) => rooms)).toHaveLength(4)
    expect(await newest(robin, projectID)).toMatchObject({
      ...{ kind: 'items changed too', item: null, is: 'Brand, Finish on 3 items' },
    })
    const { events } = await robin.must(getHistory, { query: { itemID: copies[0] ?? 0 } })
    expect(events.map(({ kind }) => kind)).toEqual(['item changed', 'item copied'])
    expect((await othersOf(robin, first)).others).toEqual([])
  })

  test('keeps four equal houses in step except one item, and one Undo reverts all', async () => {
    const { robin, projectID, first, copies } = await startWithCopies(2)
    const houses = [projectID]
    for (const name of ['Maple Street 6', 'Maple Street 8', 'Maple Street 10'])
      houses.push((await robin.must(copyProject, { body: { projectID, name } })).projectID)
    await save(robin, first, { field3: 'Brass' })
    const { eventID, others } = await othersOf(robin, first)
    expect(others).toHaveLength(11)
    const exception = others.findLast((other) => other.projectID === houses[2])?.itemID ?? 0
    const itemIDs = ids(others).filter((itemID) => itemID !== exception)
    const changed = await robin.must(changeLinkedCopies, { body: { eventID: eventID ?? 0, itemIDs } })
    expect(changed.message).toBe('Changed Finish on 10 other copies')
    expect(changed.eventIDs).toHaveLength(4)
    expect(new Set(await valuesOf(robin, itemIDs))).toEqual(new Set(['Brass']))
    expect(await valueOf(robin, exception)).toBe('Chrome')
    for (const [at, house] of houses.entries())
      expect(await newest(robin, house)).toMatchObject({
        ...{ kind: 'items changed too', is: `Finish on ${at === 0 || at === 2 ? 2 : 3} items` },
      })
    const back = await robin.must(undo, { body: { eventIDs: changed.eventIDs } })
    expect(back).toMatchObject({ kept: [], message: expect.stringContaining('10 items') })
    expect(back.eventIDs).toHaveLength(4)
    expect(new Set(await valuesOf(robin, [...copies, ...itemIDs]))).toEqual(new Set(['Chrome']))
    expect(await valueOf(robin, first)).toBe('Brass')
  })

  test('skips and names values that another user has changed since, by label', async () => {
    const { robin, newUser, services, projectID, first, copies } = await startWithCopies()
    const [second = 0, third = 0, fourth = 0] = copies
    const casey = await newUser('casey')
    await addMember(services.db, projectID, 'casey', 'editor')
    await save(robin, first, { field3: 'Brass', field4: 'Lever' })
    const { eventID, others } = await othersOf(robin, first)
    await save(casey, second, { field3: 'Matte Black', field4: 'Knob' })
    await save(casey, third, { field3: 'Matte Black' })
    const answer = await robin.must(changeLinkedCopies, { body: { eventID: eventID ?? 0, itemIDs: ids(others) } })
    expect(answer).toMatchObject({
      itemIDs: [third, fourth],
      kept: [{ itemID: second, roomName: 'Bar 1', values: ['Matte Black', 'Knob'] }],
    })
    expect(answer.message).toMatch(/on 2 other copies\. .*: Bar 1$/)
    expect(await robin.must(getItem, { query: { itemID: third } })).toMatchObject({
      ...{ field3: 'Matte Black', field4: 'Lever' },
    })
    const again = await robin.call(changeLinkedCopies, { body: { eventID: eventID ?? 0, itemIDs: ids(others) } })
    expect(again.problem).toMatchObject({
      ...{ statusCode: 409, code: 'changed_since' },
      items: others.map(({ itemID, title }) => ({ itemID, title })),
    })
  })

  test('changes nothing if the item no longer has the new value', async () => {
    const { robin, first, copies } = await startWithCopies()
    await save(robin, first, { field3: 'Brass' })
    const { eventID } = await othersOf(robin, first)
    await save(robin, first, { field3: 'Nickel' })
    const { problem } = await robin.call(changeLinkedCopies, { body: { eventID: eventID ?? 0, itemIDs: copies } })
    expect(problem).toMatchObject({ code: 'changed_since' })
    expect(new Set(await valuesOf(robin, copies))).toEqual(new Set(['Chrome']))
  })

  test('can be limited to some of the changed texts', async () => {
    const { robin, first, copies } = await startWithCopies()
    await save(robin, first, { field3: 'Brass', notes: 'To the left' })
    const { eventID } = await othersOf(robin, first)
    const body = { eventID: eventID ?? 0, itemIDs: copies, texts: ['field3' as const] }
    expect((await robin.must(changeLinkedCopies, { body })).message).toBe('Changed Finish on 3 other copies')
    expect(await robin.must(getItem, { query: { itemID: copies[0] ?? 0 } })).toMatchObject({
      ...{ field3: 'Brass', note: '' },
    })
  })

  test('accepts only copies of that item, and only events that changed it', async () => {
    const { robin, projectID, kitchen, first, copies } = await startWithCopies()
    const alone = await robin.newItem(projectID, kitchen, { field3: 'Chrome' })
    await save(robin, first, { field3: 'Brass' })
    const { eventID } = await othersOf(robin, first)
    for (const wrong of [alone, first]) {
      const body = { eventID: eventID ?? 0, itemIDs: [...copies, wrong] }
      const { problem } = await robin.call(changeLinkedCopies, { body })
      expect(problem).toMatchObject({ statusCode: 400, fields: { itemIDs: expect.any(String) } })
    }
    const { events } = await robin.must(getHistory, { query: { itemID: alone } })
    const { problem } = await robin.call(changeLinkedCopies, {
      body: { eventID: events[0]?.eventID ?? 0, itemIDs: copies },
    })
    expect(problem).toMatchObject({ statusCode: 404 })
    expect(new Set(await valuesOf(robin, copies))).toEqual(new Set(['Chrome']))
  })

  test('is undone in all projects or in none, except values changed since', async () => {
    const { robin, newUser, services, projectID, first } = await startWithCopies(1)
    const house = await robin.must(copyProject, { body: { projectID, name: 'Maple Street 6' } })
    const casey = await newUser('casey')
    await addMember(services.db, projectID, 'casey', 'editor')
    await save(robin, first, { field3: 'Brass' })
    const { eventID, others } = await othersOf(robin, first)
    const { eventIDs } = await robin.must(changeLinkedCopies, { body: { eventID: eventID ?? 0, itemIDs: ids(others) } })
    // Casey can write only one of the two projects.
    expect((await casey.call(undo, { body: { eventIDs } })).status).toBe(404)
    expect(new Set(await valuesOf(robin, ids(others)))).toEqual(new Set(['Brass']))

    const copy = others.find((other) => other.projectID === projectID)?.itemID ?? 0
    await save(casey, copy, { field3: 'Matte Black' })
    const back = await robin.must(undo, { body: { eventIDs } })
    expect(back).toMatchObject({
      ...{ kept: [{ itemID: copy }], eventIDs: [expect.any(Number)] },
      message: expect.stringContaining('2 items'),
    })
    const inHouse = ids(others.filter((other) => other.projectID === house.projectID))
    expect(new Set(await valuesOf(robin, inHouse))).toEqual(new Set(['Chrome']))
  })

  test('in several rounds is reverted by one Undo of all their events', async () => {
    const { robin, first, copies, roomIDs } = await startWithCopies(25)
    const { itemIDs } = await robin.must(copyItem, { body: { itemIDs: copies, roomIDs } })
    const family = [...copies, ...itemIDs]
    await save(robin, first, { field3: 'Brass' })
    const { eventID } = await othersOf(robin, first)
    const eventIDs = []
    for (let at = 0; at < family.length; at += 500) {
      const body = { eventID: eventID ?? 0, itemIDs: family.slice(at, at + 500) }
      eventIDs.push(...(await robin.must(changeLinkedCopies, { body })).eventIDs)
    }
    expect(eventIDs).toHaveLength(2)
    const message = expect.stringContaining('650 items')
    expect(await robin.must(undo, { body: { eventIDs } })).toMatchObject({ kept: [], message })
    expect((await othersOf(robin, first)).more).toBe(150)
  })

  test('takes the same number of statements for any number of copies, and finding none takes one', async () => {
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
      return [look, await counted(() => robin.must(changeLinkedCopies, { body }))]
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
    // One for the session and one for the call.
    expect(await counted(() => othersOf(robin, alone))).toBe(2)
  })
})
