import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NOTHING_TO_SAVE } from '../../../src/web/lib/forms/use-form.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { button, chooseOption, field, fill, mountApp } from '../../support/mount-app.tsx'
import { furnished, signIn } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const admin = await newUser('admin', [Role.Admin])
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID)
  const itemID = await robin.newItem(projectID, roomID, { field1: 'Castellan' })
  return { people: { robin, admin }, things: { projectID, roomID, itemID } }
})

const expectMissing = (element: HTMLElement, sentence: string) => {
  expect(element).toHaveAttribute('aria-invalid', 'true')
  expect(element).toHaveAccessibleDescription(expect.stringContaining(sentence))
}

// Proves 4.2
test('Register marks every missing field and moves to the first', async () => {
  const { user } = await mountApp(await start(), { path: '/register' })
  expect(button('Register')).toHaveAttribute('aria-disabled', 'true')
  await user.click(button('Register'))
  expect(field('Username')).toHaveFocus()
  for (const name of ['Email Address', 'Phone Number', 'First Name', 'Address', 'Zip']) {
    expectMissing(field(name), 'Required.')
  }
  expectMissing(field('Password'), SENTENCES.password)
  expect(screen.getByRole('textbox', { name: /^Company/ })).not.toHaveAttribute('aria-invalid')
})

test('Enter in a field of Register marks the missing fields', async () => {
  const { user } = await mountApp(await start(), { path: '/register' })
  await fill(user, field('Username'), 'sasha')
  await user.click(field('Last Name'))
  await user.keyboard('{Enter}')
  expect(field('Email Address')).toHaveFocus()
  expect(field('Username')).not.toHaveAttribute('aria-invalid')
  expectMissing(field('City'), 'Required.')
})

// Proves 4.9
test('Create Item marks the category, then the subcategory', async () => {
  const server = await start()
  const { projectID, roomID } = server.things
  const { user } = await mountApp(server, {
    path: `/createitem?projectID=${projectID}&roomID=${roomID}`,
    user: 'robin',
  })
  await user.click(button('Create Item'))
  expect(field('Category')).toHaveFocus()
  expectMissing(field('Category'), 'Required.')
  await chooseOption(user, field('Category'), 'Plumbing')
  await user.click(button('Create and Add Another'))
  expect(field('Subcategory')).toHaveFocus()
  expectMissing(field('Subcategory'), 'Required.')
  expect(field('Category')).not.toHaveAttribute('aria-invalid')
})

test('a form without changes says that there is nothing to save', async () => {
  const server = await start()
  const { user } = await mountApp(server, { path: `/edititem?itemID=${server.things.itemID}`, user: 'robin' })
  await user.click(button('Update Item'))
  expect(await screen.findByText(NOTHING_TO_SAVE)).toBeVisible()
  await fill(user, await screen.findByRole('combobox', { name: 'Brand' }), 'Harrow')
  expect(screen.queryByText(NOTHING_TO_SAVE)).toBeNull()
})

test('Save Project without changes says that there is nothing to save', async () => {
  const server = await start()
  const { user } = await mountApp(server, { path: `/editproject?projectID=${server.things.projectID}`, user: 'robin' })
  await user.click(button('Save Project'))
  expect(await screen.findByText(NOTHING_TO_SAVE)).toBeVisible()
})

// Proves 4.4
test('Delete Project asks for the exact name', async () => {
  const server = await start()
  const { user } = await mountApp(server, { path: `/editproject?projectID=${server.things.projectID}`, user: 'robin' })
  await user.click(button('Delete Project'))
  const dialog = within(screen.getByRole('alertdialog', { name: /Delete/ }))
  const name = dialog.getByRole('textbox')
  await fill(user, name, 'maple street')
  await user.click(dialog.getByRole('button', { name: 'Delete Project' }))
  expect(name).toHaveFocus()
  expectMissing(name, 'Type the project name exactly as shown.')
})

test('the forms of the account mark their fields', async () => {
  const { user } = await mountApp(await start(), { path: '/account', user: 'robin' })
  await user.click(button('Change Password'))
  const current = screen.getAllByLabelText('Current Password').at(-1) as HTMLElement
  expect(current).toHaveFocus()
  expectMissing(current, 'Required.')
  expectMissing(field('New Password'), SENTENCES.password)
  await user.click(button('Delete Account'))
  const dialog = within(screen.getByRole('alertdialog', { name: /Delete/ }))
  await user.click(dialog.getByRole('button', { name: 'Delete Account' }))
  expectMissing(dialog.getByLabelText('Password'), 'Required.')
})

test('ending a session needs the password', async () => {
  const server = await start()
  await signIn(server.app, 'robin')
  const { user } = await mountApp(server, { path: '/account', user: 'robin' })
  await user.click(screen.getAllByRole('button', { name: /^End the Session of / })[0] as HTMLElement)
  const dialog = within(screen.getByRole('dialog', { name: /^End the Session/ }))
  const password = dialog.getByLabelText('Password')
  await user.click(dialog.getByRole('button', { name: 'End Session' }))
  expect(password).toHaveFocus()
  expectMissing(password, 'Required.')
  await fill(user, password, 'x')
  expect(dialog.getByRole('button', { name: 'End Session' })).not.toHaveAttribute('aria-disabled')
})

// Proves 5.13, 5.14
test('the forms of administration mark their fields', async () => {
  const { user } = await mountApp(await start(), { path: '/admin/home', user: 'admin' })
  await user.click(button('Create Room'))
  expect(field('Name')).toHaveFocus()
  expectMissing(field('Name'), 'Required.')
  await user.click(button('Rename'))
  const dialog = within(screen.getByRole('dialog', { name: /Rename/ }))
  await user.click(dialog.getByRole('button', { name: 'Rename' }))
  expectMissing(dialog.getByLabelText('Name'), 'That’s already its name.')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))

  await user.click(screen.getByRole('link', { name: 'Edit Room' }))
  await screen.findByLabelText('Add a category')
  await user.click(button('Create'))
  expectMissing(field('Add a category'), SENTENCES.categoryBlank)
  await fill(user, field('Add a category'), 'Nowhere else')
  await user.click(button('Add'))
  expectMissing(field('Add a category'), 'No category with this name yet. Choose Create to add it.')
})
