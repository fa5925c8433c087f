import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { atMost } from '../../../src/shared/contract/text-rules.ts'
import { chooseOption, fill, mountApp } from '../../support/mount-app.tsx'
import { dialog, expectAccessible, expectToast } from '../../support/on-screen.ts'
import { furnished } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  const hall = await robin.newRoom(projectID, 'Hall')
  const paint = await robin.newItemOf(['Paint', 'Wall Paint'], {
    projectID,
    roomID: hall,
    inputs: { field1: 'Harrow & Vale', field2: 'Dry Sage #B9C6B4', field3: 'HV-6102' },
  })
  const faucet = await robin.newItem(projectID, hall, { field1: 'Castellan' })
  const kitchen = await robin.newRoom(projectID)
  await robin.newRoom(projectID, 'Study')
  return { people: { robin }, things: { projectID, hall, kitchen, paint, faucet } }
})

/** Papers of the project, with one of them open. */
const openPaper = async (name: string, link = 'Open to Print') => {
  const server = await start()
  const { projectID } = server.things
  const mounted = await mountApp(server, { path: `/projecthome?projectID=${projectID}&papers=1`, user: 'robin' })
  await mounted.click('button', new RegExp(`^${name}`))
  const part = within(await screen.findByRole('region', { name }))
  const select = async (label: string, choice: string) =>
    chooseOption(mounted.user, await part.findByLabelText(label), choice)
  const expectLink = (query: string) =>
    waitFor(() =>
      expect(part.getByRole('link', { name: link })).toHaveAttribute('href', `/paper?projectID=${projectID}&${query}`),
    )
  return { ...server.things, ...mounted, part, select, expectLink }
}

test('the spec book is of the rooms, the size and the parts that were chosen', async () => {
  const { click, part, select, expectLink, hall } = await openPaper('Spec Book')
  await expectLink('kind=book&size=letter')
  await select('Paper', 'A4')
  await select('Rooms', 'Hall')
  await click('checkbox', 'Prices', part)
  await click('checkbox', 'Notes', part)
  await expectLink(`kind=book&size=a4&roomID=${hall}&without=notes%2Cprices`)
  await click('checkbox', 'Notes', part)
  await expectLink(`kind=book&size=a4&roomID=${hall}&without=prices`)
})

test('the finish schedule is of the rooms that were chosen, of which one stays', async () => {
  const { click, part, select, expectLink, hall, kitchen } = await openPaper('Finish Schedule')
  await expectLink('kind=schedule&size=letter')
  await select('Rooms', 'Several Rooms')
  await expectLink('kind=schedule&size=letter')
  await click('checkbox', 'Study', part)
  await click('checkbox', 'Notes', part)
  await expectLink(`kind=schedule&size=letter&rooms=${hall}%2C${kitchen}&without=notes`)
  await click('checkbox', 'Kitchen', part)
  expect(part.getByRole('checkbox', { name: 'Hall' })).toBeDisabled()
  await expectAccessible()
})

test('trade lists and the house card are of the parts that were chosen', async () => {
  const lists = await openPaper('Trade Lists')
  await lists.select('Trade', 'Painter')
  await lists.select('Paper', 'A4')
  await lists.click('checkbox', 'Prices', lists.part)
  await lists.expectLink('kind=trade&size=a4&trade=painter&without=prices')
  await lists.click('button', /^House Card/)
  const card = within(await screen.findByRole('region', { name: 'House Card' }))
  await lists.click('checkbox', 'Pictures', card)
  expect(card.getByRole('link', { name: 'Open to Print' })).toHaveAttribute(
    'href',
    `/paper?projectID=${lists.projectID}&kind=home&size=letter&without=pictures`,
  )
})

test('QR labels are printed for rooms or chosen items, from the first free label', async () => {
  const { click, part, select, expectLink, hall, paint } = await openPaper('QR Labels', 'Print QR Labels')
  await expectLink('kind=labels&sheet=avery5160&things=both&from=1')
  await select('First Label', '5, in row 2')
  await select('Labels For', 'Rooms')
  await expectLink('kind=labels&sheet=avery5160&things=rooms&from=5')
  await select('Sheet', '62 mm Roll')
  expect(part.queryByLabelText('First Label')).toBeNull()
  await select('Rooms', 'Hall')
  await select('Labels For', 'Items')
  await click('checkbox', 'Castellan, Faucet', part)
  expect(part.getByRole('checkbox', { name: /^Dry Sage/ })).toBeDisabled()
  await expectLink(`kind=labels&sheet=roll&things=items&from=1&roomID=${hall}&items=${paint}`)
})

test('a paint links to its touch-up card, and no other item does', async () => {
  const server = await start()
  const { projectID, paint, faucet } = server.things
  const { open } = await mountApp(server, { path: `/edititem?itemID=${paint}`, user: 'robin' })
  expect(await screen.findByRole('link', { name: 'Print Touch-Up Card' })).toHaveAttribute(
    'href',
    `/paper?projectID=${projectID}&kind=touchup&itemID=${paint}`,
  )
  await open(`/edititem?itemID=${faucet}`)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Castellan')
  expect(screen.queryByRole('link', { name: 'Print Touch-Up Card' })).toBeNull()
})

const openRevisions = async () => {
  const opened = await openPaper('Issued Revisions')
  const press = () => opened.click('button', 'Issue Revision', opened.part)
  const confirm = async () => opened.click('button', 'Issue Revision', await dialog('Issue Revision'))
  const expectRows = (count: number) =>
    waitFor(() => expect(opened.part.queryAllByRole('listitem')).toHaveLength(count))
  return { ...opened, press, confirm, expectRows }
}

test('a revision whose answer got lost is issued once when pressed again, and again after Cancel', async () => {
  const { click, lose, press, confirm, expectRows } = await openRevisions()
  const connect = lose(/\/revision$/)
  await press()
  await confirm()
  await expectRows(1)
  connect()
  await confirm()
  await expectToast('Issued Revision 1')
  await expectRows(1)

  const again = lose(/\/revision$/)
  await press()
  await confirm()
  await expectRows(2)
  again()
  await click('button', 'Cancel', await dialog())
  await press()
  await confirm()
  await expectToast('Issued Revision 3')
  await expectRows(3)
})

test('issuing a revision refuses a long note and can be canceled', async () => {
  const { user, click, hold, part, press, confirm } = await openRevisions()
  await press()
  const issue = await dialog('Issue Revision')
  const note = issue.getByLabelText(/^Note/)
  await fill(user, note, 'x'.repeat(1001))
  expect(await issue.findByText(atMost(1000))).toBeVisible()
  await fill(user, note, 'For the tiler')
  const letGo = hold('/revision')
  await confirm()
  expect(await issue.findByText(/^Making/)).toBeVisible()
  await click('button', 'Cancel', issue)
  letGo()
  await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
  expect(part.queryAllByRole('listitem')).toEqual([])
})
