import { describe, expect, onTestFinished, test } from 'vitest'
import { exportMyData, getMyAccount } from '../../../src/shared/identity/account.api.ts'
import { type SessionBody, register } from '../../../src/shared/identity/auth.api.ts'
import { setUserLock } from '../../../src/shared/identity/people.api.ts'
import {
  askToLogInAtProvider,
  askToLogOutAtProvider,
  linkProvider,
  logInAtProvider,
  takeProviderEmail,
  unlinkProvider,
} from '../../../src/shared/identity/openid-connect.api.ts'
import { getSite } from '../../../src/shared/admin/site.api.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import type { OIDCSettings } from '../../../src/server/config.ts'
import { moveLinks } from '../../../src/server/identity/openid-connect/provider-accounts.repo.ts'
import { MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { CLIENT, openOIDCProvider } from '../../support/oidc-provider.ts'
import { codeAt, turnOn } from '../../support/second-factor.ts'
import { Client, PASSWORD, registrationOf, startTestApp, type TestApp } from '../../support/test-app.ts'
import { unzip } from '../../support/zip.ts'

const PUBLIC_URL = 'https://homes.example.com'

const start = async (more: Partial<OIDCSettings> = {}, provides: { tellsAllInIDToken?: boolean } = {}) => {
  const provider = await openOIDCProvider()
  onTestFinished(provider.stop)
  provider.serve(PUBLIC_URL, provides)
  const oidc: OIDCSettings = {
    ...{ issuer: provider.issuer, clientID: CLIENT.id, clientSecret: CLIENT.secret, name: 'Home ID' },
    ...{ scopes: 'openid profile email', adminClaim: null, only: false, createsAccounts: true, ...more },
  }
  const started = await startTestApp({ publicURL: PUBLIC_URL, oidc, logLevel: 'warn' })
  const logged = (event: string) => started.log.filter((line) => line['event'] === event)
  return { ...started, provider, person: provider.person, logged }
}

type Started = Awaited<ReturnType<typeof start>>

/** What the browser sends after a login at the provider. */
const atProvider = async ({ anonymous, provider }: Pick<Started, 'anonymous' | 'provider'>) => {
  const { address, ...kept } = await anonymous.must(askToLogInAtProvider, {})
  return { answer: (await provider.visit(address)).search.slice(1), ...kept }
}

const logIn = async (started: Started) =>
  started.anonymous.call(logInAtProvider, { body: { ...(await atProvider(started)), remember: true } })

const clientOf = ({ app }: TestApp, body: unknown) => new Client(app, (body as SessionBody).accessToken)
const ticketOf = (problem: unknown) => (problem as { ticket: string }).ticket

describe('a login at the OpenID provider', () => {
  test('by someone new creates an account with what the provider tells, and by the same person opens it again', async () => {
    const started = await start()
    Object.assign(started.person, { preferred_username: 'Robín S.', name: 'Robin von Sample' })
    const first = await logIn(started)
    expect(first.body).toMatchObject({ user: 'RobinS', roles: [Role.User], provider: true })
    const client = clientOf(started, first.body)
    expect(await client.must(getMyAccount, {})).toMatchObject({
      ...{ email: 'robin@example.com', firstName: 'Robin', lastName: 'von Sample', city: '' },
    })
    started.person.email = 'moved@example.com'
    expect((await logIn(started)).body).toMatchObject({ user: 'RobinS' })
    expect(await started.services.db.selectFrom('users').select('email_confirmed_at').execute()).toEqual([
      { email_confirmed_at: expect.any(String) },
    ])
  })

  test('by someone whose claims are missing or whose username is taken still works', async () => {
    const started = await start()
    await started.newUser('pat_user')
    started.person.email = 'pat@example.org'
    delete started.person.email_verified
    expect((await logIn(started)).body).toMatchObject({ user: 'patu' })
    Object.assign(started.person, { sub: 'r-2', email: 'pat@example.net', preferred_username: 'PAT_USER' })
    expect((await logIn(started)).body).toMatchObject({ user: 'PAT_USER2' })
    Object.assign(started.person, { sub: 'r-4', email: 'sam@example.net', preferred_username: 'sample' })
    started.person.name = 'Pat\0\u202eSam\r\nple'
    const sample = clientOf(started, (await logIn(started)).body)
    expect(await sample.must(getMyAccount, {})).toMatchObject({ firstName: 'Pat', lastName: 'Sam ple' })
    delete started.person.email
    started.person.sub = 'r-3'
    expect((await logIn(started)).problem).toMatchObject({ code: 'no_email', statusCode: 409 })
    const unconfirmed = started.services.db
      .selectFrom('users')
      .select('username')
      .where('email_confirmed_at', 'is', null)
    expect((await unconfirmed.orderBy('id').execute()).map(({ username }) => username)).toEqual([
      'patu',
      'PAT_USER2',
      'sample',
    ])
  })

  test('with the email address of an account asks for its password once, and never links silently', async () => {
    const started = await start()
    const { anonymous, newUser, clock } = started
    const robin = await newUser('robin')
    // Anyone may claim an unverified address at some providers.
    started.person.email_verified = false
    expect((await logIn(started)).problem).toMatchObject({ code: 'link_first', user: 'robin@example.com' })
    started.person.email_verified = true
    const { problem } = await logIn(started)
    expect(problem).toMatchObject({ code: 'link_first', user: 'robin', message: expect.stringContaining('Home ID') })
    const link = (body: object) =>
      anonymous.call(linkProvider, { body: { ticket: ticketOf(problem), pwd: PASSWORD, ...body } })
    expect((await link({ pwd: 'wrong horse' })).problem?.code).toBe('wrong_credentials')
    expect((await link({ ticket: `${ticketOf(problem)}x` })).problem?.code).toBe('ticket_invalid')
    const { secret } = await turnOn(robin, clock)
    clock.turn(MINUTE)
    expect((await link({})).problem?.code).toBe('code_required')
    expect((await link({ code: codeAt(clock, secret) })).body).toMatchObject({ user: 'robin', provider: true })
    expect((await logIn(started)).body).toMatchObject({ user: 'robin' })
    clock.turn(10 * MINUTE)
    expect((await link({})).problem?.code).toBe('ticket_invalid')
  })

  test('counts a wrong password of a link like that of a login', async () => {
    const started = await start()
    await started.newUser('robin')
    const ticket = ticketOf((await logIn(started)).problem)
    for (let n = 0; n < 10; n++) await started.anonymous.call(linkProvider, { body: { ticket, pwd: 'wrong horse' } })
    expect((await started.anonymous.call(linkProvider, { body: { ticket, pwd: PASSWORD } })).status).toBe(429)
  })

  test('works in two tabs at once, each with its own state, and each answer once', async () => {
    const started = await start()
    const [one, other] = [await atProvider(started), await atProvider(started)]
    const send = (body: typeof one) => started.anonymous.call(logInAtProvider, { body })
    expect((await send({ ...one, answer: other.answer })).problem?.code).toBe('provider_refused')
    const third = await atProvider(started)
    expect((await send({ ...third, nonce: one.nonce })).problem?.code).toBe('provider_refused')
    const unasked = await atProvider(started)
    expect((await send({ ...unasked, state: one.state })).problem?.code).toBe('provider_refused')
    expect((await send(one)).status).toBe(200)
    const fourth = await atProvider(started)
    expect((await send(fourth)).status).toBe(200)
    expect((await send(fourth)).problem?.code).toBe('provider_refused')
  })

  test('that the provider denies says so, and the log has what the provider says', async () => {
    const started = await start()
    const { state, ...kept } = await atProvider(started)
    const { issuer: iss } = started.provider
    const answer = String(
      new URLSearchParams({ error: 'access_denied', error_description: 'not assigned', state, iss }),
    )
    const body = { ...kept, state, answer }
    expect((await started.anonymous.call(logInAtProvider, { body })).problem).toMatchObject({
      ...{ code: 'provider_denies', statusCode: 403 },
      message: 'Home ID doesn’t let you use Roomfolio. Unless you canceled, ask your administrator for access there.',
    })
    expect(started.logged('provider_refused')).toMatchObject([
      { error: 'access_denied', error_description: 'not assigned' },
    ])
  })

  test('with a wrong secret is refused, and the log says why', async () => {
    const started = await start({ clientSecret: 'wrong' })
    expect((await logIn(started)).problem).toMatchObject({
      statusCode: 401,
      message: 'Home ID didn’t log you in. Please try again.',
    })
    expect(started.logged('provider_refused')).toMatchObject([
      { error: 'invalid_client', error_description: expect.any(String), status: 401 },
    ])
  })

  test('needs no user info if the ID token has everything', async () => {
    const started = await start({ adminClaim: { name: 'groups', value: 'keepers' } }, { tellsAllInIDToken: true })
    Object.assign(started.person, { preferred_username: 'robin', groups: ['keepers'] })
    started.provider.stopUserInfo()
    expect((await logIn(started)).body).toMatchObject({ user: 'robin', roles: [Role.User, Role.Admin].sort() })
    expect(started.logged('user_info_failed')).toHaveLength(1)
  })

  test('is refused to newcomers if neither the ID token nor the user info has their address', async () => {
    const started = await start()
    started.provider.stopUserInfo()
    expect((await logIn(started)).problem?.code).toBe('provider_refused')
  })

  test('with the address of an account that someone else of the provider has says that each needs its own', async () => {
    const started = await start()
    await logIn(started)
    started.person.sub = 'r-2'
    expect((await logIn(started)).problem).toMatchObject({
      ...{ code: 'link_other', user: 'robin' },
      message: expect.stringContaining('Each account needs its own address.'),
    })
  })

  test('with the address of a locked account says so to its owner alone', async () => {
    const started = await start()
    await started.newUser('robin')
    await started.services.db.updateTable('users').set({ locked_at: started.clock.now().toISOString() }).execute()
    expect((await logIn(started)).problem?.code).toBe('locked_here')
    started.person.email_verified = false
    expect((await logIn(started)).problem?.code).toBe('provider_refused')
  })

  test('links no account that has another address by the time its password comes', async () => {
    const started = await start()
    await started.newUser('robin')
    const ticket = ticketOf((await logIn(started)).problem)
    await started.services.db
      .updateTable('users')
      .set({ email: 'kim@example.com', email_key: 'kim@example.com' })
      .execute()
    const linked = await started.anonymous.call(linkProvider, { body: { ticket, pwd: PASSWORD } })
    expect(linked.problem?.code).toBe('ticket_invalid')
  })

  test('is refused after 300 from one address in 15 minutes, each of which asks the provider', async () => {
    const started = await start()
    const body = { answer: 'code=invented&state=other', state: 'own', nonce: 'n', verifier: 'v'.repeat(43) }
    const send = async () => (await started.anonymous.call(logInAtProvider, { body })).problem?.code
    await send()
    const attempts = started.services.db.selectFrom('attempts').select(['kind', 'key', 'at'])
    const one = await attempts.executeTakeFirstOrThrow()
    const others = Array.from({ length: 298 }, () => one)
    await started.services.db.insertInto('attempts').values(others).execute()
    expect(await send()).toBe('provider_refused')
    expect(await send()).toBe('too_many_tries')
    started.clock.turn(15 * MINUTE)
    expect(await send()).toBe('provider_refused')
  })

  test('is refused with a signature of another key', async () => {
    const started = await start()
    started.provider.signWrongly()
    expect((await logIn(started)).problem?.code).toBe('provider_refused')
    expect(await started.services.db.selectFrom('users').select('id').execute()).toEqual([])
  })

  test('is refused to locked accounts, and to strangers where the server creates no accounts', async () => {
    const started = await start({ createsAccounts: false })
    expect((await logIn(started)).problem?.code).toBe('registration_closed')
    const admin = await started.newUser('admin', [Role.Admin])
    await started.newUser('robin')
    const { problem } = await logIn(started)
    await started.anonymous.must(linkProvider, { body: { ticket: ticketOf(problem), pwd: PASSWORD } })
    const { id: userID } = await started.services.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'robin')
      .executeTakeFirstOrThrow()
    await admin.must(setUserLock, { body: { userID, locked: true } })
    expect((await logIn(started)).problem).toMatchObject({
      ...{ code: 'locked_here', statusCode: 403 },
      message: 'You’re logged in at Home ID, but your account here is locked. Ask your administrator.',
    })
  })

  test('gives and takes the role Admin as the claim says, but leaves the last Admin', async () => {
    const started = await start({ adminClaim: { name: 'groups', value: 'keepers' } })
    Object.assign(started.person, { groups: ['family', 'keepers'] })
    expect((await logIn(started)).body).toMatchObject({ roles: [Role.User, Role.Admin].sort() })
    Object.assign(started.person, { groups: ['family'] })
    expect((await logIn(started)).body).toMatchObject({ roles: [Role.User, Role.Admin].sort() })
    await started.newUser('admin', [Role.Admin])
    delete started.person['groups']
    expect((await logIn(started)).body).toMatchObject({ roles: [Role.User, Role.Admin].sort() })
    expect(started.logged('admin_claim_missing')).toMatchObject([{ claim: 'groups' }])
    Object.assign(started.person, { groups: ['family'] })
    expect((await logIn(started)).body).toMatchObject({ roles: [Role.User] })
  })
})

