import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getItem, updateItem } from '../../../src/shared/items/items.api.ts'
import { chooseOption, fill, mountApp } from '../../support/mount-app.tsx'
import { dialog, expectAccessible, expectAt, expectToast } from '../../support/on-screen.ts'
import { furnished } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID)
  // A faucet has Warranty Expires in its last field.
  const faucet = await robin.newItem(projectID, roomID, { field1: 'Castellan', field6: 'sometime' })
  const fridge = await robin.newItemOf(['Appliances', 'Refrigerator'], {
    projectID,
    roomID,
    inputs: { field5: '2031-01-30' },
  })
  const alarmRoom = await robin.newRoom(projectID, 'Hall')
  const alarm = await robin.newItemOf(['Lighting & Electrical', 'Smoke / CO Alarm'], {
    projectID,
    roomID: alarmRoom,
    inputs: { field1: 'Wexley', field2: 'Beacon 2', field3: 'CR2' },
  })
  return { people: { robin }, things: { projectID, roomID, faucet, fridge, alarmRoom, alarm } }
})

const open = async (item: 'faucet' | 'fridge') => {
  const server = await start()
  const itemID = server.things[item]
  const { robin } = server.people
  const mounted = await mountApp(server, { path: `/edititem?itemID=${itemID}`, user: 'robin' })
  const stored = async () => (await robin.must(getItem, { query: { itemID } })).field6
  return { ...server.things, ...mounted, robin, itemID, stored }
}

const warranty = () => screen.findByRole('combobox', { name: 'Warranty Expires' })
const expectReadAs = async (box: HTMLElement, text: string) =>
  waitFor(() => expect(box).toHaveAccessibleDescription(text))

test('a date is read as people write it, shown as it was understood, and stored as ISO', async () => {
  const { user, click, roomID, stored } = await open('faucet')
  expect(await screen.findByText(/won’t appear in Coming Up/)).toBeVisible()
  const box = await warranty()
  await fill(user, box, '30.1.31')
  await expectReadAs(box, 'January 30, 2031')
  await click('button', 'Update Item')
  await expectAt(`/roomitems?roomID=${roomID}`)
  expect(await stored()).toBe('2031-01-30')
})

test('a date of several possible days is asked about, and stays as typed without an answer', async () => {
  const { user, click, open: visit, robin, itemID, roomID, stored } = await open('faucet')
  await fill(user, await warranty(), '03/04/2031')
  expect(await screen.findByRole('button', { name: 'April 3, 2031' })).toBeVisible()
  await expectAccessible()
  await click('button', 'Update Item')
  await expectAt(`/roomitems?roomID=${roomID}`)
  expect(await stored()).toBe('03/04/2031')

  await visit(`/edititem?itemID=${itemID}`)
  expect(await screen.findByText(/"03\/04\/2031" could be more than one day/)).toBeVisible()
  await click('button', 'April 3, 2031')
  const box = await warranty()
  expect(box).toHaveValue('2031-04-03')
  expect(box).toHaveFocus()
  await expectReadAs(box, 'April 3, 2031')
  await user.keyboard('{Enter}')
  await expectAt(`/roomitems?roomID=${roomID}`)
  expect(await stored()).toBe('2031-04-03')

  // A stored date that only some languages read as one day.
  await robin.must(updateItem, { body: { itemID, inputs: { field6: '5. listopada 2031' } } })
  await visit(`/edititem?itemID=${itemID}`)
  await click('button', 'October 5, 2031')
  expect(await warranty()).toHaveValue('2031-10-05')
})

test('the length of a warranty counts from the purchase and stays as it was written', async () => {
  const { user, click, open: visit, roomID, stored } = await open('fridge')
  const box = await warranty()
  await fill(user, box, '2 years')
  await expectReadAs(box, 'January 30, 2033, counted from Purchase Date')
  await click('button', 'Update Item')
  await expectAt(`/roomitems?roomID=${roomID}`)
  expect(await stored()).toBe('2 years')
  await visit('/comingup')
  expect(await screen.findByRole('link', { name: 'Warranty for Refrigerator ends' })).toBeVisible()
})

test('a date is in words where two people saved it', async () => {
  const { user, click, robin, itemID } = await open('faucet')
  await robin.must(updateItem, { body: { itemID, inputs: { field6: '2032-05' } } })
  await fill(user, await warranty(), '2033-06-07')
  await click('button', 'Update Item')
  expect(await screen.findByRole('row', { name: /Warranty Expires/ })).toHaveTextContent(/Jun 7, 2033\s*May 2032/)
})

test('a missing date is read in the list of missing details, and so is one set on many items', async () => {
  const server = await start()
  const { projectID, alarmRoom, alarm } = server.things
  const { robin } = server.people
  const stored = async () => (await robin.must(getItem, { query: { itemID: alarm } })).field6
  const path = `/projecthome?projectID=${projectID}&ready=1`
  const { user, click, open: visit } = await mountApp(server, { path, user: 'robin' })
  const box = await screen.findByRole('textbox', { name: 'Replace By of Wexley Beacon 2' })
  await fill(user, box, '03/04/2031')
  await waitFor(() => expect(box).toHaveAccessibleDescription(/^Which date did you mean\?/))
  await click('button', 'April 3, 2031')
  expect(box).toHaveValue('2031-04-03')
  await fill(user, box, '30.1.31')
  await expectReadAs(box, 'January 30, 2031')
  await user.keyboard('{Enter}')
  await expectToast('Updated item "Wexley Beacon 2"')
  expect(await stored()).toBe('2031-01-30')

  await visit(`/roomitems?roomID=${alarmRoom}`)
  await click('button', 'More')
  await click('button', 'Select')
  await click('checkbox', 'Select All')
  await click('button', 'Change a Field…')
  const change = await dialog()
  await chooseOption(user, await change.findByLabelText('Field'), 'Replace By')
  const value = change.getByLabelText('Value')
  await fill(user, value, 'Feb 5, 2036')
  await expectReadAs(value, 'February 5, 2036')
  await click('button', 'Set 1 Item')
  await expectToast('Set Replace By on 1 item to "Feb 5, 2036"')
  expect(await stored()).toBe('2036-02-05')
})
