import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createItem, getItem, updateItem, type ItemInputs } from '../../../src/shared/items/items.api.ts'
import { getSubcategoryUse, setLabels } from '../../../src/shared/structure/labels.api.ts'
import type { Services } from '../../../src/server/services.ts'
import { unscoped } from '../../../src/server/platform/db/access/unscoped.ts'
import { ENGINE } from '../../support/database.ts'
import { sentenceOf } from '../../support/problems.ts'
import { until } from '../../support/until.ts'
import { FAUCET, start, labelIDs, shown, set } from './labels-fixture.ts'

describe('a save at the same moment', () => {
  /**
   * Starts two calls while a third transaction holds the item, then lets them finish in order: both have read the
   * labels before either writes.
   */
  const inThisOrder = async <A, B>(
    { services, statements, itemID }: { services: Services; statements: () => number; itemID: number },
    first: () => Promise<A>,
    second: () => Promise<B>,
  ): Promise<[A, B]> => {
    const { db } = services
    const before = statements()
    // PostgreSQL reports waiting calls. SQLite reads on: the session, and for a save the item.
    const isWaiting = async (calls: number) => {
      if (ENGINE === 'SQLite') return statements() >= before + 1 + (calls === 1 ? 1 : 3)
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return (rows[0]?.count ?? 0) >= calls
    }
    const settled = (calls: number) => until(() => isWaiting(calls))
    return db
      .transaction()
      .execute(async (trx) => {
        // PostgreSQL gives a row that was only locked to the longest waiter, and a changed row to any.
        const every = unscoped(trx)
        await (ENGINE === 'SQLite'
          ? every
              .updateTable('items')
              .set((eb) => ({ notes: eb.ref('notes') }))
              .where('id', '=', itemID)
              .execute()
          : every.selectFrom('items').select('id').where('id', '=', itemID).forUpdate().execute())
        const one = first()
        await settled(1)
        const two = second()
        await settled(2)
        return { one, two }
      })
      .then(({ one, two }) => Promise.all([one, two]))
  }

  const atOnce = async () => {
    const started = await start()
    const itemID = await started.newItem({ field1: 'Castellan' })
    const order = await labelIDs(started.admin, ['Finish', 'Brand', ...FAUCET.slice(3)])
    const move = () => started.admin.call(setLabels, { body: { subcatID: started.subcatID, fields: order } })
    const save = (inputs: ItemInputs, version?: number) =>
      started.user.call(updateItem, { body: { itemID, inputs, ...(version !== undefined && { version }) } })
    const create = (inputs: ItemInputs) =>
      started.user.call(createItem, {
        body: { projectID: started.projectID, roomID: started.roomID, ...started.ids, inputs },
      })
    return { ...started, itemID, move, save, create }
  }

  test('after the labels moved is refused and writes nothing', async () => {
    const { user, itemID, move, save, ...started } = await atOnce()
    const [moved, saved] = await inThisOrder({ ...started, itemID }, move, () => save({ field1: 'Norwood' }, 1))
    expect(moved.status).toBe(200)
    expect(saved.problem).toMatchObject({ statusCode: 409, code: 'item_changed', current: { field2: 'Castellan' } })
    expect(await shown(user, itemID)).toEqual({ Brand: 'Castellan' })
  })

  test('before the labels move keeps its values, which move with them', async () => {
    const { user, itemID, move, save, ...started } = await atOnce()
    const first = () => save({ field1: 'Norwood', field3: 'Brass' }, 1)
    // The other order: the save has read its item before it waits.
    const [saved, moved] = await inThisOrder({ ...started, itemID }, first, move)
    expect([saved.status, moved.status]).toEqual([200, 200])
    expect(await shown(user, itemID)).toEqual({ Brand: 'Norwood', Finish: 'Brass' })
  })

  test('after a label was added derives its sample from that label', async () => {
    const { admin, user, subcatID, itemID, save, ...started } = await atOnce()
    await save({ field3: 'Walnut' })
    await set(admin, subcatID, ['Brand', 'Model Number'], { confirmed: true })
    const { sample, version } = await user.must(getItem, { query: { itemID } })
    expect(sample).toBeNull()
    const all = await labelIDs(admin, FAUCET.slice(0, 3))
    const join = () => admin.call(setLabels, { body: { subcatID, fields: all, confirmed: true } })
    const [joined, saved] = await inThisOrder({ ...started, itemID }, join, () => save({ notes: 'oiled' }, version))
    expect([joined.status, saved.status]).toEqual([200, 200])
    expect(await user.must(getItem, { query: { itemID } })).toMatchObject({ sample: 'wood #6D4B31', note: 'oiled' })
  })

  test('without a version, or of a new item, uses the labels at the time of its write', async () => {
    const { itemID, move, save, create, ...started } = await atOnce()
    const [, saved] = await inThisOrder({ ...started, itemID }, move, () => save({ field6: '2031' }))
    expect(saved.problem).toMatchObject({ statusCode: 400, fields: { field6: sentenceOf('slot_without_label') } })
    await set(started.admin, started.subcatID, FAUCET)
    const [moved, created] = await inThisOrder({ ...started, itemID }, move, () => create({ field6: '2031' }))
    expect(moved.status).toBe(200)
    expect(created.problem).toMatchObject({ statusCode: 400, code: 'slot_without_label' })
  })

  test('leaves no value in a slot whose label was removed at the same time', async () => {
    const { admin, user, subcatID, newItem, projectID, roomID, ids } = await start()
    const itemID = await newItem({})
    const withoutLast = await labelIDs(admin, FAUCET.slice(0, 5))
    for (let round = 1; round <= 10; round++) {
      await set(admin, subcatID, FAUCET, { confirmed: true })
      await user.must(updateItem, { body: { itemID, inputs: { field6: '' } } })
      const inputs = { field6: '2031' }
      const [removed, ...answers] = await Promise.all([
        admin.call(setLabels, { body: { subcatID, fields: withoutLast } }),
        round % 2 === 0
          ? user.call(updateItem, { body: { itemID, inputs } })
          : user.call(createItem, { body: { projectID, roomID, ...ids, inputs } }),
      ])
      const { slots } = await admin.must(getSubcategoryUse, { query: { subcatID } })
      expect(slots[5]?.items, `round ${round}`).toBe(answers[0]?.status === 400 ? 0 : 1)
      expect([
        [200, 400],
        [409, 200],
        [409, 201],
      ]).toContainEqual([removed.status, answers[0]?.status])
      // Deletes what was created permanently, so that each round starts the same.
      const made = answers[0]?.status === 201 ? (answers[0].body as { itemID: number }).itemID : undefined
      if (made !== undefined) await user.must(updateItem, { body: { itemID: made, inputs: { field6: '' } } })
    }
  })

  test('never fails in any number of saves', async () => {
    const { admin, user, subcatID, newItem } = await start()
    const itemIDs = await Promise.all(Array.from({ length: 5 }, () => newItem({ field1: 'Castellan' })))
    const [file] = await user.upload([{ name: 'a.txt', bytes: Buffer.from('a') }])
    const files = JSON.stringify({ 'a.txt': file?.remote })
    const statuses = await Promise.all([
      ...[0, 1, 2, 3].map(
        async (n) => (await set(admin, subcatID, n % 2 ? ['Brand', 'Finish'] : ['Finish', 'Brand'])).status,
      ),
      ...itemIDs.flatMap((itemID) =>
        [{}, { files }].map(
          async (more) =>
            (await user.call(updateItem, { body: { itemID, inputs: { notes: 'saved' }, ...more } })).status,
        ),
      ),
    ])
    expect(statuses).toEqual(statuses.map(() => 200))
    for (const itemID of itemIDs) {
      expect(await shown(user, itemID)).toEqual({ Brand: 'Castellan' })
      expect(await user.must(getItem, { query: { itemID } })).toMatchObject({ note: 'saved', files })
    }
  })
})