describe('accounts that a command moved from another provider', () => {
  const OLD = 'https://old.example.com'

  test('are opened by the same subjects', async () => {
    const started = await start()
    const { db } = started.services
    await logIn(started)
    await db.updateTable('provider_accounts').set({ issuer: OLD }).execute()
    expect((await logIn(started)).problem?.code).toBe('link_first')
    const move = { from: OLD, to: started.provider.issuer, byEmail: false }
    expect(await moveLinks(db, started.clock, move)).toMatchObject([{ username: 'robin' }])
    expect((await logIn(started)).body).toMatchObject({ user: 'robin' })
    expect(await moveLinks(db, started.clock, move)).toEqual([])
  })

  test('are found by their verified addresses, once', async () => {
    const started = await start()
    const { db } = started.services
    const { issuer } = started.provider
    await logIn(started)
    await moveLinks(db, started.clock, { from: issuer, to: issuer, byEmail: true })
    started.person.sub = 'new'
    started.person.email_verified = false
    expect((await logIn(started)).problem?.code).toBe('link_other')
    started.person.email_verified = true
    expect((await logIn(started)).body).toMatchObject({ user: 'robin' })
    expect(await db.selectFrom('provider_accounts').select(['issuer', 'subject']).execute()).toEqual([
      { issuer, subject: 'new' },
    ])
    started.person.sub = 'another'
    expect((await logIn(started)).problem?.code).toBe('link_other')
  })
})

