import { describe, expect, test } from 'vitest'
import { updateMyAccount } from '../../../src/shared/identity/account.api.ts'
import {
  endUserSessions,
  listUsers,
  sendUserReset,
  setUserLock,
  setUserRole,
} from '../../../src/shared/identity/people.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { createUser } from '../../../src/server/identity/account/create-user.repo.ts'
import { DAY, isoTime } from '../../../src/server/platform/lib/clock.ts'
import { Client, registrationOf, signIn, type TestApp } from '../../support/test-app.ts'
import { start, find, idOf } from './people-fixture.ts'

const usernames = async (admin: Client, search?: string) => (await find(admin, search)).map(({ username }) => username)

/** A user without a session or a usable password. */
const add = (
  { services: { db, clock } }: TestApp,
  user: string,
  inputs: { email?: string; first?: string; last?: string } = {},
) => {
  const registration = registrationOf(user)
  return createUser(db, clock, { ...registration, inputs: { ...registration.inputs, ...inputs } }, 'no hash', {
    firstIsAdmin: false,
  })
}

describe('the list of people', () => {
  test('shows e-mail address, name, roles and sessions of each, and nothing of their projects', async () => {
    const { app, admin, newUser, services, clock } = await start()
    const robin = await newUser('Robin', [Role.Reseller])
    await signIn(app, 'robin')
    await robin.newRoom(await robin.newProject('Maple Street'))
    expect(await admin.must(listUsers, { query: {} })).toEqual({
      users: [
        {
          userID: expect.any(Number),
          username: 'admin',
          email: 'admin@example.com',
          name: 'Robin Sample',
          roles: [Role.Admin, Role.User],
          locked: false,
          sessions: 1,
          createdAt: isoTime(clock),
        },
        {
          userID: expect.any(Number),
          username: 'Robin',
          email: 'Robin@example.com',
          name: 'Robin Sample',
          roles: [Role.Reseller, Role.User],
          locked: false,
          sessions: 2,
          createdAt: isoTime(clock),
        },
      ],
      more: false,
      total: 2,
    })
    await services.db
      .updateTable('users')
      .set({ locked_at: isoTime(clock) })
      .where('username', '=', 'Robin')
      .execute()
    expect(await find(admin, 'robin@')).toMatchObject([{ username: 'Robin', locked: true, sessions: 2 }])
  })

  test('counts only active sessions', async () => {
    const { app, newUser, clock } = await start()
    await newUser('robin')
    clock.turn(DAY)
    const admin = await signIn(app, 'admin')
    expect(await find(admin)).toMatchObject([
      { username: 'admin', sessions: 1 },
      { username: 'robin', sessions: 0 },
    ])
  })

  test('is sorted by username in any case, in pages of fifty', async () => {
    const started = await start()
    const { admin } = started
    const names = Array.from({ length: 120 }, (_, n) => `${n % 2 ? 'Person' : 'person'}${String(n).padStart(3, '0')}`)
    for (const name of names.toSorted()) await add(started, name)
    const pages: string[][] = []
    for (let after = '', more = true; more;) {
      const page = await admin.must(listUsers, { query: { after } })
      pages.push(page.users.map(({ username }) => username))
      after = pages.at(-1)?.at(-1) ?? ''
      more = page.more
    }
    expect(pages.map((page) => page.length)).toEqual([50, 50, 21])
    expect(pages.flat()).toEqual(['admin', ...names])
    expect(await admin.must(listUsers, { query: { after: 'PERSON119' } })).toEqual({
      users: [],
      more: false,
      total: 121,
    })
    // The next page starts after the last entry of this one, even if that entry is gone.
    const { users } = await admin.must(listUsers, { query: { after: 'person049x' } })
    expect(users[0]?.username).toBe('person050')
  })

  test('pages through a search, and offers more exactly when there is more', async () => {
    const started = await start()
    const { admin } = started
    for (let n = 0; n < 51; n++)
      await add(started, `person${String(n).padStart(2, '0')}`, { last: n < 50 ? 'Reed' : 'Moss' })
    const first = await admin.must(listUsers, { query: { search: 'reed' } })
    expect([first.users.length, first.more]).toEqual([50, false])
    const second = await admin.must(listUsers, { query: { search: 'person' } })
    expect([second.users.length, second.more]).toEqual([50, true])
    const rest = await admin.must(listUsers, { query: { search: 'person', after: 'person49' } })
    expect([rest.users.map(({ username }) => username), rest.more]).toEqual([['person50'], false])
  })

  test('has the total of a search on each page, and 0 if nothing matches', async () => {
    const started = await start()
    const { admin } = started
    for (let n = 0; n < 52; n++)
      await add(started, `person${String(n).padStart(2, '0')}`, { last: n < 51 ? 'Reed' : 'Moss' })
    for (const [query, total] of [
      [{}, 53],
      [{ after: 'person48' }, 53],
      [{ search: 'REED' }, 51],
      [{ search: 'reed', after: 'person49' }, 51],
      [{ search: 'reed', after: 'person50' }, 51],
      [{ search: 'moss' }, 1],
      [{ search: 'nobody' }, 0],
      [{ search: 'nobody', after: 'person00' }, 0],
    ] as const) {
      expect([query, (await admin.must(listUsers, { query })).total]).toEqual([query, total])
    }
  })

  test('needs two statements for any number of people', async () => {
    const started = await start()
    const { admin, statements, newUser } = started
    for (const size of [1, 20]) {
      for (let n = 0; n < size; n++) await newUser(`person-${size}-${n}`)
      const before = statements()
      await find(admin, 'person')
      expect(statements() - before).toBe(2)
    }
  })
})

