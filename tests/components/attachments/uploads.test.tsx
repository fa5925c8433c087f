import { readdirSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Role } from '../../../src/shared/contract/roles.ts'
import { addItemFiles, deleteItemFile, getItem, listItems } from '../../../src/shared/items/items.api.ts'
import { setRole } from '../../../src/server/identity/account/users.repo.ts'
import { button, chooseOption, field, fill, mountApp } from '../../support/mount-app.tsx'
import {
  chooseFile,
  expectAccessible,
  expectAt,
  expectDisabled,
  expectFocusedAlert,
  expectToast,
} from '../../support/on-screen.ts'
import { noise } from '../../support/sample-pictures.ts'
import { sentenceOf } from '../../support/problems.ts'
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
  return {
    server,
    robin,
    projectID,
    roomID,
    itemID,
    attachments: `/edititem?itemID=${itemID}&tab=attachments`,
    open,
    attached,
  }
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
  expect(entry('manual.bin')).toHaveTextContent(sentenceOf('role_missing'))
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

// Proves 2.31, 2.33, 2.38, 4.14
test('several files are attached to an item at once, and what was typed in its details stays', async () => {
  const { itemID, roomID, open } = await start()
  const { user, click } = await open(`/edititem?itemID=${itemID}`)
  const brand = () => screen.findByRole('combobox', { name: 'Brand' })
  await fill(user, await brand(), 'Castellan & Sons')
  await click('tab', /Attachments/)
  await expectAt(`/edititem?itemID=${itemID}&tab=attachments`)
  chooseFile(await screen.findByLabelText('Add Files'), file('guide.pdf'), file('zellij.jpg'), file('count.csv'))
  expect(await screen.findByText('Attached Files:')).toBeVisible()
  for (const name of ['guide.pdf', 'zellij.jpg', 'count.csv']) {
    expect(screen.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible()
  }
  expect(screen.getByRole('tab', { name: /Attachments/ })).toHaveTextContent('3')
  await click('tab', 'Item Details')
  expect(await brand()).toHaveValue('Castellan & Sons')
  await click('button', 'Update Item')
  await expectAt(`/roomitems?roomID=${roomID}`)
  await click('link', '3 files, open attachments')
  await expectAt(`/edititem?itemID=${itemID}&tab=attachments`)
})

test('files are attached in the order chosen, though the first is the last to arrive', async () => {
  const { attachments, open, attached } = await start()
  const { intercept } = await open(attachments)
  await screen.findByText(/^Up to/)
  let letGo = () => {}
  const released = new Promise<void>((resolve) => (letGo = resolve))
  let stored = 0
  intercept('/upload', async (pass) => {
    const isFirst = ++stored === 1
    const response = await pass()
    if (isFirst) await released
    return response
  })
  const attaching: unknown[] = []
  intercept(/\/itemfiles$/, (pass, { body }) => {
    attaching.push(JSON.parse(String(body)).files.length)
    return pass()
  })
  chooseFile(addFiles(), file('large.bin'), file('small.bin'), file('tiny.bin'))
  const bar = (name: string) => screen.getByRole<HTMLProgressElement>('progressbar', { name })
  await waitFor(() => {
    for (const name of ['small.bin', 'tiny.bin']) expect(bar(name)).toHaveAttribute('value', '100')
  })
  expect(await attached()).toEqual([])
  // Another choice does not wait for it.
  chooseFile(addFiles(), file('later.bin'))
  await waitFor(async () => expect(await attached()).toEqual(['later.bin']))
  letGo()
  await waitFor(async () => expect(await attached()).toEqual(['later.bin', 'large.bin', 'small.bin', 'tiny.bin']))
  expect(attaching).toEqual([1, 3])
})

test('an upload goes on when its page is left, is seen there again, and leaving the app asks', async () => {
  const { roomID, attachments, open, attached } = await start()
  const { click, hold } = await open(attachments)
  await screen.findByText(/^Up to/)
  const letGo = hold('/upload')
  const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(leave()).toBe(true)
  chooseFile(addFiles(), file('manual.bin'))
  expect(await screen.findByRole('progressbar', { name: 'manual.bin' })).toBeVisible()
  await click('link', 'Kitchen', within(screen.getByRole('navigation', { name: 'Breadcrumb' })))
  await expectAt(`/roomitems?roomID=${roomID}`)
  expect(leave()).toBe(false)
  await click('link', /open attachments/)
  expect(await screen.findByRole('progressbar', { name: 'manual.bin' })).toBeVisible()
  letGo()
  expect(await screen.findByRole('button', { name: /^manual\.bin/ })).toBeVisible()
  expect(await attached()).toEqual(['manual.bin'])
  await waitFor(() => expect(leave()).toBe(true))
})

test('a file whose answer was lost waits for the connection, and is stored and attached once', async () => {
  const { server, attachments, open, attached } = await start()
  const { click, lose } = await open(attachments)
  await screen.findByText(/^Up to/)
  const { db } = server.services
  const counts = async () => [
    (await db.selectFrom('uploads').selectAll().execute()).length,
    (await db.selectFrom('blobs').selectAll().execute()).length,
  ]
  const connect = lose('/upload')
  chooseFile(addFiles(), file('stored.bin'), file('wrong.bin'))
  await waitFor(() => {
    for (const name of ['stored.bin', 'wrong.bin']) expect(entry(name)).toHaveTextContent(/Waiting .*connection/)
  })
  expect(await counts()).toEqual([2, 2])
  await click('button', 'Cancel wrong.bin')
  connect()
  act(() => void dispatchEvent(new Event('online')))
  expect(await screen.findByText('Attached Files:')).toBeVisible()
  expect(await attached()).toEqual(['stored.bin'])
  expect(await counts()).toEqual([2, 2])
})

test('files whose attaching was not answered are attached once, in order', async () => {
  const { attachments, open, attached } = await start()
  const { lose } = await open(attachments)
  await screen.findByText(/^Up to/)
  const connect = lose(/\/itemfiles$/)
  chooseFile(addFiles(), file('large.bin'), file('small.bin'))
  await waitFor(() => expect(entry('large.bin')).toHaveTextContent(/Waiting .*connection/))
  expect(await attached()).toContain('large.bin')
  connect()
  act(() => void dispatchEvent(new Event('online')))
  expect(await screen.findByText('Attached Files:')).toBeVisible()
  expect(await attached()).toEqual(['large.bin', 'small.bin'])
  expect(screen.getByRole('tab', { name: /Attachments/ })).toHaveTextContent('2')
})

// Proves 4.14
test('answers that do not match the chosen names attach nothing and are logged', async () => {
  const { attachments, open, attached } = await start()
  const { intercept } = await open(attachments)
  await screen.findByText(/^Up to/)
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => errors.mockRestore())
  // Each of the two gets the answer to the other.
  const answers: Promise<Response>[] = []
  let areAsked = () => {}
  const bothAsked = new Promise<void>((resolve) => (areAsked = resolve))
  intercept('/upload', async (pass) => {
    const at = answers.push(pass()) - 1
    if (at === 1) areAsked()
    await bothAsked
    return (await Promise.all(answers))[1 - at] as Response
  })
  chooseFile(addFiles(), file('guide.pdf'), file('count.csv'))
  expect(await screen.findByText('Not attached:')).toBeVisible()
  expect(errors.mock.calls.join()).toContain('other file names than were sent')
  expect(await attached()).toEqual([])
})

