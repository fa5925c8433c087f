import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addInboxPhoto } from '../../../src/shared/items/inbox.api.ts'
import { addItemFiles, getItem, updateItemFile } from '../../../src/shared/items/items.api.ts'
import { setRoomCover } from '../../../src/shared/projects/covers.api.ts'
import { EMPTY } from '../../support/empty-pages.ts'
import { fill, mountApp } from '../../support/mount-app.tsx'
import { expectAccessible, expectDone } from '../../support/on-screen.ts'
import { pdfOf } from '../../support/pdf.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { furnished, type Client, type TestFile } from '../../support/test-app.ts'

const attach = async (user: Client, itemID: number, files: readonly TestFile[]) => {
  const uploaded = (await user.upload(files)).map(({ filename, remote }) => ({ name: filename, remote }))
  await user.must(addItemFiles, { body: { itemID, files: uploaded } })
}

/** An item with three pictures and a PDF. */
const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID)
  const itemID = await robin.newItem(projectID, roomID, { field1: 'With pictures', field3: 'Satin brass' })
  await attach(robin, itemID, [
    { name: 'red.png', bytes: await pictureOf('red', 'png') },
    { name: 'guide.pdf', bytes: pdfOf(1) },
    { name: 'green.png', bytes: await pictureOf('green', 'png') },
    { name: 'blue.png', bytes: await pictureOf('blue', 'png') },
  ])
  const { attachments } = await robin.must(getItem, { query: { itemID } })
  const remotes = Object.fromEntries(attachments.map(({ name, remote }) => [name, remote]))
  return { people: { robin }, things: { projectID, roomID, itemID, remotes } }
})

const open = async () => {
  const server = await start()
  const path = `/edititem?itemID=${server.things.itemID}&tab=attachments`
  return { ...server.people, ...server.things, ...(await mountApp(server, { path, user: 'robin' })) }
}

const fileNamed = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })
const names = () =>
  screen.getAllByRole('button', { name: /^Change / }).map((each) => each.getAttribute('aria-label')?.slice(7))
const expectNames = (expected: readonly string[]) => waitFor(() => expect(names()).toEqual(expected))

test('a file gets another name and caption, and a failed save keeps what was typed', async () => {
  const { robin, itemID, remotes, user, click, cutOff } = await open()
  await click('button', 'Change blue.png')
  const form = within(await screen.findByRole('form', { name: 'Change blue.png' }))
  await waitFor(() => expect(form.getByLabelText('Name')).toHaveFocus())
  await expectAccessible()
  await fill(user, form.getByLabelText('Name'), 'Receipt.png')
  await fill(user, form.getByLabelText(/^Caption/), 'Bought in March')
  await click('tab', 'Item Details')
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Change blue.png' })).toBeNull())
  await click('tab', /Attachments/)
  await click('button', 'Change blue.png')
  const again = within(await screen.findByRole('form', { name: 'Change blue.png' }))
  expect(again.getByLabelText(/^Caption/)).toHaveValue('Bought in March')
  await click('link', 'Kitchen')
  await click('button', 'Keep Working')

  const connect = cutOff()
  await click('button', 'Save', again)
  expect(await again.findByRole('alert')).toHaveTextContent('No server response')
  expect(again.getByLabelText('Name')).toHaveValue('Receipt.png')
  connect()
  const inputs = { caption: 'Somebody else was here' }
  await robin.must(updateItemFile, { body: { itemID, remote: remotes['blue.png'] ?? '', inputs } })
  await click('button', 'Save', again)
  await waitFor(() => expect(again.getByRole('alert')).toHaveTextContent('Someone else'))
  expect(await fileNamed('blue.png')).toHaveTextContent('Somebody else was here')
  await click('button', 'Save', again)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Change Receipt.png' })).toHaveFocus())
  expect(await fileNamed('Receipt.png')).toHaveTextContent('Bought in March')
})

test('a file is moved up and down and becomes the cover of its item', async () => {
  const { click } = await open()
  expect(await fileNamed('red.png')).toHaveTextContent('Cover')
  await click('button', 'Change blue.png')
  await click('button', 'Move Up')
  await expectNames(['red.png', 'guide.pdf', 'blue.png', 'green.png'])
  await click('button', 'Move Down')
  await expectNames(['red.png', 'guide.pdf', 'green.png', 'blue.png'])
  await waitFor(() => expect(screen.getByRole('button', { name: 'Move Down' })).toHaveFocus())
  await click('button', 'Make Cover')
  await waitFor(async () => expect(await fileNamed('blue.png')).toHaveTextContent('Cover'))
  await click('tab', 'Item Details')
  expect(await screen.findByRole('button', { name: 'Picture blue.png' })).toBeVisible()
})