test('a provider that does not answer is a 503 that names it', async () => {
  const { anonymous } = await startTestApp({
    publicURL: PUBLIC_URL,
    oidc: {
      ...{ issuer: 'http://127.0.0.1:9', clientID: 'x', clientSecret: null, name: 'Home ID' },
      ...{ scopes: 'openid', adminClaim: null, only: false, createsAccounts: true },
    },
  })
  expect((await anonymous.call(askToLogInAtProvider, {})).problem).toMatchObject({
    statusCode: 503,
    message: 'Home ID isn’t answering right now. Please try again in a few minutes.',
  })
})

test('a session that began at the provider ends there, too; one by password does not', async () => {
  const started = await start()
  const client = clientOf(started, (await logIn(started)).body)
  const { id_token: kept } = await started.services.db
    .selectFrom('sessions')
    .select('id_token')
    .executeTakeFirstOrThrow()
  expect(kept).not.toMatch(/^eyJ/)
  const { address } = await client.must(askToLogOutAtProvider, {})
  const to = new URL(address ?? '')
  expect(to.origin).toBe(started.provider.issuer)
  expect(Object.fromEntries(to.searchParams)).toMatchObject({
    post_logout_redirect_uri: `${PUBLIC_URL}/`,
    id_token_hint: expect.stringMatching(/^eyJ/),
  })
  const other = await started.newUser('other')
  expect(await other.must(askToLogOutAtProvider, {})).toEqual({ address: null })
  expect((await client.call(listProjects, {})).status).toBe(204)
})

