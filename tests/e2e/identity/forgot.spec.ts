import type { APIRequestContext, Page } from '@playwright/test'
import { forgot, login } from '../../../src/shared/identity/auth.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { sendTestMail } from '../../../src/shared/admin/overview.api.ts'
import { expect, NIGHTLY, onMailing as test, test as base } from '../../support/e2e.ts'
import { cutOff, expectAccessible, expectFocusedAlert } from '../../support/e2e-page.ts'
import { PASSWORD, signedIn } from '../../support/e2e-server.ts'
import { linkIn, type MailServer, type ReceivedMail } from '../../support/mail-server.ts'

const NEW_PASSWORD = 'copper kettle'

const ON_ITS_WAY = 'If there is such an account, we’ve emailed a link to it.'

const askFor = async (page: Page, user: string) => {
  await page.getByLabel('Username or Email').fill(user)
  await page.getByRole('button', { name: 'Send Link' }).click()
}

/** The link of the mail leads to the public address of the installation; here the server is reached by another. */
const placeIn = (mail: ReceivedMail): string => {
  const { pathname, hash } = linkIn(mail)
  return pathname + hash
}

/** Asks for a link without clicking, and answers where it leads. */
const linkFor = async (request: APIRequestContext, mail: MailServer, name: string): Promise<string> => {
  await request.post(forgot.path, { data: { user: name } })
  return placeIn(await mail.waitForMail(`${name}@example.com`))
}

const setPassword = async (page: Page, newPass: string, confirmation = newPass) => {
  await page.getByLabel('New Password', { exact: true }).fill(newPass)
  await page.getByLabel('Confirm New Password').fill(confirmation)
  await page.getByRole('button', { name: 'Change Password' }).click()
}

test('who forgot the password asks for a link, by e-mail address or username', async ({
  page,
  request,
  mail,
  usersServer,
}) => {
  const name = await usersServer.addUser(request)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await expect(page).toHaveURL('/forgot')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot Password')
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByLabel('Username or Email')).toHaveAccessibleDescription('Required.')
  await expectAccessible(page)
  for (const user of [name, `${name}@EXAMPLE.com`]) {
    await askFor(page, user)
    await expect(page.getByRole('status').filter({ hasText: ON_ITS_WAY })).toBeFocused()
    expect(placeIn(await mail.waitForMail(`${name}@example.com`))).toMatch(/^\/reset#/)
  }
})

test('the link of the e-mail sets a new password once, and tells its token nobody else', async ({
  page,
  request,
  mail,
  usersServer,
  expectedErrors,
}) => {
  expectedErrors.push(/404/)
  const name = await usersServer.addUser(request)
  const place = await linkFor(request, mail, name)
  const referers: (string | undefined)[] = []
  page.on('request', (sent) => referers.push(sent.headers()['referer']))
  await page.goto(place)
  await setPassword(page, 'short', 'shorter')
  await expect(page.getByLabel('New Password', { exact: true })).toHaveAccessibleDescription(
    'Must be at least 8 characters.',
  )
  await expect(page.getByLabel('Confirm New Password')).toHaveAccessibleDescription('Passwords must match.')
  await setPassword(page, NEW_PASSWORD)
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Password changed')).toBeVisible()
  expect(referers.length).toBeGreaterThan(0)
  expect(referers.filter(Boolean)).toEqual([])
  const answers = await Promise.all(
    [PASSWORD, NEW_PASSWORD].map((pwd) => request.post(login.path, { data: { user: name, pwd } })),
  )
  expect(answers.map((answer) => answer.status())).toEqual([401, 200])

  await page.goto(place)
  await setPassword(page, 'another kettle')
  await expectFocusedAlert(page, 'This link is no longer valid. Please ask for a new one.')
  await page.getByRole('link', { name: 'Ask for a new one' }).click()
  await expect(page).toHaveURL('/forgot')
})

test(
  'asking tells nobody whether there is such an account, and has an end',
  NIGHTLY,
  async ({ page, request, mail, usersServer, expectedErrors }) => {
    expectedErrors.push(/429/)
    const name = await usersServer.addUser(request)
    await page.goto('/forgot')
    await askFor(page, 'nobody-at-all')
    await expect(page.getByRole('status').filter({ hasText: ON_ITS_WAY })).toBeFocused()
    for (let time = 0; time < 2; time++) {
      await askFor(page, name)
      await mail.waitForMail(`${name}@example.com`)
    }
    await askFor(page, name)
    await expectFocusedAlert(page, /^Too many tries\. Please wait .+ and try again\.$/)
    await expect(page.getByLabel('Username or Email')).toHaveValue(name)
  },
)

test('without an answer the page says so', NIGHTLY, async ({ page, expectedErrors }) => {
  expectedErrors.push(/./)
  await page.goto('/forgot')
  await expect(page.getByRole('button', { name: 'Send Link' })).toBeVisible()
  await cutOff(page)
  await askFor(page, 'robin')
  await expectFocusedAlert(page, 'No server response')
})

test('a link without its token leads to nothing', NIGHTLY, async ({ page }) => {
  await page.goto('/reset')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("There's nothing here")
})

base(
  'without a mail server the login offers no Forgot Password, and its page says why',
  NIGHTLY,
  async ({ page, expectedErrors }) => {
    expectedErrors.push(/409/)
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Forgot Password' })).toHaveCount(0)
    await page.goto('/forgot')
    await askFor(page, 'robin')
    await expectFocusedAlert(page, 'This server can’t send email. Ask your administrator to reset your password.')
  },
)

test(
  'while the mail server takes no mails the login still leads there, and the page says so before and after',
  NIGHTLY,
  async ({ page, mail, request, usersServer, expectedErrors }) => {
    expectedErrors.push(/503/)
    const name = await usersServer.addUser(request)
    const admin = await signedIn(request, name)
    usersServer.setRole('grant', name, Role.Admin)
    await mail.stop()
    await request.post(forgot.path, { data: { user: name } })
    const fails = async () =>
      ((await (await request.get(`${usersServer.url}/site`)).json()) as { mailFails: boolean }).mailFails
    await expect.poll(fails).toBe(true)

    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot Password' }).click()
    const said = 'Email can’t be sent right now. Please try again in a few minutes.'
    await expect(page.getByText(said)).toBeVisible()
    await askFor(page, name)
    await expectFocusedAlert(page, said)
    // The other tests have their mails.
    await mail.start()
    await admin.call(sendTestMail, {})
    await expect.poll(fails).toBe(false)
  },
)
