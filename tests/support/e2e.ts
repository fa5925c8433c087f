import { expect, test as base } from '@playwright/test'
import { Role } from '../../src/shared/contract/roles.ts'
import { KeptContext } from './kept-context.ts'
import { MailServer } from './mail-server.ts'
import { holdLongTimers, LONG_MS } from './e2e-page.ts'
import { Server, signedIn, User } from './e2e-server.ts'

interface Fixtures {
  /** The server that `user` has an account on. */
  usersServer: Server
  /** A user of this test alone, signed in in `page`'s browser. */
  user: User
  /** The same, who is also an Admin. */
  admin: User
  /** Console errors that this test causes on purpose; any other fails it. */
  expectedErrors: RegExp[]
  /** For a test that does to its context what nothing puts back, such as to its clock. */
  ownContext: boolean
  /** A server and its mail server, for a test `onMailing`. */
  mail: MailServer
}

/** The servers of a worker, each started for the first test that wants it. */
interface Servers {
  /** With the settings that an installation has by default. */
  server: Server
  mailing: { server: Server; mail: MailServer }
  strict: Server
  keptContext: KeptContext
}

/** How the strict server is set. */
export const STRICT = {
  tries: 2,
  fileMB: 1,
  filesAtOnce: 3,
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

/** Tests run against the built server, one a worker; what they make belongs to users of their own. */
export const test = base.extend<Fixtures, Servers>({
  server: [async ({}, use) => serve({}, use), { scope: 'worker' }],
  mailing: [
    async ({}, use) => {
      const mail = await MailServer.start()
      const settings = { SMTP_URL: mail.url, CONTACT_EMAIL: 'owner@example.com', FORGOT_PER_ACCOUNT: '2' }
      await serve(settings, async (server) => use({ server, mail }))
      await mail.stop()
    },
    { scope: 'worker' },
  ],
  strict: [
    async ({}, use) => {
      const settings = {
        LOGIN_TRIES_PER_ACCOUNT: String(STRICT.tries),
        CONSULTATIONS_PER_HOUR: '1',
        MAX_FILE_MB: String(STRICT.fileMB),
        MAX_FILES_PER_UPLOAD: String(STRICT.filesAtOnce),
        PLAN_LIMIT: 'true',
        ENVIRONMENT_NAME: STRICT.name,
        CONTACT_EMAIL: STRICT.email,
        CONTACT_PHONE: STRICT.phone,
      }
      await serve(settings, use)
    },
    { scope: 'worker' },
  ],
  mail: async ({ mailing }, use) => use(mailing.mail),
  usersServer: async ({ server }, use) => use(server),
  baseURL: async ({ usersServer }, use) => use(usersServer.url),
  expectedErrors: async ({}, use) => use([]),
  keptContext: [async ({}, use) => use(new KeptContext()), { scope: 'worker' }],
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
      // Asked behind the page of an item, and may be answered when it is deleted already.
      const isOfDeleted =
        message.text().includes('404') && /\/(whereused|upcoming|others)\?/.test(message.location().url)
      if (message.type() === 'error' && !isOfDeleted) errors.push(message.text())
    })
    page.on('pageerror', (error) => errors.push(String(error)))
    await use(page)
    expect(errors.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)))).toEqual([])
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

/** Against a server that sends its mail to `mail`. */
export const onMailing = test.extend({ usersServer: async ({ mailing }, use) => use(mailing.server) })

/** Against a server with low limits, a name and a contact of its own. */
export const onStrict = test.extend({ usersServer: async ({ strict }, use) => use(strict) })

/**
 * Against a server that the test has alone, for what counts everything on it or needs other settings than those above. A
 * start takes as long as a short test.
 */
export const onOwnServer = test.extend<{ settings: Record<string, string>; ownServer: Server }>({
  ownContext: true,
  settings: [{}, { option: true }],
  ownServer: async ({ settings }, use) => serve(settings, use),
  usersServer: async ({ ownServer }, use) => use(ownServer),
})

/** A test that runs at night and before a release, not before every push. */
export const NIGHTLY = { tag: '@nightly' } as const
export const nightlyIf = (isNightly: boolean): { tag: string[] } => ({ tag: isNightly ? [NIGHTLY.tag] : [] })

export { expect }