test('the account’s export names the provider', async () => {
  const started = await start()
  const client = clientOf(started, (await logIn(started)).body)
  const json = (await unzip((await client.raw({ url: exportMyData.path })).rawPayload)).get('roomfolio.json')
  expect(JSON.parse(String(json))).toMatchObject({
    account: { providers: [{ issuer: started.provider.issuer, subject: 'r-1' }] },
  })
})

test('an account is disconnected from the provider with its password, and asked for it again at the next login', async () => {
  const started = await start()
  await started.newUser('robin')
  const ticket = ticketOf((await logIn(started)).problem)
  const client = clientOf(started, await started.anonymous.must(linkProvider, { body: { ticket, pwd: PASSWORD } }))
  const { issuer } = started.provider
  expect((await client.must(getMyAccount, {})).providers).toEqual([{ issuer, since: expect.any(String), email: null }])
  const unlink = (currentPass: string) => client.call(unlinkProvider, { body: { issuer, currentPass } })
  expect((await unlink('wrong horse')).problem?.code).toBe('current_password_wrong')
  expect((await unlink(PASSWORD)).status).toBe(200)
  expect((await unlink(PASSWORD)).status).toBe(404)
  expect((await client.must(getMyAccount, {})).providers).toEqual([])
  expect((await logIn(started)).problem?.code).toBe('link_first')
})

