import { getReminders, updateReminders, WEEKDAYS } from '../../../src/shared/upkeep/reminders.api.ts'
import { createTask } from '../../../src/shared/upkeep/tasks.api.ts'
import { expect, onMailing as test } from '../../support/e2e.ts'
import { axeFindings, COLOUR_RULES, expectAccessible } from '../../support/e2e-page.ts'

const DAY = 24 * 60 * 60_000

test('a reminder can be read in light and dark, and its link ends them by a press on a page without a script', async ({
  page,
  user,
  mailing,
  mail,
}) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  // The next mail is not sent today or tomorrow, whatever day this is.
  const weekday = WEEKDAYS[(new Date().getUTCDay() + 4) % 7]
  await user.call(updateReminders, { body: { weekday } })
  const day = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
  for (const [name, days] of [
    ['Change Water Filter BWF-20', -12],
    ['Clean Gutters', 1],
  ] as const)
    await user.call(createTask, { body: { projectID, roomID, inputs: { name, day: day(days), repeats: null } } })
  await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], { field1: 'Castellan', field6: day(40) })
  const cottage = await user.newProject('Lakeside Cottage')
  const drain = { name: 'Drain Pipes', day: day(1), repeats: null }
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
