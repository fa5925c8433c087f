import { expect, test } from 'vitest'
import { startTestApp } from '../../../../tests/support/test-app.ts'
import { mintActor, type Actor, type KeyLimits } from './actor.ts'
import { prepared } from './prepared.ts'

const roomTypesBetween = prepared<{ names: { first: string; last: string } }>()((db, { names }) =>
  db
    .selectFrom('room_types')
    .select('name')
    .where('name', '>=', names.first)
    .where('name', '<=', names.last)
    .orderBy('name')
    .limit(1),
)

const userOf = (userID: number, apiKey?: KeyLimits) =>
  mintActor({
    ...{ userID, apiKey, username: 'robin', roles: [], sessionID: 1 },
    ...{ mustChangePassword: false, mustSetUpSecondFactor: false },
  })

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

/** An unused expectation is a type error, which lint reports. */
const branching = prepared<{ id: number; name: string }>()((db, { id, name }) =>
  db
    .selectFrom('labels')
    .select('name')
    // @ts-expect-error a branch
    .$if(id === 1, (query) => query.limit(1))
    // @ts-expect-error a computation
    .where('id', '=', id + 1)
    // @ts-expect-error a call
    .where('name', '=', name.trim()),
)

test('a prepared statement that branches on a value or computes with one does not compile, and is refused', async () => {
  const { services } = await startTestApp()
  await expect(branching(services.db, { id: 1, name: 'Color' })).rejects.toThrow(
    'A prepared statement computes with id.',
  )
})

test('sessions share a prepared statement, and it is written for each API key', async () => {
  const { services } = await startTestApp()
  const labelOf = prepared<{ actor: Actor }>()((db, { actor }) =>
    db
      .selectFrom('labels')
      .select('id')
      .where('id', '=', actor.userID)
      .$if(actor.apiKey?.writes === false, (query) => query.where('id', '>', 1)),
  )
  expect(await labelOf(services.db, { actor: userOf(1) })).toEqual([{ id: 1 }])
  expect(await labelOf(services.db, { actor: userOf(2) })).toEqual([{ id: 2 }])
  expect(await labelOf(services.db, { actor: userOf(1, { keyID: 1, writes: false, projects: null }) })).toEqual([])
  expect(await labelOf(services.db, { actor: userOf(1, { keyID: 1, writes: true, projects: null }) })).toEqual([
    { id: 1 },
  ])
})

test('a prepared statement is refused if it looks at what differs between sessions', async () => {
  const { services } = await startTestApp()
  const labels = (isWanted: (actor: Actor) => boolean) =>
    prepared<{ actor: Actor }>()((db, { actor }) =>
      db
        .selectFrom('labels')
        .select('id')
        .$if(isWanted(actor), (query) => query.limit(1)),
    )
  const ofAdmins = labels(({ roles }) => roles.includes(1))
  const ofFirst = labels(({ userID }) => userID < 2)
  await expect(ofAdmins(services.db, { actor: userOf(1) })).rejects.toThrow(
    'A prepared statement looks at roles of its actor.',
  )
  await expect(ofFirst(services.db, { actor: userOf(1) })).rejects.toThrow(
    'A prepared statement computes with actor.userID.',
  )
})