describe('a search for people', () => {
  test('matches parts of username, e-mail address, and first and last name', async () => {
    const started = await start()
    await add(started, 'robin_k', { email: 'kestrel@homes.example', first: 'Robin', last: 'Kay' })
    await add(started, 'sam_e', { email: 'sam@homes.example', first: 'Sam', last: 'Elm' })
    const { admin } = started
    for (const part of ['robin_k', 'obin_', 'kestrel', 'strel@hom', 'robin kay', 'in k', 'kay']) {
      expect(await usernames(admin, part), part).toEqual(['robin_k'])
    }
    expect(await usernames(admin, 'homes.example')).toEqual(['robin_k', 'sam_e'])
    expect(await usernames(admin, 'kay robin')).toEqual([])
    expect(await usernames(admin, '  ')).toEqual(['admin', 'robin_k', 'sam_e'])
  })

  test('compares like names: in any case and Unicode form, in every script', async () => {
    const started = await start()
    await add(started, 'first', { email: 'Größe@homes.example', first: 'ÉLODIE', last: 'Ångström' })
    await add(started, 'second', { first: '設計', last: 'ИВАН' })
    const { admin } = started
    for (const part of ['élodie', 'ÉLODIE ÅNG', 'A\u030angstro\u0308m', 'GRÖßE', 'ｌｏｄｉｅ']) {
      expect(await usernames(admin, part), part).toEqual(['first'])
    }
    for (const part of ['設', 'иван', 'Иван']) expect(await usernames(admin, part), part).toEqual(['second'])
  })

  test('takes every character literally', async () => {
    const started = await start()
    await add(started, 'first', { last: '100% \\ *.?' })
    await add(started, 'second', { last: "O'Neil (x) [y] --" })
    const { admin } = started
    for (const part of ['0% \\', '%', '\\', '*', '.?']) expect(await usernames(admin, part), part).toEqual(['first'])
    for (const part of ["o'n", '(x)', '[y]', '--']) expect(await usernames(admin, part), part).toEqual(['second'])
    for (const part of ['a_min', 'a%n', '_____', '%%', '^', '$', '"']) {
      expect(await usernames(admin, part), part).toEqual([])
    }
  })

  test('finds users by their new name after a change', async () => {
    const { admin, newUser } = await start()
    const robin = await newUser('robin')
    const { inputs } = registrationOf('robin')
    await robin.must(updateMyAccount, { body: { inputs: { ...inputs, user: 'robin', last: 'Heron' } } })
    expect(await usernames(admin, 'robin heron')).toEqual(['robin'])
    expect(await usernames(admin, 'robin sample')).toEqual(['admin'])
  })
})

test('people are for Admins only: a Reseller, a User and a visitor are refused, and nothing changes', async () => {
  const { admin, anonymous, newUser } = await start()
  const [reseller, user] = [await newUser('seller', [Role.Reseller]), await newUser('robin')]
  const userID = await idOf(admin, 'robin')
  const before = await find(admin)
  for (const [client, status] of [
    [reseller, 403],
    [user, 403],
    [anonymous, 401],
  ] as const) {
    const answers = [
      await client.call(listUsers, { query: {} }),
      await client.call(setUserRole, { body: { userID, role: Role.Admin, held: true } }),
      await client.call(setUserLock, { body: { userID, locked: true } }),
      await client.call(endUserSessions, { query: { userID } }),
      await client.call(sendUserReset, { body: { userID } }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill(status))
  }
  expect(await find(admin)).toEqual(before)
})
