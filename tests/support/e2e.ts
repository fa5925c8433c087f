import { expect, test as base } from '@playwright/test'
import { Role } from '../../src/shared/contract/roles.ts'
import { lineOf, unexpected, type ExpectedError } from './console-errors.ts'
import { KeptContext } from './kept-context.ts'
import { MailServer } from './mail-server.ts'
import { holdLongTimers, LONG_MS } from './e2e-page.ts'
import { Server, signedIn, User } from './e2e-server.ts'

/** Loaded in the background of an item's page, possibly after its deletion. */
const OF_DELETED = ['404 /whereused', '404 /upcoming', '404 /others']

interface Fixtures {
  /** The server of `user`'s account. */
  usersServer: Server
  /** A user of this test only, signed in in `page`'s browser. */
  user: User
  /** The same user, who is also an Admin. */
  admin: User
  /** Console errors that this test may cause, at any moment; any other fails it. */
  expectedErrors: ExpectedError[]
  /** For tests that change their context permanently, such as its clock. */
  ownContext: boolean
  /** A server and its mail server, for tests that use `onMailing`. */
  mail: MailServer
}

/** The servers of a worker, each started on first use. */
interface Servers {
  /** With the default settings. */
  server: Server
  mailing: { server: Server; mail: MailServer }
  strict: Server
  keptContext: KeptContext
}

/** The settings of the strict server. */
export const STRICT = {
  tries: 2,
  name: 'Staging <1>',
  email: 'desk@example.com',
  phone: '(555) 010-0188',
} as const

const serve = async (settings: Record<string, string>, use: (server: Server) => Promise<void>): Promise<void> => {
  const server = new Server(settings)
  await server.start()
  await use(server)
  await server.remove()
}

/** Made once for a worker, not in the time of the test that happens to be its first. */
export const OF_WORKER = { scope: 'worker', timeout: 120_000 } as const

/** Tests share the built server of their worker; each creates data of its own users. */
export const test = base.extend<Fixtures, Servers>({
  server: [async ({}, use) => serve({}, use), OF_WORKER],
  mailing: [
    async ({}, use) => {
      const mail = await MailServer.start()
      const settings = { SMTP_URL: mail.url, CONTACT_EMAIL: 'owner@example.com', FORGOT_PER_ACCOUNT: '2' }
      await serve(settings, async (server) => use({ server, mail }))
      await mail.stop()
    },
    OF_WORKER,
  ],
  strict: [
    async ({}, use) => {
      const settings = {
        LOGIN_TRIES_PER_ACCOUNT: String(STRICT.tries),
        CONSULTATIONS_PER_HOUR: '1',
        ENVIRONMENT_NAME: STRICT.name,
        CONTACT_EMAIL: STRICT.email,
        CONTACT_PHONE: STRICT.phone,
      }
      await serve(settings, use)
    },
    OF_WORKER,
  ],
  mail: async ({ mailing }, use) => use(mailing.mail),
  usersServer: async ({ server }, use) => use(server),
  baseURL: async ({ usersServer }, use) => use(usersServer.url),
  expectedErrors: async ({}, use) => use([]),
  keptContext: [async ({}, use) => use(new KeptContext()), OF_WORKER],
  ownContext: [false, { option: true }],
  context: async (
    {
      browser,
      keptContext,
      ownContext,
      baseURL,
      permissions,
      viewport,
      hasTouch,
      isMobile,
      deviceScaleFactor,
      javaScriptEnabled,
    },
    use,
  ) => {
    if (ownContext || !javaScriptEnabled || baseURL === undefined) {
      const context = await browser.newContext()
      await use(context)
      await context.close()
      return
    }
    const key = JSON.stringify([baseURL, permissions, viewport, hasTouch, isMobile, deviceScaleFactor])
    const context = await keptContext.take(browser, baseURL, key)
    await use(context)
    await keptContext.giveBack(context)
  },
  page: async ({ context, keptContext, expectedErrors }, use) => {
    const page = await keptContext.openPage(context)
    await page.addInitScript(holdLongTimers, LONG_MS)
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(lineOf(message))
    })
    page.on('pageerror', (error) => errors.push(String(error)))
    await use(page)
    expect(unexpected(errors, [...OF_DELETED, ...expectedErrors])).toEqual([])
  },
  user: async ({ context, usersServer }, use) => {
    const name = await usersServer.addUser(context.request)
    const user = await signedIn(context.request, name)
    await context.addInitScript((mark) => localStorage.setItem('roomfolio.signed-in', mark), name)
    await use(user)
  },
  admin: async ({ user, usersServer }, use) => {
    usersServer.setRole('grant', user.name, Role.Admin)
    await use(user)
  },
})

/** On a server that sends its mail to `mail`. */
export const onMailing = test.extend({ usersServer: async ({ mailing }, use) => use(mailing.server) })

/** On a server with low limits, its own name and contact. */
export const onStrict = test.extend({ usersServer: async ({ strict }, use) => use(strict) })

/**
 * On a server of the test's own, for tests that count everything or need other settings. A start takes as long as a
 * short test.
 */
export const onOwnServer = test.extend<{ settings: Record<string, string>; ownServer: Server }>({
  ownContext: true,
  settings: [{}, { option: true }],
  ownServer: async ({ settings }, use) => serve(settings, use),
  usersServer: async ({ ownServer }, use) => use(ownServer),
})

/** Runs in `npm run test:all` only. */
export const NIGHTLY = { tag: '@nightly' } as const
export const nightlyIf = (isNightly: boolean): { tag: string[] } => ({ tag: isNightly ? [NIGHTLY.tag] : [] })

export { expect }
