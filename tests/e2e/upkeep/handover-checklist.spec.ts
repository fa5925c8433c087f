import { expect, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'

const HV6118 = { field1: 'Harrow & Vale', field2: 'Verdigris', field3: 'HV-6118' }

const newHome = async (user: User) => {
  const projectID = await user.newProject('Maple Street Remodel')
  const kitchen = await user.newRoom(projectID, 'Kitchen', 'Kitchen')
  const attic = await user.newRoom(projectID, 'Attic', 'Bedroom')
  const place = { projectID, roomID: kitchen }
  const paint = await user.newItem(place, ['Paint', 'Wall Paint'], HV6118)
  const washer = await user.newItem(place, ['Appliances', 'Dishwasher'], { field1: 'Brennholt', field2: 'BDW-624' })
  return { projectID, kitchen, attic, paint, washer, at: `/projecthome?projectID=${projectID}&ready=1` }
}

test('Project Home says how ready it is and leads to what is missing, which is filled and set aside in place', async ({
  page,
  user,
  expectedErrors,
}) => {
  expectedErrors.push('failed /upload', /^NoResponse/)
  const { projectID } = await newHome(user)
  await page.goto(`/projecthome?projectID=${projectID}`)
  const card = page.getByRole('region', { name: 'Ready to Hand Over', exact: true })
  await expect(card).toContainText('33%')
  await expect(card).toContainText('2 of 6 done')
  await card.getByRole('link', { name: 'Ready to Hand Over', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ready to Hand Over' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Appliances missing manual 1',
    'Appliances missing receipt 1',
    'Paint missing Sheen 1',
    'Rooms without items 1',
  ])

  await page.getByRole('textbox', { name: 'Sheen of Verdigris HV-6118', exact: true }).fill('Satin')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Updated item "Verdigris HV-6118"')).toBeVisible()
  await expect(page.getByText('50%', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open Room: Attic' })).toBeFocused()

  const addManual = page.getByRole('button', { name: 'Add Manual: Brennholt BDW-624' })
  const choose = async (name: string) => {
    const chosen = page.waitForEvent('filechooser')
    await addManual.click()
    await (await chosen).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('Turn it on.') })
  }
  // It is tried again by itself, too: nothing gets through before Retry is pressed.
  await page.route('**/upload', async (route) =>
    (await page.evaluate(() => 'pressed' in window)) ? route.continue() : route.abort(),
  )
  await choose('other.txt')
  await expect(page.getByText(/Waiting .*connection/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel Manual other.txt' }).click()
  await expect(page.getByText(/Waiting .*connection/)).toBeHidden()
  await expect(addManual).toBeFocused()
  await choose('bdw-624.txt')
  await expect(page.getByText(/Waiting .*connection/)).toBeVisible()
  await page.evaluate(() =>
    window.addEventListener('click', () => Object.assign(window, { pressed: true }), { capture: true }),
  )
  await page.getByRole('button', { name: 'Retry Manual bdw-624.txt' }).click()
  await expect(page.getByText('Added "Manual bdw-624.txt" to Brennholt BDW-624')).toBeVisible()
  await expect(page.getByText('66%', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Not Needed: Attic, no items' }).click()
  await expect(page.getByText('80%', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(page.getByText('66%', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open Room: Attic' })).toBeFocused()
  await page.getByRole('button', { name: 'Not Needed: Attic, no items' }).click()
  await page.getByRole('button', { name: 'Not Needed: Brennholt BDW-624, no receipt' }).click()
  await expect(page.getByRole('heading', { name: 'All set.' })).toBeVisible()
  await expect(page.getByText('100%', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Hand Over Project' })).toBeVisible()

  await page.getByRole('link', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Not Needed' })).toBeVisible()
  await page.getByRole('button', { name: 'Needed: Attic, no items' }).click()
  await expect(page.getByRole('button', { name: 'Needed: Attic, no items' })).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Open Room: Attic' })).toBeVisible()
})

test('an entry leads to the item at the field that is missing, and Back to the list where it was', async ({
  page,
  user,
}) => {
  const { at, projectID, kitchen } = await newHome(user)
  for (let count = 0; count < 24; count++)
    await user.newItem({ projectID, roomID: kitchen }, ['Paint', 'Wall Paint'], { ...HV6118, field2: `Gesso ${count}` })
  await page.goto(at)
  const entry = page.getByRole('link', { name: 'Gesso 20 HV-6118', exact: true })
  await entry.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => scrollY)
  expect(scrolled).toBeGreaterThan(0)
  await entry.click()
  await expect(page).toHaveURL(/\/edititem\?itemID=/)
  await expect(page.locator('form [name=field4]')).toBeFocused()
  await page.goBack()
  await expect(entry).toBeInViewport()

  await page.getByRole('button', { name: 'By Room', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Attic 1', 'Kitchen 27'])
  await page.reload()
  await expect(page.getByRole('button', { name: 'By Room', exact: true })).toHaveAttribute('aria-pressed', 'true')
})
