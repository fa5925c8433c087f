import { describe, expect, test } from 'vitest'
import { changePassword, getMyAccount, updateMyAccount } from '../../../src/shared/identity/account.api.ts'
import { register } from '../../../src/shared/identity/auth.api.ts'
import { atMost, SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { PASSWORD, registrationOf, signIn, startTestApp } from '../../support/test-app.ts'

/** Texts of this many characters: of one UTF-16 unit each, and of two. */
const texts = (length: number): readonly string[] => ['x'.repeat(length), '😀'.repeat(length)]

/** E-mail addresses of this many characters. */
const emails = (length: number): readonly string[] => texts(length - 2).map((local) => `${local}@a`)

const LINES = ['phone', 'first', 'last', 'company', 'address', 'address2', 'city', 'state', 'zip'] as const
const REQUIRED = LINES.filter((field) => field !== 'company' && field !== 'address2')
/** The names of the fields in /myaccount. */
const STORED = { first: 'firstName', last: 'lastName' } as Record<string, string>

const start = async () => {
  const started = await startTestApp()
  const robin = await started.newUser('robin')
  const form = { user: 'robin', ...registrationOf('robin').inputs }
  const save = (changes: object) =>
    robin.send(updateMyAccount, { body: { inputs: { ...form, ...changes }, currentPass: PASSWORD } })
  const account = async () => (await robin.must(getMyAccount, {})) as Record<string, unknown>
  return { ...started, robin, save, account }
}

describe('a field of the account', () => {
  test.each(LINES)('%s holds up to 255 characters unchanged, and not one more', async (field) => {
    const { save, account } = await start()
    for (const value of [...texts(254), ...texts(255), ` ${'y'.repeat(255)} `]) {
      expect((await save({ [field]: value })).status).toBe(200)
      expect((await account())[STORED[field] ?? field]).toBe(value.trim())
    }
    for (const value of texts(256)) {
      const { problem } = await save({ [field]: value })
      expect(problem).toMatchObject({ statusCode: 400, fields: { [field]: atMost(255) } })
    }
  })

  // Proves 5.4
  test.each(REQUIRED)('%s holds at least one character', async (field) => {
    const { save } = await start()
    expect((await save({ [field]: 'x' })).status).toBe(200)
    for (const value of ['', '   ', undefined, null]) {
      const { problem } = await save({ [field]: value })
      expect(problem).toMatchObject({ statusCode: 400, fields: { [field]: 'Required.' } })
    }
  })

  test('e-mail holds 3 to 254 characters, with text on both sides of an @', async () => {
    const { save, account } = await start()
    for (const email of ['a@b', ...emails(253), ...emails(254)]) {
      expect((await save({ email })).status).toBe(200)
      expect((await account()).email).toBe(email)
    }
    for (const email of emails(255)) {
      expect((await save({ email })).problem).toMatchObject({ statusCode: 400, fields: { email: atMost(254) } })
    }
    for (const email of ['@b', 'a@', 'ab', '@', 'a b@c', 'a@b@c']) {
      const fields = { email: SENTENCES.email }
      expect((await save({ email })).problem, email).toMatchObject({ statusCode: 400, fields })
    }
  })

  test('rejects characters that cannot be stored', async () => {
    const { save } = await start()
    for (const value of ['a\0b', 'a\ud800']) {
      const { problem } = await save({ city: value })
      expect(problem).toMatchObject({ statusCode: 400, fields: { city: SENTENCES.unusable } })
    }
  })
})

describe('the same limits at registration', () => {
  test.each(LINES)('%s', async (field) => {
    const { anonymous } = await startTestApp()
    const send = (user: string, value: string) => {
      const body = registrationOf(user)
      return anonymous.send(register, { body: { ...body, inputs: { ...body.inputs, [field]: value } } })
    }
    expect((await send('longer', '😀'.repeat(256))).problem).toMatchObject({
      statusCode: 400,
      fields: { [field]: atMost(255) },
    })
    expect((await send('longest', '😀'.repeat(255))).status).toBe(201)
  })

  test('e-mail', async () => {
    const { anonymous } = await startTestApp()
    const send = (user: string, email: string) => {
      const body = registrationOf(user)
      return anonymous.send(register, { body: { ...body, inputs: { ...body.inputs, email } } })
    }
    const [tooLong = ''] = emails(255)
    expect((await send('longer', tooLong)).problem).toMatchObject({ statusCode: 400, fields: { email: atMost(254) } })
    for (const [at, email] of emails(254).entries()) expect((await send(`longest${at}`, email)).status).toBe(201)
  })
})

describe('a password', () => {
  // With one different character, because repetitions are refused as guessable.
  const good = [7, 8, 126, 127]
    .flatMap(texts)
    .concat(' '.repeat(7))
    .map((text) => `${text}ä`)
  const bad = [
    ...texts(7).map((password) => [password, SENTENCES.password] as const),
    ['', SENTENCES.password] as const,
    ...texts(129).map((password) => [password, atMost(128)] as const),
  ]

  test('has 8 to 128 characters when it is changed', async () => {
    const { app, robin } = await start()
    for (const [newPass, sentence] of bad) {
      const { problem } = await robin.call(changePassword, { body: { currentPass: PASSWORD, newPass } })
      expect(problem).toMatchObject({ statusCode: 400, fields: { newPass: sentence } })
    }
    let currentPass = PASSWORD
    for (const newPass of good) {
      expect((await robin.call(changePassword, { body: { currentPass, newPass } })).status).toBe(200)
      currentPass = newPass
    }
    expect((await signIn(app, 'robin', currentPass)).accessToken).toEqual(expect.any(String))
  })

  test('has 8 to 128 characters at registration', async () => {
    const { app, anonymous } = await startTestApp()
    for (const [pwd, sentence] of bad) {
      const { problem } = await anonymous.call(register, { body: { ...registrationOf('robin'), pwd } })
      expect(problem).toMatchObject({ statusCode: 400, fields: { pwd: sentence } })
    }
    for (const [at, pwd] of good.entries()) {
      expect((await anonymous.call(register, { body: { ...registrationOf(`user-${at}`), pwd } })).status).toBe(201)
      expect((await signIn(app, `user-${at}`, pwd)).accessToken).toEqual(expect.any(String))
    }
  })

  test('that is only compared may be as long as any, and no longer', async () => {
    const { robin } = await start()
    const ask = (currentPass: string) => robin.call(changePassword, { body: { currentPass, newPass: PASSWORD } })
    expect((await ask('😀'.repeat(128))).status).toBe(409)
    expect((await ask('😀'.repeat(129))).problem).toMatchObject({
      statusCode: 400,
      fields: { currentPass: atMost(128) },
    })
  })
})
