import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listItems, updateItem } from '../../../src/shared/items/items.api.ts'
import { button, chooseOption, field, fill } from '../../support/mount-app.tsx'
import { chooseFile, expectAccessible, expectAt } from '../../support/on-screen.ts'
import { openHome } from '../../support/open-home.ts'

const BACK = 'We kept what you typed before this page reloaded. It isn’t saved yet.'
const findNote = async () => {
  const text = await screen.findByText(/^(We kept what you typed|You typed something here)/)
  return text.closest<HTMLElement>('[role=status]')
}
const brand = () => screen.findByRole('combobox', { name: 'Brand' })

/** All that the tab keeps of what was typed. */
const kept = () =>
  Object.entries({ ...sessionStorage })
    .filter(([key]) => key.startsWith('roomfolio.draft'))
    .join('\n')

test('a new item comes back after a reload, with its file, until it is saved', async () => {
  const { robin, roomID, user, click, open } = await openHome(
    (things) => `/createitem?projectID=${things.projectID}&roomID=${things.roomID}`,
  )
  await chooseOption(user, field('Category'), 'Plumbing')
  await chooseOption(user, field('Subcategory'), 'Faucet')
  await fill(user, await brand(), 'Harrow')
  await fill(user, field('Notes'), 'Left of the window')
  chooseFile(await screen.findByLabelText('Upload Files'), new File(['CS-40-112'], 'label.txt'))
  expect(await screen.findByText('Attached Files:')).toBeVisible()

  await open()
  expect(await findNote()).toHaveTextContent(BACK)
  await expectAccessible()
  expect(await brand()).toHaveValue('Harrow')
  expect(field('Notes')).toHaveValue('Left of the window')
  expect(await screen.findByRole('list', { name: 'Attached Files:' })).toHaveTextContent('label.txt')
  await click('button', 'Create Item')
  await expectAt(`/roomitems?roomID=${roomID}`)
  expect(await robin.must(listItems, { query: { roomID } })).toMatchObject([
    { field1: 'Castellan' },
    { field1: 'Harrow', note: 'Left of the window', attachments: [{ name: 'label.txt' }] },
  ])
  expect(kept()).toBe('')
})

test('text over what somebody has changed since is offered, and taken or discarded', async () => {
  const { robin, itemID, user, click, open } = await openHome((things) => `/edititem?itemID=${things.itemID}`)
  await fill(user, await brand(), 'Norwood')
  await robin.must(updateItem, { body: { itemID, inputs: { field1: 'Alder' } } })
  await open()
  expect(await findNote()).toHaveTextContent('The saved version has changed since then.')
  expect(await brand()).toHaveValue('Alder')
  await click('button', 'Restore Text')
  expect(await brand()).toHaveValue('Norwood')
  expect(await findNote()).toHaveTextContent(BACK)
  await click('button', 'Discard Text')
  expect(await brand()).toHaveValue('Alder')
  expect(screen.queryByText(BACK)).toBeNull()
  expect(kept()).toBe('')
})

test('log out and abandoned changes leave nothing in the tab, and no password ever gets there', async () => {
  const { user, click, open } = await openHome((things) => `/edititem?itemID=${things.itemID}`)
  await fill(user, await brand(), 'Norwood')
  await waitFor(() => expect(kept()).toContain('Norwood'))
  await click('link', 'Kitchen', within(screen.getByRole('navigation', { name: 'Breadcrumb' })))
  await click('button', 'Abandon Changes')
  expect(await screen.findByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible()
  expect(kept()).toBe('')

  await open('/account')
  await fill(user, field('Phone Number'), '(555) 010-0111')
  await fill(user, field('Email Address'), 'robin@homes.example')
  await fill(user, screen.getAllByLabelText('Current Password')[0] as HTMLElement, 'correct horse')
  await waitFor(() => expect(kept()).toContain('010-0111'))
  expect(kept()).not.toContain('horse')
  await user.click(button('Log Out'))
  await click('button', 'Abandon Changes')
  await expectAt('/')
  expect(kept()).toBe('')
})

test('Back closes a dialog, asks before it loses text, and a reload brings that back', async () => {
  const { user, click, open } = await openHome(() => '/selectproject')
  await click('link', 'Coming Up', within(screen.getByRole('navigation', { name: 'Main' })))
  const task = async () => within(await screen.findByRole('dialog', { name: 'New Task' }))
  const expectClosed = async () => {
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New Task' })).toBeNull())
    await expectAt('/comingup')
  }
  await click('button', 'New Task')
  await task()
  history.back()
  await expectClosed()

  await click('button', 'New Task')
  await fill(user, (await task()).getByLabelText('Task'), 'Clean the gutters')
  history.back()
  const question = async () => within(await screen.findByRole('alertdialog', { name: 'Unsaved Changes' }))
  await expectAccessible()
  await click('button', 'Keep Working', await question())
  expect((await task()).getByLabelText('Task')).toHaveValue('Clean the gutters')

  await open()
  await click('button', 'New Task')
  expect(await findNote()).toHaveTextContent(BACK)
  expect((await task()).getByLabelText('Task')).toHaveValue('Clean the gutters')
  await user.keyboard('{Escape}')
  await click('button', 'Abandon Changes', await question())
  await expectClosed()
  expect(kept()).toBe('')
})
