import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Role } from '../../../src/shared/contract/roles.ts'
import { getItem } from '../../../src/shared/items/items.api.ts'
import { setRole } from '../../../src/server/identity/users.repo.ts'
import { button, field, mountApp } from '../../support/mount-app.tsx'
import { chooseFile, expectAccessible, expectAt, expectDisabled, expectFocusedAlert } from '../../support/on-screen.ts'
import { startTestApp } from '../../support/test-app.ts'

const MB = 1024 * 1024

/** No two of them have equal bytes. */
const file = (name: string, size = 1024) => new File([Buffer.alloc(size, name)], name)

const start = async (config: Parameters<typeof startTestApp>[0] = {}) => {
  const server = await startTestApp(config)
  const robin = await server.newUser('robin')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID)
  const itemID = await robin.newItem(projectID, roomID, { field1: 'Castellan' })
  const open = async (path: string) => mountApp(server, { path, user: 'robin' })
  const attached = async () => (await robin.must(getItem, { query: { itemID } })).attachments.map(({ name }) => name)
  return { server, projectID, roomID, attachments: `/edititem?itemID=${itemID}&tab=attachments`, open, attached }
}

const addFiles = () => screen.getByLabelText('Add Files')
const entry = (name: string) => {
  const list = within(screen.getByRole('list', { name: /^(Uploading\.\.\.|Attached Files:|Not attached:)$/ }))
  return list.getAllByRole('listitem').find((row) => row.textContent.includes(name)) ?? null
}

// Proves 2.38, 2.41
test('an item without files shows a disabled None, and what the previewer can show', async () => {
  const { attachments, open } = await start()
  await open(attachments)
  expect(await screen.findByRole('button', { name: 'None' })).toBeDisabled()
  const previewer = within(screen.getByRole('region', { name: 'File Previewer' }))
  expect(previewer.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...['PDF', 'JPEG', 'PNG', 'GIF'],
  ])
})

test('uploads are canceled one by one, and the others are attached without an error', async () => {
  const { attachments, open, attached } = await start()
  const { click, hold } = await open(attachments)
  const letGo = hold('/upload')
  await screen.findByText(/^Up to/)
  chooseFile(addFiles(), file('slow.bin'), file('small.bin'), file('wrong.bin'))
  expect(await screen.findByText('Uploading...')).toBeVisible()
  await expectAccessible()
  await click('button', 'Cancel slow.bin')
  await waitFor(() => expect(entry('slow.bin')).toBeNull())
  expect(addFiles()).toHaveFocus()
  await click('button', 'Cancel wrong.bin')
  letGo()
  expect(await screen.findByText('Attached Files:')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(await attached()).toEqual(['small.bin'])
})

test('a refused upload says why and succeeds on Retry when the reason has passed', async () => {
  const { server, attachments, open, attached } = await start()
  const { click } = await open(attachments)
  await screen.findByText(/^Up to/)
  const mayUpload = (may: boolean) => setRole(server.services.db, 'robin', Role.User, may)
  await mayUpload(false)
  chooseFile(addFiles(), file('manual.bin'), file(`${'warranty '.repeat(20)}.pdf`))
  expect(await screen.findByText('Not attached:')).toBeVisible()
  expect(entry('manual.bin')).toHaveTextContent("You don't have permissions to do that")
  expect(await screen.findByText(/Unable to upload files/)).toBeVisible()
  await expectAccessible()
  await click('button', 'Dismiss warranty warranty warranty warr[...].pdf')
  await mayUpload(true)
  await click('button', 'Retry manual.bin')
  expect(await screen.findByText('Attached Files:')).toBeVisible()
  expect(await attached()).toEqual(['manual.bin'])
})

test('limits are shown before choosing, and each file beyond them is named', async () => {
  const { attachments, open, attached } = await start({ maxFileBytes: MB, maxFilesPerUpload: 3 })
  await open(attachments)
  expect(await screen.findByText('Up to 3 files, 1 MB each', { exact: false })).toBeVisible()
  chooseFile(addFiles(), file('huge.bin', MB + 1), file('fits.bin', MB), file('large.bin', 2 * MB))
  await expectFocusedAlert('"huge.bin", "large.bin" are larger than 1 MB and were not added.')
  expect(await screen.findByText('Attached Files:')).toBeVisible()
  expect(await attached()).toEqual(['fits.bin'])
  chooseFile(addFiles(), ...['a', 'b', 'c', 'd'].map((name) => file(name, 1)))
  await expectFocusedAlert('You can add up to 3 files at a time. You chose 4, so none were added.')
})

// Proves 2.38, 4.9, 4.11
test('files chosen for a new item are uploaded before it can be created, and go with it', async () => {
  const { projectID, roomID, open } = await start()
  const { user, click, hold } = await open(`/createitem?projectID=${projectID}&roomID=${roomID}`)
  await user.selectOptions(field('Category'), 'Plumbing')
  await user.selectOptions(field('Subcategory'), 'Sink')
  const letGo = hold('/upload')
  chooseFile(await screen.findByLabelText('Upload Files'), file('guide.pdf'), file('count.csv'), file('wrong.bin'))
  expect(await screen.findByText('Uploading...')).toBeVisible()
  expectDisabled(button('Create Item'))
  expectDisabled(button('Create and Add Another'))
  letGo()
  expect(await screen.findByText('Attached Files:')).toBeVisible()
  await click('button', 'Remove wrong.bin')
  await click('button', 'Create Item')
  await expectAt(`/roomitems?roomID=${roomID}`)
  expect(await screen.findByRole('link', { name: '2 files, open attachments' })).toBeVisible()
})
