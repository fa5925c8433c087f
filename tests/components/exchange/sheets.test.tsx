import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listItems, updateItem } from '../../../src/shared/items/items.api.ts'
import { button, chooseOption, fill, mountApp } from '../../support/mount-app.tsx'
import { chooseFile, expectAccessible, expectFocusedAlert, expectToast } from '../../support/on-screen.ts'
import { sentenceOf } from '../../support/problems.ts'
import { furnished } from '../../support/test-app.ts'
import { NO_TABLE } from '../../../src/server/exchange/sheets/reading/xlsx-package.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID)
  const itemID = await robin.newItem(projectID, roomID, { field1: 'Castellan' })
  return { people: { robin }, things: { projectID, roomID, itemID } }
})

const csvOf = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join(',')).join('\n')
const choose = async (text: string) => {
  chooseFile(await screen.findByLabelText('Choose File'), new File([text], 'finishes.csv', { type: 'text/csv' }))
}

const open = async () => {
  const server = await start()
  const { projectID, roomID } = server.things
  const { robin } = server.people
  const path = `/projecthome?projectID=${projectID}&spreadsheet=1`
  const items = () => robin.must(listItems, { query: { roomID } })
  return { robin, ...server.things, ...(await mountApp(server, { path, user: 'robin' })), items }
}

test('corrected cells are checked automatically, rows left out, and unclear dates asked about once', async () => {
  const { user, click } = await open()
  const long = 'R'.repeat(40)
  await choose(
    csvOf([
      ['Room', 'Subcategory', 'Brand', 'Warranty Expires'],
      ['Kitchen', 'Faucet', 'Castellan', '03/04/2031'],
      ['Kitchen', 'Faucet', 'Varde', 'Lifetime'],
      ['', 'Total', '2', ''],
      [long, 'Sink', 'Varde', ''],
      [long, 'Faucet', 'Boreal', ''],
    ]),
  )
  await click('button', 'Preview Import')
  await click('button', 'Leave Out row 4')
  await click('button', 'Leave Out row 3')
  await click('button', 'Include row 3')
  // Equal cells are corrected as one.
  await fill(user, await screen.findByLabelText('row 5, row 6, Room: longer than 32'), 'Kitchen')
  expect(await screen.findByLabelText('row 5, row 6, Room: fixed')).toHaveFocus()
  const day = screen.getByLabelText('What does 03/04/2031 mean?')
  await chooseOption(user, day, 'Day first: April 3, 2031')
  await expectAccessible()
  expect(await screen.findByText('2031-04-03')).toBeVisible()
  expect(screen.getByText('Not imported: row 4.')).toBeVisible()
  expect(screen.getByText('Warranty Expires: Lifetime (1 row)')).toBeVisible()
  await click('button', 'Import 4 Rows')
  expect(await screen.findByText('Imported 4 items')).toBeVisible()
})

test('a list that is imported again asks what to do with its rows, and names what is left out', async () => {
  const { robin, itemID, user, click, projectID, roomID } = await open()
  await robin.newItemOf(['Appliances', 'Dishwasher'], { projectID, roomID, inputs: { field3: 'S-1001' } })
  await choose(
    csvOf([
      ['Room', 'Subcategory', 'Brand', 'Serial Number', 'Supplier', 'Item', 'Updated'],
      ['Kitchen', 'Dishwasher', 'Brennholt', 'S-1001', 'Harbor', '', ''],
      ['Kitchen', 'Old Faucet', 'Castellan', '', '', String(itemID), ''],
    ]),
  )
  await click('button', 'Preview Import')
  expect(await screen.findByText('1 of these rows has the serial number of an item in this project.')).toBeVisible()
  const what = screen.getByLabelText('What to do with this row')
  expect(screen.getByText('Subcategory Old Faucet has been renamed or removed: 1 item stays in Faucet.')).toBeVisible()
  await chooseOption(user, what, 'Update the items that exist')
  expect(await screen.findByRole('button', { name: 'Import 1 Row' })).toBeVisible()
  expect(screen.getByText('Dishwasher has no field for Supplier: 1 value of existing items is left out.')).toBeVisible()
  await expectAccessible()
})

test('changes are listed by item, and nothing is imported after somebody else changed one', async () => {
  const { robin, projectID, itemID, click } = await open()
  await choose('one\ntwo\n')
  await expectFocusedAlert(NO_TABLE)
  const { body } = await robin.raw({ url: `/sheet?projectID=${projectID}&format=csv` })
  await choose(body.replace('Castellan', 'Castellan & Sons'))
  await click('button', 'Preview Import')
  await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent('Brand Castellan → Castellan & Sons'))
  await robin.must(updateItem, { body: { itemID, inputs: { field3: 'Brass' } } })
  await click('button', 'Import 1 Row')
  await expectFocusedAlert(sentenceOf('sheet_changed'))
})

test('the empty spreadsheet has columns that the import knows', async () => {
  const { click } = await open()
  const link = await screen.findByRole('link', { name: 'Empty Spreadsheet' })
  const [, titles = ''] = decodeURIComponent((link as HTMLAnchorElement).href).split(/,(.+)/)
  await choose(`${titles}\r\nKitchen,Faucet,Norwood,N-1,S-1,Chrome,2026-01-30,2031-01-30,Left`)
  for (const title of titles.split(',')) expect(await screen.findByLabelText(title)).not.toHaveValue('ignore')
  await click('button', 'Preview Import')
  expect(await screen.findByRole('button', { name: 'Import 1 Row' })).toBeVisible()
})

