import { expect, test } from 'vitest'
import { login, register } from '../../../src/shared/identity/auth.api.ts'
import {
  listConsultations,
  requestConsultation,
  setConsultationDone,
} from '../../../src/shared/admin/consultations.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { getSite } from '../../../src/shared/admin/site.api.ts'
import { firstAdminCode } from '../../../src/server/identity/people/first-admin.repo.ts'
import { PASSWORD, registrationOf, startTestApp } from '../../support/test-app.ts'
import { sentenceOf } from '../../support/problems.ts'

test('closed registration admits only the first Admin, who has the code', async () => {
  const { anonymous, services } = await startTestApp({
    registration: 'closed',
    firstUserIsAdmin: true,
    firstAdminNeedsCode: true,
  })
  const code = (await firstAdminCode(services.db)) ?? ''
  const sign = (user: string, more: object = {}) =>
    anonymous.send(register, { body: { ...registrationOf(user), ...more } })
  for (const more of [{}, { code: '' }, { code: '  ' }]) {
    const { status, problem } = await sign('stranger', more)
    expect([status, problem.code, problem.message]).toEqual([
      403,
      'registration_closed',
      sentenceOf('registration_closed'),
    ])
  }
  expect((await sign('stranger', { code: 'abcd-abcd-abcd-abcd' })).problem.code).toBe('admin_code_wrong')
  expect(await services.db.selectFrom('users').select('id').execute()).toEqual([])
  expect(await anonymous.must(getSite, {})).toMatchObject({ registration: 'closed', asksAdminCode: true })

  expect((await sign('owner', { code })).status).toBe(201)
  const { roles } = await anonymous.must(login, { body: { user: 'owner', pwd: PASSWORD } })
  expect(roles).toContain(Role.Admin)
  expect((await sign('second', { code })).problem.code).toBe('admin_code_wrong')
  expect((await sign('second')).problem.code).toBe('registration_closed')
  expect(await anonymous.must(getSite, {})).toMatchObject({ registration: 'closed', asksAdminCode: false })
})

test('without prices consultations are off, and the calls answer so', async () => {
  const { anonymous, newUser, services } = await startTestApp({ prices: false })
  const admin = await newUser('admin', [Role.Admin])
  const inputs = {
    name: 'Robin Sample',
    email: 'robin@example.com',
    phone: '(555) 010-0199',
    about: 'Which paint suits a north room?',
    preferredTimes: 'Weekday mornings',
  }
  const answers = [
    await anonymous.call(requestConsultation, { body: { inputs } }),
    await admin.call(listConsultations, {}),
    await admin.call(setConsultationDone, { body: { consultationID: 1, done: true } }),
  ]
  for (const { problem } of answers) {
    expect(problem).toMatchObject({ statusCode: 404, code: 'no_consultations' })
  }
  expect(await services.db.selectFrom('consultations').select('id').execute()).toEqual([])
  expect(await anonymous.must(getSite, {})).toMatchObject({ registration: 'open', prices: false })
})