// Proves 8.11
test('a file that was removed or lost, or without a server, is not downloaded: logged, and a message says so', async () => {
  const { server, robin, itemID, attachments, open } = await start()
  const names = ['removed.csv', 'lost.csv', 'unreachable.csv']
  const files = await robin.upload(names.map((name) => ({ name, bytes: Buffer.from(name) })))
  await robin.must(addItemFiles, {
    body: { itemID, files: files.map(({ filename, remote }) => ({ name: filename, remote })) },
  })
  const { user, cutOff } = await open(attachments)
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => errors.mockRestore())
  const expectLogged = async (name: string, sentence: string | RegExp) => {
    errors.mockClear()
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }))
    await expectToast(sentence)
    expect(errors).toHaveBeenCalled()
  }
  await robin.must(deleteItemFile, { query: { itemID, remote: files[0]?.remote ?? '' } })
  await expectLogged('removed.csv', /"removed\.csv"$/)
  rmSync(join(server.services.config.dataDir, 'files'), { recursive: true })
  await expectLogged('lost.csv', new RegExp(`"lost\\.csv"\\. ${sentenceOf('file_missing')}`))
  cutOff()
  await expectLogged('unreachable.csv', 'No server response')
})

test('a picture that is damaged on the server says so, and whom to ask', async () => {
  const { server, robin, itemID, attachments, open } = await start()
  const bytes = await noise(60, 40).jpeg().toBuffer()
  const files = (await robin.upload([{ name: 'photo.jpg', bytes }])).map(({ filename: name, remote }) => ({
    name,
    remote,
  }))
  await robin.must(addItemFiles, { body: { itemID, files } })
  const folder = join(server.services.config.dataDir, 'files')
  for (const stored of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (stored.isFile()) truncateSync(join(stored.parentPath, stored.name), 20)
  }
  const { click } = await open(attachments)
  await click('button', /^photo\.jpg/)
  const previewer = within(screen.getByRole('region', { name: 'File Previewer' }))
  // Pictures are not loaded here: a browser would say that this one is none.
  fireEvent.error(await previewer.findByRole('img', { name: 'photo.jpg' }))
  expect(await previewer.findByRole('alert')).toHaveTextContent(`"photo.jpg". ${sentenceOf('file_damaged')}`)
})

// Proves 2.38, 4.9, 4.11
test('files chosen for a new item are uploaded before it can be created, and go with it', async () => {
  const { robin, projectID, roomID, open } = await start()
  const { user, click, hold } = await open(`/createitem?projectID=${projectID}&roomID=${roomID}`)
  await chooseOption(user, field('Category'), 'Plumbing')
  await chooseOption(user, field('Subcategory'), 'Sink')
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
  const items = await robin.must(listItems, { query: { roomID } })
  expect(items.at(-1)?.attachments.map(({ name }) => name)).toEqual(['guide.pdf', 'count.csv'])
})
