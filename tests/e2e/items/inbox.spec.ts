import { listInboxPhotos, addPhotosToItem } from '../../../src/shared/items/inbox.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { elapse, expectAccessible } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'
import { EMPTY } from '../../support/empty-pages.ts'
import { pictureOf } from '../../support/sample-pictures.ts'

const home = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const hall = await user.newRoom(projectID, 'Hall')
  const kitchen = await user.newRoom(projectID, 'Kitchen')
  const paint = await user.newItem({ projectID, roomID: hall }, ['Paint', 'Wall Paint'], {
    field2: 'Dry Sage #B9C6B4',
    field3: 'HV-6102',
  })
  const faucet = await user.newItem({ projectID, roomID: kitchen }, ['Plumbing', 'Faucet'], { field1: 'Castellan' })
  return { projectID, hall, kitchen, paint, faucet }
}

const COLOURS = ['red', 'green', 'blue', 'gray', 'orange']
/** As a phone gives them. */
const photos = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => ({
      name: `IMG_${at + 1}.png`,
      mimeType: 'image/png',
      buffer: Buffer.concat([await pictureOf(COLOURS[at % COLOURS.length] ?? 'red', 'png'), Buffer.from(`${at}`)]),
    })),
  )

test('twenty photos are added in one go and put on items, one or several, by tapping or dragging', async ({
  page,
  user,
}) => {
  const { projectID, hall, paint } = await home(user)
  await page.goto(`/projecthome?projectID=${projectID}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'Add Photos', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Photo Inbox' })).toBeVisible()
  await expect(page.getByText(EMPTY.inbox, { exact: true })).toBeVisible()
  await page.getByLabel('Add Photos', { exact: true }).setInputFiles(await photos(20))
  await expect(page.getByText('20 photos waiting to be filed', { exact: true })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Adding photos' })).toBeHidden()
  const prints = page.getByRole('list', { name: 'Photos', exact: true }).getByRole('listitem')
  await expect(prints).toHaveCount(20)

  // One, by a tap.
  // In the order in which they were taken, the latest first.
  const numbers = async () => {
    const names = await prints.getByRole('button').evaluateAll((all) => all.map((each) => each.ariaLabel ?? ''))
    return names.map((name) => Number(/IMG_(\d+)/.exec(name)?.[1]))
  }
  await expect.poll(numbers).toEqual(Array.from({ length: 20 }, (_, at) => 20 - at))
  await page.getByRole('button', { name: /^Show IMG_7\.png/ }).click()
  await page.getByRole('button', { name: /^Dry Sage HV-6102/ }).click()
  await expect(page.getByRole('status').getByText(/"Dry Sage HV-6102"$/)).toBeVisible()
  await expect(prints).toHaveCount(19)
  // The one behind it is next.
  await expect(page.getByRole('button', { name: 'Picture IMG_6.png' })).toBeVisible()
  await page.getByRole('button', { name: 'Picture IMG_6.png' }).click()
  await expect(page.getByRole('dialog', { name: 'Picture' })).toContainText('IMG_6.png')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Picture' })).toHaveCount(0)
  // Several, found by a search.
  await page.getByRole('checkbox', { name: /^Select IMG_1\.png/ }).check()
  await page.getByRole('checkbox', { name: /^Select IMG_2\.png/ }).check()
  await expect(page.getByRole('heading', { name: 'Add 2 Photos to an Item', exact: true })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search items', exact: true }).fill('castel')
  await page.getByRole('button', { name: /^Castellan/ }).click()
  await expect(page.getByText('Added 2 photos to "Castellan"', { exact: true })).toBeVisible()
  await expect(prints).toHaveCount(17)
  await expect(page.getByRole('searchbox', { name: 'Search items', exact: true })).toHaveValue('')
  // Undone, they wait here again.
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Put 2 photos back in the photo inbox.', { exact: true })).toBeVisible()
  await expect(prints).toHaveCount(19)
  // By dragging.
  await page.reload()
  await expect(prints).toHaveCount(19)
  const label = await prints.first().getByRole('button').getAttribute('aria-label')
  const dragged = /IMG_\d+\.png/.exec(label ?? '')?.[0] ?? ''
  await prints.first().dragTo(page.getByRole('button', { name: /^Dry Sage HV-6102/ }))
  await expect(page.getByRole('status').getByText(/"Dry Sage HV-6102"$/)).toBeVisible()
  await expect(prints).toHaveCount(18)
  await page.goto(`/edititem?itemID=${paint}&tab=attachments`)
  await expect(page.getByText('IMG_7.png', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(dragged, { exact: true }).first()).toBeVisible()

  await page.goto(`/projecthome?projectID=${projectID}`)
  await page.getByRole('link', { name: 'Photo Inbox (18)', exact: true }).click()
  await expect(prints).toHaveCount(18)
  await page.goto(`/roomitems?roomID=${hall}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'Add Photos', exact: true }).click()
  await page.getByLabel('Add Photos', { exact: true }).setInputFiles((await photos(21)).slice(20))
  await expect(page.getByText('19 photos waiting to be filed', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Taken in Hall, today/)).toBeVisible()
})

