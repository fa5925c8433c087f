import { getReminders } from '../../../src/shared/upkeep/reminders.api.ts'
import { createTask } from '../../../src/shared/upkeep/tasks.api.ts'
import { expect, NIGHTLY, onMailing as test } from '../../support/e2e.ts'
import { axeFindings, COLOUR_RULES, expectAccessible } from '../../support/e2e-page.ts'
import { PASSWORD } from '../../support/e2e-server.ts'

const DAY = 24 * 60 * 60_000

test('My Account turns reminders off and on, chooses weekday and zone, and says when the next one comes', async ({
  page,
  user,
}) => {
  await page.goto('/account')
  await expect(page.getByLabel('Weekday')).toHaveValue('sunday')
  const next = page.getByRole('status').filter({ hasText: 'Next on' })
  await expect(next).toContainText(/Next on Sunday, .+ 7:00 AM, if something is due\./)
  const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)
  // Without being asked for it.
  await expect.poll(async () => (await user.call(getReminders, {})).zone).toBe(zone)

  await page.getByLabel('Weekday').selectOption('Friday')
  await expect(next).toContainText('Next on Friday')
  await page.getByLabel('Time Zone').selectOption('Asia/Tokyo')
  await expect.poll(() => user.call(getReminders, {})).toMatchObject({ weekday: 'friday', zone: 'Asia/Tokyo' })
  await expectAccessible(page)

  await page.getByLabel('Email me once a week').click()
  await expect(page.getByText('No reminders are sent.')).toBeVisible()
  await expect(page.getByLabel('Weekday')).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Email me once a week')).not.toBeChecked()

  await page.goto('/comingup')
  await page.getByLabel('Email me once a week').click()
  await expect(page.getByText(/Next on Friday/)).toBeVisible()
  expect(await user.call(getReminders, {})).toMatchObject({ isOn: true, weekday: 'friday' })
})

test(
  'a mailbox with bounced mails shows in My Account, and a button tries it again',
  NIGHTLY,
  async ({ page, user, mailing }) => {
    mailing.server.refuseReminders(user.name, '550 No such mailbox')
    await page.goto('/account')
    const told = page.getByText(
      `${user.name}@example.com refused the last three. The mail server said: 550 No such mailbox`,
    )
    await expect(told).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByText(/Next on Sunday/)).toBeVisible()
    await expect(told).toHaveCount(0)
  },
)

test(
  'another mailbox is named as soon as it is saved, and is not the one that was set aside',
  NIGHTLY,
  async ({ page, user, mailing }) => {
    mailing.server.refuseReminders(user.name, '550 No such mailbox')
    await page.goto('/account')
    await expect(page.getByText('refused the last three')).toBeVisible()
    await page.getByLabel('Email Address').fill(`${user.name}@homes.example`)
    await page.getByLabel('Current Password').first().fill(PASSWORD)
    await page.getByRole('button', { name: 'Update Account' }).click()
    await expect(page.getByText(`It comes at seven in the morning, to ${user.name}@homes.example.`)).toBeVisible()
    await expect(page.getByText('refused the last three')).toHaveCount(0)
    await expect(page.getByRole('status').filter({ hasText: 'Next on' })).toBeVisible()
  },
)

test('a reminder can be read in light and dark, and its link ends them by a press on a page without a script', async ({
  page,
  user,
  mailing,
  mail,
}) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const day = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
  for (const [name, days] of [
    ['Change Water Filter BWF-20', -12],
    // Before the next mail, on any weekday.
    ['Clean Gutters', 0],
  ] as const)
    await user.call(createTask, { body: { projectID, roomID, inputs: { name, day: day(days), repeats: null } } })
  await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], { field1: 'Castellan', field6: day(40) })
  const cottage = await user.newProject('Lakeside Cottage')
  const drain = { name: 'Drain Pipes', day: day(0), repeats: null }
  await user.call(createTask, { body: { projectID: cottage, inputs: drain } })
  mailing.server.remindNow(user.name)
  const { subject, html, headers } = await mail.waitForMail(`${user.name}@example.com`)
  expect(subject).toBe('Coming up: 1 overdue, 2 this week, 1 in the next 90 days')

  const link = new URL(/<(.*)>/.exec(headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1] ?? '')
  const isOn = async () => (await user.call(getReminders, {})).isOn
  await page.goto(link.pathname)
  await expect(page.getByRole('heading', { level: 1, name: 'Turn Off Reminders?' })).toBeVisible()
  await expectAccessible(page)
  expect(await isOn()).toBe(true)
  await page.getByRole('button', { name: 'Turn Off Reminders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reminders Are Off' })).toBeVisible()
  expect(await isOn()).toBe(false)

  // As a mail program shows it.
  await page.setContent(html ?? '')
  await expect(page.getByRole('link', { name: 'Drain Pipes' })).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await axeFindings(page, COLOUR_RULES)).toEqual([])
})
