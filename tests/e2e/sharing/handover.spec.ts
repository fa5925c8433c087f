import type { Page } from '@playwright/test'
import { expect, onMailing } from '../../support/e2e.ts'
import { newName, PASSWORD, registrationOf } from '../../support/e2e-server.ts'
import { registrationFields } from '../../support/registration-fields.ts'
import { linkIn } from '../../support/mail-server.ts'

const open = async (page: Page, address: string) => {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const placeOf = (link: string | URL): string => new URL(link).pathname + new URL(link).hash

const logIn = async (page: Page, name: string) => {
  await page.getByLabel('Username or Email').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Signs up where the page has led to, and comes back logged in. */
const signUp = async (page: Page, name: string) => {
  const texts = { ...registrationFields(registrationOf(name)), 'First Name': 'Bea' }
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await logIn(page, name)
}

onMailing(
  'a home is handed over by mail to a buyer who signs up, and its former owner looks at what they may still see',
  async ({ page, user, mail, expectedErrors }) => {
    // Another person at the same browser; the owner's page is not there for a Viewer.
    expectedErrors.push('401 /', '403 /offer')
    const projectID = await user.newProject('Maple Street')
    const roomID = await user.newRoom(projectID, 'Kitchen')
    const itemID = await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], {
      field1: 'Castellan',
      notes: 'x',
    })
    await user.attach(itemID, [{ name: 'a.txt', bytes: Buffer.from('a') }])

    await open(page, `/projecthome?projectID=${projectID}`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Hand Over', exact: true }).click()
    await expect(page).toHaveTitle('Hand Over · Maple Street · Roomfolio')
    await page.getByRole('button', { name: 'Send Offer' }).click()
    await expect(page.getByLabel('New owner’s email')).toBeFocused()
    await expect(page.getByText('Required.')).toBeVisible()
    await page.getByLabel('New owner’s email').fill('buyer@example.com')
    await page.getByLabel('Message').fill('The keys are on the hook.')

    // What is left out is said before, and what tells of it goes with it.
    const then = page.getByRole('region', { name: 'When They Accept' })
    await expect(then.getByRole('listitem')).toHaveText([/ lose access/])
    await page.getByLabel('Notes of 1 item').uncheck()
    await expect(page.getByLabel(/^History, \d+ changes$/)).toBeDisabled()
    await expect(then.getByRole('listitem').nth(1)).toHaveText('The notes of 1 item are permanently deleted.')
    await expect(then.getByRole('listitem').nth(2)).toHaveText(
      /^History \(\d+ changes\) and issued revisions are permanently deleted\.$/,
    )
    await page.getByLabel('Notes of 1 item').check()
    await page.getByLabel('Keep view-only access for me').check()
    await expect(then.getByRole('listitem')).toHaveText([/ can still view it/])
    await page.getByRole('button', { name: 'Send Offer' }).click()
    await expect(page.getByRole('status').filter({ hasText: ' buyer@example.com.' })).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Offered to buyer@example.com' })).toBeVisible()

    const place = placeOf(linkIn(await mail.waitForMail('buyer@example.com')))
    await page.context().clearCookies()
    await open(page, place)
    await expect(page).toHaveURL('/accept')
    await expect(page).toHaveTitle('Accept a Project · Roomfolio')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accept "Maple Street"?')
    await expect(page.getByText('The keys are on the hook.')).toBeVisible()
    const buyer = newName()
    await page.getByRole('link', { name: 'Create New Account' }).click()
    await signUp(page, buyer)
    await expect(page).toHaveURL('/accept')
    await page.getByRole('button', { name: `Accept as ${buyer}` }).click()
    await expect(page).toHaveURL(`/projecthome?projectID=${projectID}`)
    await expect(page.getByRole('status').filter({ hasText: '"Maple Street"' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit Project' })).toBeVisible()

    const told = linkIn(await mail.waitForMail(`${user.name}@example.com`))
    await page.context().clearCookies()
    await page.goto(told.pathname + told.search)
    await logIn(page, user.name)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maple Street')
    await expect(page.getByRole('link', { name: 'Edit Project' })).toHaveCount(0)
    await open(page, `/projectactivity?projectID=${projectID}`)
    const first = page.getByRole('listitem').filter({ hasText: 'Project Handed Over' })
    await expect(first).toContainText('From Robin Sample to Bea Sample')
    await open(page, `/handover?projectID=${projectID}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("There's nothing here")
  },
)