test('a photo that lies on its side is turned, and stays where it is', async ({ page, user }) => {
  const { projectID } = await home(user)
  await page.goto(`/inbox?projectID=${projectID}`)
  const buffer = await pictureOf('gray', 'jpeg', { width: 400, height: 300 })
  await page
    .getByLabel('Add Photos', { exact: true })
    .setInputFiles([{ name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer }])
  await expect(page.getByText('1 photo waiting to be filed', { exact: true })).toBeVisible()
  const turn = page.getByRole('button', { name: 'Turn Photo', exact: true })
  const picture = page.getByRole('button', { name: 'Picture IMG_2041.jpg' }).getByRole('presentation')
  const isUpright = () => picture.evaluate((image: HTMLImageElement) => image.naturalHeight > image.naturalWidth)
  await expect.poll(isUpright).toBe(false)
  await turn.click()
  await expect(page.getByText('Turned photo "IMG_2041.jpg"', { exact: true })).toBeVisible()
  await expect.poll(isUpright).toBe(true)
  await expect(turn).toBeFocused()
})

test('a photo makes a new item, and comes back when its deletion is undone', async ({ page, user }) => {
  const { projectID, kitchen } = await home(user)
  await page.goto(`/inbox?projectID=${projectID}&roomID=${kitchen}`)
  await page.getByLabel('Add Photos', { exact: true }).setInputFiles(await photos(2))
  const prints = page.getByRole('list', { name: 'Photos', exact: true }).getByRole('listitem')
  await expect(prints).toHaveCount(2)
  await expect(page.getByText(/^Uploading \d+ of 2 photos/)).toBeHidden()
  await page.getByRole('button', { name: 'Delete Photo', exact: true }).click()
  await expect(prints).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(prints).toHaveCount(2)

  await page.getByRole('button', { name: /^Show IMG_1\.png/ }).click()
  await page.getByRole('button', { name: 'New Item with Photo', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create Item' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Photos from the inbox' })).toContainText('IMG_1.png')
  // What stands on it can be read while it is typed.
  const picture = page.getByRole('button', { name: 'Picture IMG_1.png' })
  await expect.poll(async () => (await picture.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(150)
  await page.getByLabel('Category', { exact: true }).selectOption('Plumbing')
  await picture.click()
  await expect(page.getByRole('dialog', { name: 'Picture' })).toContainText('IMG_1.png')
  await page.goBack()
  await expect(page.getByRole('dialog', { name: 'Picture' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByLabel('Subcategory', { exact: true }).selectOption('Faucet')
  await page.getByLabel('Notes', { exact: true }).focus()
  await expect(picture).toBeInViewport()
  await page.getByRole('button', { name: 'Create Item', exact: true }).click()
  await expect(page.getByText('1 photo waiting to be filed', { exact: true })).toBeVisible()
})

test.describe('where an answer gets lost', () => {
  test('a photo is in the inbox once, and its bytes are sent once', NIGHTLY, async ({ page, user, expectedErrors }) => {
    expectedErrors.push('failed /unsorted', /^NoResponse/)
    const { projectID } = await home(user)
    let uploads = 0
    await page.route('**/upload', (route) => {
      uploads++
      return route.continue()
    })
    await page.route('**/unsorted', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      expect((await route.fetch()).status()).toBe(201)
      await route.abort()
    })
    await page.goto(`/inbox?projectID=${projectID}`)
    await page.getByLabel('Add Photos', { exact: true }).setInputFiles(await photos(1))
    const held = page.getByRole('list', { name: 'Not added', exact: true })
    await expect(held).toContainText('Waiting for the connection')
    await page.unroute('**/unsorted')
    await elapse(page)
    await expect(page.getByText('1 photo waiting to be filed', { exact: true })).toBeVisible()
    await expect(held).toBeHidden()
    expect(uploads).toBe(1)
    expect((await user.call(listInboxPhotos, { query: { projectID } }))?.photos).toHaveLength(1)
  })
})

test.describe('of two who sort photos', () => {
  test('the slower one sees what is left, and goes on with that', NIGHTLY, async ({ page, user, expectedErrors }) => {
    expectedErrors.push('404 /sortphotos', /^ApiError: There is nothing here/)
    const { projectID, paint } = await home(user)
    await page.goto(`/inbox?projectID=${projectID}`)
    await page.getByLabel('Add Photos', { exact: true }).setInputFiles(await photos(2))
    const prints = page.getByRole('list', { name: 'Photos', exact: true }).getByRole('listitem')
    await expect(prints).toHaveCount(2)
    await expect(page.getByText(/^Uploading \d+ of 2 photos/)).toBeHidden()
    const there = (await user.call(listInboxPhotos, { query: { projectID } }))?.photos ?? []
    const taken = there.filter(({ filename }) => filename === 'IMG_1.png').map(({ photoID }) => photoID)
    await page.getByRole('checkbox', { name: /^Select IMG_1\.png/ }).check()
    await page.getByRole('checkbox', { name: /^Select IMG_2\.png/ }).check()
    await user.call(addPhotosToItem, { body: { itemID: paint, photoIDs: taken } })
    await page.getByRole('button', { name: /^Castellan/ }).click()
    await expect(page.getByText('Unable to add 2 photos to "Castellan"', { exact: true })).toBeVisible()
    await expect(prints).toHaveCount(1)
    await page.getByRole('button', { name: /^Castellan/ }).click()
    await expect(page.getByText('Added 1 photo to "Castellan"', { exact: true })).toBeVisible()
    await expect(page.getByText(EMPTY.inbox, { exact: true })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a photo stays in sight while one looks through the items, and the next one takes its place', async ({
    page,
    user,
  }) => {
    const { projectID, hall } = await home(user)
    for (const field3 of ['HV-1', 'HV-2', 'HV-3', 'HV-4', 'HV-5', 'HV-6'])
      await user.newItem({ projectID, roomID: hall }, ['Paint', 'Wall Paint'], { field3 })
    await page.goto(`/inbox?projectID=${projectID}`)
    await page.getByLabel('Add Photos', { exact: true }).setInputFiles(await photos(3))
    await expect(page.getByText('3 photos waiting to be filed', { exact: true })).toBeVisible()
    await expect(page.getByText(/^Uploading \d+ of 3 photos/)).toBeHidden()
    await page.getByRole('button', { name: 'New Item with Photo', exact: true }).scrollIntoViewIfNeeded()
    await expect(page.getByRole('button', { name: 'Picture IMG_3.png' })).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: /^HV-2/ }).click()
    await expect(page.getByRole('button', { name: 'Picture IMG_2.png' })).toBeInViewport({ ratio: 1 })
  })
})
