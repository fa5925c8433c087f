import { expect, test } from 'vitest'
import { startTestApp } from '../../../../tests/support/test-app.ts'
import { prepared } from './prepared.ts'

const roomTypesBetween = prepared((db, { names }: { names: { first: string; last: string } }) =>
  db
    .selectFrom('room_types')
    .select('name')
    .where('name', '>=', names.first)
    .where('name', '<=', names.last)
    .orderBy('name')
    .limit(1),
)

test('a prepared statement runs with the values of each run, also in a transaction', async () => {
  const { services } = await startTestApp()
  const kitchen = { names: { first: 'Kitchen', last: 'Kitchen' } }
  const garage = { names: { first: 'Garage', last: 'Garage' } }
  expect(await roomTypesBetween(services.db, kitchen)).toEqual([{ name: 'Kitchen' }])
  expect(await roomTypesBetween(services.db, garage)).toEqual([{ name: 'Garage' }])
  expect(await services.db.transaction().execute((trx) => roomTypesBetween(trx, kitchen))).toEqual([
    { name: 'Kitchen' },
  ])
})

test('a prepared statement that computes with a value is refused', async () => {
  const { services } = await startTestApp()
  const next = prepared((db, { id }: { id: number }) =>
    db
      .selectFrom('labels')
      .select('name')
      .where('id', '=', id + 1),
  )
  const named = prepared((db, { id }: { id: number }) =>
    db.selectFrom('labels').select('name').where('name', '=', `label ${id}`),
  )
  await expect(next(services.db, { id: 1 })).rejects.toThrow('A prepared statement passes id on unseen.')
  await expect(named(services.db, { id: 1 })).rejects.toThrow('A prepared statement passes id on unseen.')
})
