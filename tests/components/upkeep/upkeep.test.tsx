import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addItemFiles, listItems } from '../../../src/shared/items/items.api.ts'
import { listLinks } from '../../../src/shared/sharing/links.api.ts'
import { dateInWords } from '../../../src/shared/lib/dates.ts'
import { getReminders } from '../../../src/shared/upkeep/reminders.api.ts'
import { localDay } from '../../support/days.ts'
import { addMember } from '../../support/members.ts'
import { chooseOption, field, fill, mountApp } from '../../support/mount-app.tsx'
import { expectAt } from '../../support/on-screen.ts'
import { furnished, PASSWORD, startTestApp } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const casey = await newUser('casey')
  const projectID = await robin.newProject()
  const basement = await robin.newRoom(projectID, 'Basement', 'Whole House')
  const kitchen = await robin.newRoom(projectID)
  return { people: { robin, casey }, things: { projectID, basement, kitchen } }
})

const listItem = (text: string) => screen.getAllByRole('listitem').find((row) => row.textContent.includes(text)) ?? null

test('without emergency details a home says what to record, and leads there', async () => {
  const server = await start()
  const { projectID } = server.things
  const { click } = await mountApp(server, { path: `/projecthome?projectID=${projectID}`, user: 'robin' })
  await click('link', 'Add your water and power shutoffs and who to call.')
  expect(await screen.findByRole('heading', { name: 'Not Recorded Yet' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Print House Card' })).toHaveAttribute(
    'href',
    `/paper?projectID=${projectID}&kind=home`,
  )
  await click('link', 'Create Item: Shut-Off Valve')
  expect(await screen.findByRole('heading', { level: 1, name: 'Create Item' })).toBeVisible()
})

test('a link to a room shows its emergency details without a login', async () => {
  const server = await start()
  const { robin } = server.people
  const { projectID, basement: roomID } = server.things
  const plumber = { field1: 'Quillan', field2: 'Plumber', field4: '(555) 010-0163, tess@quillan.example' }
  await robin.newItemOf(['Records', 'Contractor / Supplier'], { projectID, roomID, inputs: plumber })
  await robin.newLink(projectID, roomID)
  const { links } = await robin.must(listLinks, { query: { projectID } })
  const { click } = await mountApp(server, { path: new URL(links[0]?.address ?? '').pathname })
  await click('link', 'In an Emergency')
  expect(await screen.findByRole('heading', { level: 1, name: 'In an Emergency' })).toBeVisible()
  expect(screen.getByRole('link', { name: /^Call \(555\) 010-0163/ })).toHaveAttribute('href', 'tel:5550100163')
  expect(screen.queryByRole('link', { name: /^Open Item/ })).toBeNull()
  await click('link', 'Basement')
  expect(await screen.findByRole('heading', { level: 1, name: 'Basement' })).toBeVisible()
})

test('a viewer sees what is missing before a handover without a way to change it', async () => {
  const server = await start()
  const { robin, casey } = server.people
  const { projectID, kitchen: roomID } = server.things
  const inputs = { field1: 'Harrow & Vale', field2: 'Verdigris', field3: 'HV-6118' }
  await robin.newItemOf(['Paint', 'Wall Paint'], { projectID, roomID, inputs })
  await addMember(server.services.db, projectID, 'casey', 'viewer')
  const path = `/projecthome?projectID=${projectID}&ready=1`
  const { open } = await mountApp(server, { path, user: 'casey' })
  expect(await screen.findByRole('link', { name: 'Verdigris HV-6118' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Not Needed/ })).toBeNull()
  expect(screen.queryByRole('textbox', { name: /^Sheen/ })).toBeNull()
  await open(`/projecthome?projectID=${await casey.newProject()}&ready=1`)
  expect(await screen.findByRole('heading', { name: /^Nothing to hand over/ })).toBeVisible()
})

test('one value fills all items that lack it, with one Undo', async () => {
  const server = await start()
  const { robin } = server.people
  const { projectID, kitchen: roomID } = server.things
  for (const field2 of ['Verdigris', 'Dry Sage']) {
    const inputs = { field1: 'Harrow & Vale', field2, field3: 'HV-6118' }
    await robin.newItemOf(['Paint', 'Wall Paint'], { projectID, roomID, inputs })
  }
  const { user, click } = await mountApp(server, { path: `/projecthome?projectID=${projectID}&ready=1`, user: 'robin' })
  await fill(user, await screen.findByRole('textbox', { name: 'Sheen of all 2' }), 'Eggshell')
  await click('button', 'Fill All 2')
  const sheens = async () => ((await robin.must(listItems, { query: { roomID } })) ?? []).map(({ field4 }) => field4)
  await waitFor(async () => expect(await sheens()).toEqual(['Eggshell', 'Eggshell']))
  await click('button', 'Undo')
  await waitFor(async () => expect(await sheens()).toEqual(['', '']))
})

test('Coming Up shows what ends in all homes, what is overdue, and leads to the item, its receipt and a phone call', async () => {
  const server = await start()
  const { robin } = server.people
  const { projectID, kitchen } = server.things
  const newItem = (field1: string, field6: string, notes = '') =>
    robin.newItem(projectID, kitchen, { field1, field6, notes })
  const itemID = await newItem('Castellan', localDay(80), 'Call (555) 010-0122')
  const files = (await robin.upload([{ name: 'Hatch receipt.txt', bytes: Buffer.from('Paid') }])).map(
    ({ filename, remote }) => ({ name: filename, remote }),
  )
  await robin.must(addItemFiles, { body: { itemID, files } })
  for (const days of [3, 20, 400, 500]) await newItem(`Marlow ${days}`, localDay(-days))
  await newItem('Norrland', 'Feb 2199')
  const cottage = await robin.newProject('Lakeside Cottage')
  await robin.newItem(cottage, await robin.newRoom(cottage), { field1: 'Aldous', field6: localDay(70) })
  const { click } = await mountApp(server, { path: '/selectproject', user: 'robin' })
  await click('link', 'Coming Up')
  expect(await screen.findByText('4 overdue · 2 due in 90 days · 2 homes')).toBeVisible()
  expect(listItem('Warranty for Castellan ends')).toHaveTextContent('in 80 days')
  expect(listItem('Warranty for Castellan ends')).toHaveTextContent('Maple Street, Kitchen, Faucet')
  expect(listItem('Warranty for Aldous ends')).toHaveTextContent('Lakeside Cottage')
  expect(listItem('Warranty for Norrland ends')).toHaveTextContent('Feb 2199')
  expect(listItem('Warranty for Marlow 3 ended')).toHaveTextContent('3 days ago')
  expect(listItem('Marlow 500')).toBeNull()
  await click('button', 'Show Earlier')
  await waitFor(() => expect(listItem('Marlow 500')).toBeVisible())

  await click('link', 'Lakeside Cottage 1')
  await waitFor(() => expect(listItem('Warranty for Castellan ends')).toBeNull())
  expect(listItem('Warranty for Aldous ends')).toBeVisible()
  await click('link', 'All 7')
  const call = await screen.findByRole('link', { name: 'Call (555) 010-0122: Castellan' })
  expect(call).toHaveAttribute('href', 'tel:5550100122')
  expect(screen.getByRole('link', { name: 'Files: Aldous' })).toBeVisible()
  await click('link', 'Receipt: Castellan')
  await waitFor(() => expect(screen.getAllByText('Hatch receipt.txt')[0]).toBeVisible())
  history.back()
  await click('link', 'Warranty for Castellan ends')
  await expectAt(`/edititem?itemID=${itemID}`)
})

test('an item shows how long its warranty lasts, and that it has ended', async () => {
  const server = await start()
  const { projectID, kitchen: roomID } = server.things
  const newItem = (field5: string, field6: string) =>
    server.people.robin.newItemOf(['Appliances', 'Dishwasher'], { projectID, roomID, inputs: { field5, field6 } })
  const lasting = await newItem(localDay(-20), localDay(20))
  const ended = await newItem('', localDay(-3))
  const inWords = (days: number) => dateInWords(localDay(days), 'en-US')
  const { open } = await mountApp(server, { path: `/edititem?itemID=${lasting}`, user: 'robin' })
  const card = await screen.findByRole('article')
  await waitFor(() => expect(card).toHaveTextContent(`Under warranty until ${inWords(20)}`))
  expect(card).toHaveTextContent('20 days left')
  await open(`/edititem?itemID=${ended}`)
  await waitFor(() => expect(screen.getByRole('article')).toHaveTextContent(`Warranty ended ${inWords(-3)}`))
})

/** With a mail server, which no test waits for. */
const startMailing = async () => {
  const server = await startTestApp({ smtpURL: 'smtp://127.0.0.1:9' })
  const robin = await server.newUser('robin')
  const open = (path: string) => mountApp(server, { path, user: 'robin' })
  /** The mailbox refused the last three reminders. */
  const refuse = async () => {
    const { db } = server.services
    const refusal = '550 No such mailbox'
    await db
      .insertInto('reminders')
      .values({ user_id: 1, zone: 'UTC', refusals: 3, refusal })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ refusals: 3, refusal }))
      .execute()
    await db.updateTable('users').set({ remind_at: null }).execute()
  }
  return { robin, open, refuse }
}

