import { expect, test } from 'vitest'
import { login, register } from '../../../src/shared/identity/auth.api.ts'
import { getSite } from '../../../src/shared/admin/site.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { firstAdminCode } from '../../../src/server/identity/people/first-admin.repo.ts'
import { PASSWORD, registrationOf, startTestApp } from '../../support/test-app.ts'
import { sentenceOf } from '../../support/problems.ts'

const WRONG = { statusCode: 400, code: 'admin_code_wrong', fields: { code: sentenceOf('admin_code_wrong') } }

const start = async (config = { firstUserIsAdmin: true, firstAdminNeedsCode: true }) => {
  const started = await startTestApp(config)
  const { anonymous } = started
  return {
    ...started,
    sign: (user: string, code?: string) =>
      anonymous.call(register, { body: { ...registrationOf(user), ...(code !== undefined && { code }) } }),
    rolesOf: async (user: string) => (await anonymous.must(login, { body: { user, pwd: PASSWORD } })).roles,
    asks: async () => (await anonymous.must(getSite, {})).asksAdminCode,
  }
}

test('on a public address the first visitor becomes a User; the holder of the code becomes Admin', async () => {
  const { services, sign, rolesOf, asks } = await start()
  const code = (await firstAdminCode(services.db)) ?? ''
  expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
  expect(await firstAdminCode(services.db)).toBe(code)
  expect(await asks()).toBe(true)

  expect((await sign('stranger')).status).toBe(201)
  expect(await rolesOf('stranger')).toEqual([Role.User])
  expect((await sign('guesser', 'abcd-abcd-abcd-abcd')).problem).toMatchObject(WRONG)
  expect(await asks()).toBe(true)
  expect((await sign('owner', ` ${code.toUpperCase()} `)).status).toBe(201)
  expect((await rolesOf('owner')).sort()).toEqual([Role.User, Role.Admin].sort())

  expect(await asks()).toBe(false)
  expect((await sign('second', code)).problem).toMatchObject(WRONG)
  expect((await sign('second')).status).toBe(201)
  expect(await firstAdminCode(services.db)).toBeUndefined()
})

test('a code works for one of ten who use it at once', async () => {
  const { services, sign } = await start()
  const code = await firstAdminCode(services.db)
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => sign(`user${at}`, code)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(400)])
})

test('a wrong code or invitation reveals no accounts where registration is closed or invited', async () => {
  for (const registration of ['closed', 'invited'] as const) {
    const { anonymous, newUser } = await startTestApp({
      registration,
      firstUserIsAdmin: true,
      firstAdminNeedsCode: true,
    })
    await newUser('robin')
    for (const [door, problem] of [
      [{ code: 'abcd-abcd-abcd-abcd' }, WRONG],
      [
        { invitation: 'A'.repeat(43) },
        { code: registration === 'closed' ? 'registration_closed' : 'invitation_invalid' },
      ],
    ] as const) {
      const { inputs, ...rest } = registrationOf('nobody')
      const ask = (body: object) => anonymous.call(register, { body: { ...rest, inputs, ...body, ...door } })
      for (const body of [{}, { user: 'robin' }, { inputs: { ...inputs, email: 'robin@example.com' } }]) {
        expect((await ask(body)).problem).toMatchObject(problem)
      }
    }
  }
})

test('on this machine the first account becomes Admin without a code', async () => {
  const { sign, rolesOf, asks } = await start({ firstUserIsAdmin: true, firstAdminNeedsCode: false })
  expect(await asks()).toBe(false)
  expect((await sign('guesser', 'abcd-abcd-abcd-abcd')).problem).toMatchObject(WRONG)
  expect((await sign('robin', '')).status).toBe(201)
  expect(await rolesOf('robin')).toContain(Role.Admin)
})

test('with the setting off no code makes an Admin, not even one printed before', async () => {
  const { services, sign, asks } = await start({ firstUserIsAdmin: false, firstAdminNeedsCode: false })
  expect(await asks()).toBe(false)
  for (const code of ['abcd-abcd-abcd-abcd', await firstAdminCode(services.db)])
    expect((await sign('robin', code)).problem).toMatchObject(WRONG)
  expect(await services.db.selectFrom('users').select('id').execute()).toEqual([])
})