/** A spreadsheet of one new item whose remarks are not imported. */
const openMatched = async () => {
  const opened = await open()
  await choose(
    csvOf([
      ['Area', 'Type', 'Make', 'Remarks'],
      ['Kitchen', 'Faucet', 'Norwood', 'left of the sink'],
    ]),
  )
  await chooseOption(opened.user, await screen.findByLabelText('Remarks'), 'Don’t Import')
  return opened
}

const openPreviewed = async () => {
  const opened = await openMatched()
  await opened.click('button', 'Preview Import')
  await screen.findByRole('button', { name: 'Import 1 Row' })
  return opened
}

test('a preview is canceled, and the choices stay', async () => {
  const { click, hold } = await openMatched()
  await click('link', 'Maple Street')
  await click('button', 'Keep Working')
  const letGo = hold('/checksheet')
  await click('button', 'Preview Import')
  expect(await screen.findByText(/^Checking 1 row/)).toBeVisible()
  await click('button', 'Cancel')
  letGo()
  await waitFor(() => expect(screen.queryByText(/^Checking/)).toBeNull())
  expect(screen.getByLabelText('Remarks')).toHaveValue('ignore')
  await click('button', 'Preview Import')
  expect(await screen.findByRole('button', { name: 'Import 1 Row' })).toBeVisible()
})

test('an import is canceled before it began, the choices stay, and it can be imported later', async () => {
  const { click, hold, items } = await openPreviewed()
  const letGo = hold(/\/importsheet$/)
  await click('button', 'Import 1 Row')
  expect(await screen.findByText(/^Importing 1 row/)).toBeVisible()
  await click('button', 'Cancel')
  expect(await screen.findByText('Canceled. Nothing was imported.')).toBeVisible()
  expect(screen.getByLabelText('Remarks')).toHaveValue('ignore')
  expect(await items()).toHaveLength(1)
  letGo()
  await click('button', 'Import 1 Row')
  expect(await screen.findByText('Imported 1 item')).toBeVisible()
  expect(await items()).toHaveLength(2)
})

test('an import continues after its page was left, and says there what it did, with Undo', async () => {
  const { click, hold, items } = await openPreviewed()
  const letGo = hold('/importsheet')
  await click('button', 'Import 1 Row')
  await click('link', 'Maple Street')
  expect(await screen.findByRole('link', { name: /^Kitchen/ })).toBeVisible()
  letGo()
  await expectToast('Imported 1 item')
  await click('button', 'Undo')
  await expectToast('Moved 1 item to the trash.')
  expect(await items()).toHaveLength(1)
})

test('an import whose answers got lost is asked about, and is not done again', async () => {
  const { click, lose, items } = await openPreviewed()
  const connect = lose('/importsheet')
  await click('button', 'Import 1 Row')
  await expectFocusedAlert('No server response. We don’t know yet whether the import finished.')
  expect(screen.queryByRole('button', { name: /^(Check|Import|Choose)/ })).toBeNull()
  await expectAccessible()
  connect()
  await click('button', 'Try Again')
  expect(await screen.findByText('Imported 1 item')).toBeVisible()
  expect(await items()).toHaveLength(2)
})

test('Undo of an import without a connection stays there to be tried again', async () => {
  const { click, cutOff, items } = await openPreviewed()
  await click('button', 'Import 1 Row')
  expect(await screen.findByText('Imported 1 item')).toBeVisible()
  const connect = cutOff()
  await click('button', 'Undo')
  expect(await screen.findByText('No server response')).toBeVisible()
  expect(button('Undo')).toBeVisible()
  connect()
  await click('button', 'Undo')
  await expectToast('Moved 1 item to the trash.')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(await items()).toHaveLength(1)
})

test('titles in two rows and headings are recognized, said, and can be chosen otherwise', async () => {
  const { user, click } = await open()
  await choose(
    csvOf([
      ['Item', 'Product', '', 'Purchase', ''],
      ['', 'Brand', 'Finish', 'Date', 'Price'],
      ['KITCHEN', '', '', '', ''],
      ['Faucet', 'Castellan', 'Brass', '2026-03-02', '129'],
      ['Faucet', 'Varde', 'Chrome', '2026-03-05', ''],
    ]),
  )
  expect(await screen.findByText('Rows 1 and 2 are read as titles.')).toBeVisible()
  expect(screen.getByText('1 row is read as a heading of the rows below: KITCHEN.')).toBeVisible()
  expect(screen.getByLabelText('Heading')).toHaveValue('room')
  expect(screen.getByLabelText('Purchase Date')).toHaveValue('label Purchase Date')
  await expectAccessible()
  await click('checkbox', 'Fill blank rooms and subcategories from the row above')
  await click('checkbox', 'Fill blank cells of Purchase Price from the row above')
  await click('button', 'Preview Import')
  expect(await screen.findByText('Ready to import: 2 new items, 0 updates, 0 unchanged.')).toBeVisible()
  expect(screen.getAllByText(/Purchase Price: 129/)).toHaveLength(2)
  await chooseOption(user, screen.getByLabelText('Rows with a single cell'), 'All Are Items')
  expect(await screen.findByLabelText('Titles')).toBeVisible()
  expect(screen.queryByLabelText('Heading')).toBeNull()
  await chooseOption(user, await screen.findByLabelText('Titles'), 'Row 2')
  expect(await screen.findByLabelText('Date')).toBeVisible()
  await chooseOption(user, await screen.findByLabelText('Titles'), 'Recognize Titles')
  expect(await screen.findByLabelText('Purchase Date')).toBeVisible()
})