const REFUSED = /bounced\. The mail server said: 550 No such mailbox/

test('My Account turns reminders off and on, sets weekday and zone, and says when the next one comes', async () => {
  const { robin, open } = await startMailing()
  const { user, click, open: visit } = await open('/account')
  expect(await screen.findByLabelText('Weekday')).toHaveValue('sunday')
  expect(await screen.findByText(/^Next on Sunday.* 7:00.*, if something is due\./)).toBeVisible()
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  // Nobody was asked for it.
  await waitFor(async () => expect((await robin.must(getReminders, {})).zone).toBe(timeZone))
  await chooseOption(user, field('Weekday'), 'Friday')
  expect(await screen.findByText(/^Next on Friday/)).toBeVisible()
  await chooseOption(user, field('Time Zone'), 'Asia/Tokyo')
  await waitFor(async () =>
    expect(await robin.must(getReminders, {})).toMatchObject({ weekday: 'friday', zone: 'Asia/Tokyo' }),
  )
  await click('checkbox', /^Email me once a week/)
  await waitFor(() => expect(screen.queryByLabelText('Weekday')).toBeNull())
  await visit('/comingup')
  await click('checkbox', /^Email me once a week/)
  expect(await screen.findByText(/Next on Friday/)).toBeVisible()
  expect(await robin.must(getReminders, {})).toMatchObject({ isOn: true, weekday: 'friday' })
})

test('a mailbox that refused reminders shows in My Account, and Try Again tries it', async () => {
  const { open, refuse } = await startMailing()
  await refuse()
  const { click } = await open('/account')
  expect(await screen.findByText(REFUSED)).toBeVisible()
  await click('button', 'Try Again')
  expect(await screen.findByText(/Next on Sunday/)).toBeVisible()
  expect(screen.queryByText(REFUSED)).toBeNull()
})

test('another mailbox is named as soon as it is saved, and was not refused', async () => {
  const { open, refuse } = await startMailing()
  await refuse()
  const { user, click } = await open('/account')
  expect(await screen.findByText(REFUSED)).toBeVisible()
  await fill(user, field('Email Address'), 'robin@homes.example')
  await fill(user, screen.getAllByLabelText('Current Password')[0] as HTMLElement, PASSWORD)
  await click('button', 'Update Account')
  expect(await screen.findByText(/ to robin@homes\.example\.$/)).toBeVisible()
  expect(screen.queryByText(REFUSED)).toBeNull()
  expect(within(screen.getByRole('main')).getByText(/Next on/)).toBeVisible()
})