test('a cover is chosen for a project and a room, and the board of materials comes back without one', async () => {
  const { robin, projectID, roomID, remotes, click, open: visit } = await open()
  const picture = (name: string) => document.querySelector(`img[src^="/download/${remotes[name]}"]`)
  await click('button', 'Change green.png')
  await click('button', 'Use as Cover of Maple Street')
  await expectDone('"Maple Street"')
  for (const path of [`/projecthome?projectID=${projectID}`, '/selectproject']) {
    await visit(path)
    await waitFor(() => expect(picture('green.png')).toBeInTheDocument())
  }
  await visit(`/createroom?projectID=${projectID}&roomID=${roomID}`)
  await click('button', 'Choose Cover')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Material Board' })).toHaveFocus())
  await click('button', /^blue\.png/)
  await waitFor(async () => expect(await fileNamed('blue.png')).toHaveAttribute('aria-pressed', 'true'))
  await expectAccessible()
  await visit(`/roomitems?roomID=${roomID}`)
  await waitFor(() => expect(picture('blue.png')).toBeInTheDocument())
  await robin.must(setRoomCover, { body: { roomID, remote: null } })
  await visit()
  await waitFor(() => expect(screen.getByRole('table')).toBeVisible())
  expect(picture('blue.png')).toBeNull()
})

test('pictures are turned with buttons and keys, and the list follows', async () => {
  const { user, click } = await open()
  await click('button', /^red\.png/)
  const previewer = screen.getByRole('region', { name: 'File Previewer' })
  const expectAt = (at: number) => within(previewer).findByText(`Picture ${at} of 3`)
  await expectAt(1)
  await waitFor(() => expect(previewer).toHaveFocus())
  expect(screen.getByRole('button', { name: 'Previous picture' })).toBeDisabled()
  await click('button', 'Next picture')
  await expectAt(2)
  expect(screen.getByRole('button', { name: 'Next picture' })).toHaveFocus()
  expect(screen.getByRole('button', { pressed: true })).toHaveTextContent('green.png')
  await expectAccessible()
  await user.keyboard('{ArrowRight}')
  await expectAt(3)
  expect(screen.getByRole('button', { name: 'Next picture' })).toBeDisabled()
  await waitFor(() => expect(previewer).toHaveFocus())
  for (const [key, at] of [
    ['ArrowRight', 3],
    ['ArrowLeft', 2],
    ['Home', 1],
    ['End', 3],
  ] as const) {
    await user.keyboard(`{${key}}`)
    await expectAt(at)
  }
  expect(within(previewer).getByRole('heading')).toHaveTextContent('blue.png')
  await click('button', 'Close', within(previewer))
  await waitFor(async () => expect(await fileNamed('blue.png')).toHaveFocus())
})

test('an item shows its color, else its first picture, else its material, else its category', async () => {
  const { robin, projectID, roomID, remotes, open: visit } = await open()
  const colored = await robin.newItem(projectID, roomID, { field1: 'Said color', field2: '#336699' })
  await attach(robin, colored, [{ name: 'first.png', bytes: await pictureOf('orange', 'png') }])
  await robin.newItem(projectID, roomID, { field1: 'Of brass', field3: 'Satin brass' })
  await robin.newItem(projectID, roomID, { field1: 'Without anything' })
  await visit(`/roomitems?roomID=${roomID}`)
  const chipOf = (name: string) => {
    const row = screen.getAllByRole('row').find(({ textContent }) => textContent.includes(name))
    return row?.querySelector<HTMLElement>('[aria-hidden=true]')
  }
  const toneOf = (name: string) => chipOf(name)?.style.getPropertyValue('--tone')
  await waitFor(() => expect(toneOf('Said color')).toBe('#336699'))
  expect(toneOf('Of brass')).toBe('#C59C50')
  expect(chipOf('With pictures')?.querySelector('img')).toHaveAttribute(
    'src',
    `/download/${remotes['red.png']}?version=thumbnail`,
  )
  expect(chipOf('Without anything')?.querySelector('svg')).toBeInTheDocument()
})

test('when the last photo leaves the inbox, the focus stays on the page', async () => {
  const server = await start()
  const { robin } = server.people
  const { projectID } = server.things
  const [file] = await robin.upload([{ name: 'plate.png', bytes: await pictureOf('white', 'png') }])
  await robin.must(addInboxPhoto, { body: { projectID, remote: file?.remote ?? '' } })
  const { click } = await mountApp(server, { path: `/inbox?projectID=${projectID}`, user: 'robin' })
  await click('button', 'Delete Photo')
  expect(await screen.findByRole('heading', { name: EMPTY.inbox })).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
})
