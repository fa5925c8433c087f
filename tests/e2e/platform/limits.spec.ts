import type { Locator, Page } from '@playwright/test'
import { LIMITS } from '../../../src/shared/contract/limits.ts'
import { atMost, SENTENCES } from '../../../src/shared/contract/text.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'

/** A house counts once, though it is two units of UTF-16 and four bytes. */
const ofLength = (length: number): string => '🏠'.repeat(length)
const emailOfLength = (length: number): string => `${'e'.repeat(length - 12)}@example.com`

const expectRefused = async (box: Locator, text: string, sentence: string) => {
  await box.fill(text)
  await box.blur()
  await expect(box).toHaveAttribute('aria-invalid', 'true')
  await expect(box).toHaveAccessibleDescription(new RegExp(sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
}

const expectTaken = async (box: Locator, text: string) => {
  await box.fill(text)
  await box.blur()
  await expect(box).not.toHaveAttribute('aria-invalid', 'true')
}

/** At the limit and one below it a text is taken, one above it is refused with the sentence. */
const expectLimit = async (box: Locator, limit: number, make = ofLength) => {
  await expectRefused(box, make(limit + 1), atMost(limit))
  await expectTaken(box, make(limit))
  await expectTaken(box, make(limit - 1))
}

const box = (page: Page, label: string): Locator =>
  page.getByRole('textbox', { name: new RegExp(`^${label}( \\(?optional\\)?)?$`, 'i') })

/** What register and account have in common beside the e-mail address. */
const LINES = ['Phone Number', 'First Name', 'Last Name', 'Company', 'Address', 'Address 2', 'City', 'State', 'Zip']

// Proves 2.12, 5.1, 5.2, 9.1
test('register takes every text up to its limit and refuses one character more', NIGHTLY, async ({ page }) => {
  await page.goto('/register')
  const username = box(page, 'Username')
  await expectRefused(username, 'abc', SENTENCES.username)
  await expectTaken(username, 'abcd')
  await expectTaken(username, 'a'.repeat(LIMITS.usernameMax))
  await expectRefused(username, 'a'.repeat(LIMITS.usernameMax + 1), SENTENCES.username)

  await expectLimit(box(page, 'Email Address'), LIMITS.email, emailOfLength)
  for (const label of LINES) await expectLimit(box(page, label), LIMITS.line)

  const password = page.getByLabel('Password', { exact: true })
  await expectRefused(password, ofLength(LIMITS.passwordMin - 1), SENTENCES.password)
  await expectTaken(password, ofLength(LIMITS.passwordMin))
  await expectTaken(password, ofLength(LIMITS.passwordMax))
  await expectRefused(password, ofLength(LIMITS.passwordMax + 1), atMost(LIMITS.passwordMax))
})

// Proves 5.2, 5.12
test('the account takes every text up to its limit and refuses one character more', NIGHTLY, async ({ page, user }) => {
  expect(user.name).toBeTruthy()
  await page.goto('/account')
  await expect(box(page, 'City')).toHaveValue('Burlington')
  await expectLimit(box(page, 'Email Address'), LIMITS.email, emailOfLength)
  for (const label of LINES) await expectLimit(box(page, label), LIMITS.line)
  const password = page.getByLabel('New Password', { exact: true })
  await expectRefused(password, ofLength(LIMITS.passwordMin - 1), SENTENCES.password)
  await expectTaken(password, ofLength(LIMITS.passwordMin))
  await expectTaken(password, ofLength(LIMITS.passwordMax))
  await expectRefused(password, ofLength(LIMITS.passwordMax + 1), atMost(LIMITS.passwordMax))
})

test('a project takes every text up to its limit and refuses one character more', NIGHTLY, async ({ page, user }) => {
  expect(user.name).toBeTruthy()
  await page.goto('/projectsetup')
  for (const label of ['Project Name', 'Client', 'Address', 'Address 2', 'City', 'State', 'Zip']) {
    await expectLimit(box(page, label), LIMITS.line)
  }
})

// Proves 5.5
test('what a project needs is told under each field, and nothing is sent', async ({ page, user }) => {
  expect(user.name).toBeTruthy()
  await page.goto('/projectsetup')
  await page.getByRole('button', { name: 'Create Project' }).click()
  for (const label of ['Project Name', 'Address', 'City', 'State', 'Zip']) {
    await expect(box(page, label)).toHaveAccessibleDescription(/Required\./)
  }
  for (const label of ['Client', 'Address 2'])
    await expect(box(page, label)).not.toHaveAttribute('aria-invalid', 'true')
  await expect(box(page, 'Project Name')).toBeFocused()
  await expect(page).toHaveURL('/projectsetup')
})

// Proves 5.6, 9.2
test(
  'a room name of 32 characters is taken, one of 33 is refused; name and type are needed',
  NIGHTLY,
  async ({ page, user }) => {
    const projectID = await user.newProject('Maple Street')
    await page.goto(`/createroom?projectID=${projectID}`)
    const name = box(page, 'Room Name')
    const type = page.getByRole('combobox', { name: 'Room Type' })
    await page.getByRole('button', { name: 'Create Room' }).click()
    await expect(name).toHaveAccessibleDescription(/Required\./)
    await expect(type).toHaveAttribute('aria-invalid', 'true')
    await expectLimit(name, LIMITS.roomName)
    await type.selectOption({ label: 'Kitchen' })
    await name.fill(ofLength(LIMITS.roomName))
    await page.getByRole('button', { name: 'Create Room' }).click()
    await expect(page.getByRole('link', { name: `${ofLength(LIMITS.roomName)}, Kitchen, 0 items` })).toBeVisible()
  },
)

// Proves 5.7, 9.4
test(
  'an item takes 255 characters in each field and its notes and refuses one more',
  NIGHTLY,
  async ({ page, user }) => {
    const projectID = await user.newProject('Maple Street')
    const roomID = await user.newRoom(projectID, 'Kitchen')
    await page.goto(`/createitem?projectID=${projectID}&roomID=${roomID}`)
    await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label: 'Plumbing' })
    await page.getByRole('combobox', { name: 'Sub Category' }).selectOption({ label: 'Faucet' })
    await expect(page.getByRole('combobox', { name: 'Model Number' })).toBeVisible()
    const fields = page.getByRole('combobox').and(page.locator('[name^="label"]'))
    await expect(fields).toHaveCount(LIMITS.itemFields)
    for (const field of await fields.all()) await expectLimit(field, LIMITS.itemField)
    await expect(page.getByRole('textbox')).toHaveCount(1)
    await expectLimit(page.getByRole('textbox', { name: 'Notes', exact: true }), LIMITS.notes)
  },
)