test('an address that the provider verifies later is offered, and taken without a password', async () => {
  const started = await start()
  await logIn(started)
  const { issuer } = started.provider
  started.person.email = 'moved@example.com'
  started.person.email_verified = false
  const unverified = clientOf(started, (await logIn(started)).body)
  expect((await unverified.must(getMyAccount, {})).providers).toMatchObject([{ issuer, email: null }])
  expect((await unverified.call(takeProviderEmail, { body: { issuer } })).status).toBe(404)
  started.person.email_verified = true
  const client = clientOf(started, (await logIn(started)).body)
  expect((await client.must(getMyAccount, {})).providers).toMatchObject([{ issuer, email: 'moved@example.com' }])
  await started.newUser('other')
  await started.services.db
    .updateTable('users')
    .set({ email: 'moved@example.com', email_key: 'moved@example.com' })
    .where('username', '=', 'other')
    .execute()
  expect((await client.call(takeProviderEmail, { body: { issuer } })).problem?.code).toBe('email_taken')
  await started.services.db.deleteFrom('users').where('username', '=', 'other').execute()
  expect(await client.must(takeProviderEmail, { body: { issuer } })).toMatchObject({ email: 'moved@example.com' })
  expect(await client.must(getMyAccount, {})).toMatchObject({ email: 'moved@example.com' })
  expect((await client.call(takeProviderEmail, { body: { issuer } })).status).toBe(404)
  const { email_confirmed_at: confirmed } = await started.services.db
    .selectFrom('users')
    .select('email_confirmed_at')
    .executeTakeFirstOrThrow()
  expect(confirmed).not.toBeNull()
})

test('without a provider its calls are a 404, and the site names none', async () => {
  const { anonymous } = await startTestApp()
  expect((await anonymous.must(getSite, {})).provider).toBeNull()
  expect((await anonymous.call(askToLogInAtProvider, {})).problem?.code).toBe('no_provider')
  expect((await anonymous.call(register, { body: registrationOf('newcomer') })).status).toBe(201)
})
