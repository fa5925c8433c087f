import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Role } from '../../../src/shared/contract/roles.ts'
import { getItem, listItems, updateItem } from '../../../src/shared/items/items.api.ts'
import { setLabels } from '../../../src/shared/structure/labels.api.ts'
import { setRole } from '../../../src/server/identity/account/users.repo.ts'
import { addMember } from '../../support/members.ts'
import { button, chooseOption, field, fill, mountApp } from '../../support/mount-app.tsx'
import { dialog, expectAccessible, expectAt, expectFocusedAlert, expectToast } from '../../support/on-screen.ts'
import { sentenceOf } from '../../support/problems.ts'
import { furnished } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  await newUser('casey')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID)
  const itemID = await robin.newItem(projectID, roomID, { field1: 'Castellan', notes: 'Left side.' })
  const paint = await robin.newItemOf(['Paint', 'Wall Paint'], {
    projectID,
    roomID,
    inputs: {
      field1: 'Harrow & Vale Interior',
      field2: 'Dry Sage',
      field3: 'HV-6102, #B9C6B4',
      field4: 'Eggshell',
      notes: 'Leftover: www.example.com/paint or (555) 010-0168.',
    },
  })
  return { people: { robin }, things: { projectID, roomID, itemID, paint } }
})

/** Create Item of an empty kitchen, or the page of its faucet. */
const open = async (page: 'new item' | 'faucet' | 'paint') => {
  const server = await start()
  const { projectID, roomID, itemID, paint } = server.things
  const path = {
    'new item': `/createitem?projectID=${projectID}&roomID=${roomID}`,
    faucet: `/edititem?itemID=${itemID}`,
    paint: `/edititem?itemID=${paint}`,
  }[page]
  const room = `/roomitems?roomID=${roomID}`
  return { server, ...server.people, ...server.things, room, ...(await mountApp(server, { path, user: 'robin' })) }
}

const combobox = (name: string) => screen.findByRole('combobox', { name })

const chooseFaucet = async (user: UserEvent) => {
  await chooseOption(user, field('Category'), 'Plumbing')
  await chooseOption(user, field('Subcategory'), 'Faucet')
  await combobox('Model Number')
}

// Proves 4.10
test('Create and Add Another stays for one more of the same subcategory and clears the fields', async () => {
  const { user, click, robin, roomID } = await open('new item')
  await chooseFaucet(user)
  await fill(user, await combobox('Brand'), 'Norwood')
  await click('button', 'Create and Add Another')
  await expectToast('Successfully Created New Item')
  expect(field('Category')).toHaveDisplayValue('Plumbing')
  expect(field('Subcategory')).toHaveDisplayValue('Faucet')
  expect(await combobox('Brand')).toHaveValue('')
  const what = await combobox('What is it?')
  await waitFor(() => expect(what).toHaveFocus())
  await user.keyboard('sink')
  expect(what).toHaveValue('sink')
  expect(await robin.must(listItems, { query: { roomID } })).toHaveLength(3)
})

test('another category hides the fields of the subcategory before', async () => {
  const { user } = await open('new item')
  await chooseFaucet(user)
  expect(button('Create Item')).not.toHaveAttribute('aria-disabled')
  await chooseOption(user, field('Category'), 'Paint')
  expect(screen.queryByRole('combobox', { name: 'Model Number' })).toBeNull()
  expect(button('Create Item')).toHaveAttribute('aria-disabled', 'true')
})

test('Ctrl+S and Enter save an item, on keyboards of other alphabets too', async () => {
  const { user, click, robin, roomID, itemID, room } = await open('new item')
  await chooseFaucet(user)
  await fill(user, await combobox('Brand'), 'Norwood')
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ы', code: 'KeyS', ctrlKey: true })
  await expectAt(room)
  expect((await robin.must(listItems, { query: { roomID } })).map(({ title }) => title)).toContain('Norwood')
  await click('link', 'Castellan')
  await fill(user, await combobox('Model Number'), 'K-77')
  await user.keyboard('{Enter}')
  await expectAt(room)
  expect(await robin.must(getItem, { query: { itemID } })).toMatchObject({ field1: 'Castellan', field2: 'K-77' })
})

// Proves 4.12
test('leaving a new item with text asks first, and so does Clear Form', async () => {
  const { user, click } = await open('new item')
  await chooseFaucet(user)
  await fill(user, await combobox('Brand'), 'Norwood')
  await click('link', 'Kitchen')
  const question = await dialog('Unsaved Changes')
  expect(question.getByRole('button', { name: 'Keep Working' })).toHaveFocus()
  await expectAccessible()
  await click('button', 'Keep Working')
  await click('button', 'Clear Form')
  await click('button', 'Keep Working')
  expect(await combobox('Brand')).toHaveValue('Norwood')
  await click('button', 'Clear Form')
  await click('button', 'Clear Form', await dialog())
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Brand' })).toBeNull())

  await chooseFaucet(user)
  await fill(user, await combobox('Brand'), 'Norwood')
  await click('link', 'Maple Street')
  await click('button', 'Abandon Changes')
  expect(await screen.findByRole('heading', { level: 1, name: 'Maple Street' })).toBeVisible()
})

