import type { APIRequestContext, Page } from '@playwright/test'
import { forgot, login } from '../../../src/shared/identity/auth.api.ts'
import { expect, onMailing as test } from '../../support/e2e.ts'
import { expectFocusedAlert } from '../../support/e2e-page.ts'
import { PASSWORD } from '../../support/e2e-server.ts'
import { linkIn, type MailServer, type ReceivedMail } from '../../support/mail-server.ts'

const NEW_PASSWORD = 'copper kettle'

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
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await expect(page).toHaveURL('/forgot')
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