// Proves 1.3, 2.29, 5.10
test('items are grouped by category, with other last and links to three categories', async () => {
  const { open: visit, robin, projectID, roomID, room } = await open('faucet')
  await robin.newItemOf(['Other', 'Other'], { projectID, roomID })
  await robin.newItemOf(['Appliances', 'Dishwasher'], { projectID, roomID })
  await robin.newItemOf(['Appliances', 'Cooktop'], { projectID, roomID })
  await visit(room)
  const heads = async (level: number) =>
    (await screen.findAllByRole('heading', { level })).map(({ textContent }) => textContent)
  expect(await heads(2)).toEqual(['Appliances', 'Paint', 'Plumbing', 'Other'])
  expect(await heads(3)).toEqual(['Cooktop', 'Dishwasher', 'Wall Paint', 'Faucet', 'Other'])
  expect(within(screen.getByRole('navigation', { name: 'Categories' })).getAllByRole('link')).toHaveLength(4)
})

// Proves 2.36
test('Clear Fields empties the form only after confirmation, and saves nothing', async () => {
  const { click, robin, itemID } = await open('faucet')
  await click('button', 'Clear Fields')
  await click('button', 'Keep Working')
  expect(await combobox('Brand')).toHaveValue('Castellan')
  await click('button', 'Clear Fields')
  await click('button', 'Clear Form')
  await waitFor(() => expect(field('Brand')).toHaveValue(''))
  expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveValue('')
  expect(await robin.must(getItem, { query: { itemID } })).toMatchObject({ field1: 'Castellan', note: 'Left side.' })
})

test('the second of two people who save one item sees what the first saved and loses nothing', async () => {
  const { user, click, robin, itemID } = await open('faucet')
  await fill(user, await combobox('Brand'), 'Castellan & Sons')
  await robin.must(updateItem, { body: { itemID, inputs: { field1: 'Castellan Works' } } })
  await click('button', 'Update Item')
  expect(await screen.findByRole('cell', { name: 'Castellan Works' })).toBeVisible()
  expect(await combobox('Brand')).toHaveValue('Castellan & Sons')
  expect(await robin.must(getItem, { query: { itemID } })).toMatchObject({ field1: 'Castellan Works' })
  await expectAccessible()
})

// Proves 2.34
test('unsaved changes of an item are asked about on every way out but its other tab', async () => {
  const { user, click, itemID, room } = await open('faucet')
  await fill(user, await combobox('Brand'), 'Castellan & Sons')
  await click('tab', /Attachments/)
  await expectAt(`/edititem?itemID=${itemID}&tab=attachments`)
  await click('tab', 'Item Details')
  const path = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  const main = within(screen.getByRole('navigation', { name: 'Main' }))
  for (const leave of [
    () => click('link', 'Home', path),
    () => click('link', 'Maple Street', path),
    () => click('link', 'Kitchen', path),
    () => click('link', 'Help', main),
    () => click('button', 'Log Out'),
  ]) {
    await leave()
    await click('button', 'Keep Working')
    expect(await combobox('Brand')).toHaveValue('Castellan & Sons')
  }
  await click('link', 'Kitchen', path)
  await click('button', 'Abandon Changes')
  await expectAt(room)
  expect(await screen.findByRole('link', { name: 'Castellan' })).toBeVisible()
})

// Proves 2.33
test('Update Item without an item leads to the projects', async () => {
  await mountApp(await start(), { path: '/edititem', user: 'robin' })
  await expectAt('/selectproject')
})

test('fields that were put in another order keep their texts, and a sentence says so', async () => {
  const { server, user, click, robin, itemID, roomID } = await open('new item')
  const { subcatID, labels } = await robin.must(getItem, { query: { itemID } })
  await chooseFaucet(user)
  await fill(user, await combobox('Brand'), 'Norwood')
  await setRole(server.services.db, 'robin', Role.Reseller, true)
  const [first, second, ...others] = labels.map(({ propID }) => propID)
  await robin.must(setLabels, { body: { subcatID, fields: [second ?? null, first ?? null, ...others] } })
  await click('button', 'Create Item')
  await expectFocusedAlert(sentenceOf('labels_changed'))
  const names = screen.getAllByRole('combobox').map((each) => each.getAttribute('name'))
  const boxes = screen.getAllByRole('combobox').filter((_, at) => names[at]?.startsWith('label'))
  expect(boxes[0]).toHaveAccessibleName('Model Number')
  expect(await combobox('Brand')).toHaveValue('Norwood')
  await click('button', 'Create Item')
  await expectToast('Successfully Created New Item')
  expect((await robin.must(listItems, { query: { roomID } })).at(-1)).toMatchObject({ field1: '', field2: 'Norwood' })
})

test('a viewer sees the values of an item and nothing that changes it', async () => {
  const server = await start()
  const { projectID, paint } = server.things
  await addMember(server.services.db, projectID, 'casey', 'viewer')
  await mountApp(server, { path: `/edititem?itemID=${paint}`, user: 'casey' })
  const card = within(await screen.findByRole('article'))
  expect(card.getByRole('button', { name: 'Copy HV-6102' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Edit Fields' })).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('fields suggest a keyboard for what they hold, and the browser checks nothing', async () => {
  const { open: visit, robin, projectID, roomID } = await open('faucet')
  const modesOf = async (subcategory: string) => {
    const itemID = await robin.newItemOf(['Records', subcategory], { projectID, roomID })
    await visit(`/edititem?itemID=${itemID}`)
    const { form } = (await screen.findByRole('button', { name: 'Update Item' })) as HTMLButtonElement
    expect(form?.noValidate).toBe(true)
    const boxes = screen.getAllByRole('combobox') as HTMLInputElement[]
    return boxes.filter(({ name }) => name.startsWith('field')).map(({ inputMode }) => inputMode)
  }
  // The fourth is a telephone number or an email address.
  expect(await modesOf('Contractor / Supplier')).toEqual(['', '', '', 'email', '', ''])
  // The fifth is a cost, such as '$650 incl. tax'.
  expect(await modesOf('Service Record')).toEqual(['', '', '', '', '', ''])
})
