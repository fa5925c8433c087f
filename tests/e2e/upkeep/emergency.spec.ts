import type { Page } from '@playwright/test'
import { expect, test } from '../../support/e2e.ts'
import { type User } from '../../support/e2e-server.ts'
import { readPDF } from '../../support/read-pdf.ts'

const newHome = async (user: User) => {
  const projectID = await user.newProject('Maple Street Remodel')
  const basement = await user.newRoom(projectID, 'Basement', 'Whole House')
  const place = { projectID, roomID: basement }
  const valve = { field1: 'Whole house', field2: 'Left of the boiler', notes: 'A quarter turn.' }
  await user.newItem(place, ['Plumbing', 'Shut-Off Valve'], valve)
  await user.newItem(place, ['Lighting & Electrical', 'Smoke / CO Alarm'], { field4: 'Ceiling', field6: '2036-02-05' })
  const plumber = { field1: 'Quillan', field2: 'Plumber', field4: '(555) 010-0163, tess@quillan.example' }
  await user.newItem(place, ['Records', 'Contractor / Supplier'], plumber)
  return { projectID, basement }
}

const houseCard = (page: Page) => page.getByRole('link', { name: 'Print House Card', exact: true })

test('Project Home says where to go first, and leads to the sheet, which prints on one page', async ({
  page,
  user,
}) => {
  const { projectID, basement } = await newHome(user)
  await page.goto(`/projecthome?projectID=${projectID}`)
  const strip = page.getByRole('region', { name: 'In an emergency', exact: true })
  await expect(strip.getByRole('listitem')).toHaveCount(3)
  await expect(strip).toContainText('Left of the boiler')
  await expect(strip.getByRole('link', { name: /\(555\) 010-0163/ })).toHaveAttribute('href', 'tel:5550100163')
  const [top, rooms] = await Promise.all([
    strip.boundingBox(),
    page.getByRole('heading', { name: 'Rooms', exact: true }).boundingBox(),
  ])
  expect(top?.y).toBeLessThan(rooms?.y ?? 0)

  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') asked.push(new URL(request.url()).pathname)
  })
  await strip.getByRole('link', { name: 'In an Emergency', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'In an Emergency' })).toBeVisible()
  // Project Home asks for these behind it.
  expect(asked.filter((path) => !['/ready', '/upcoming'].includes(path))).toEqual(['/emergency'])
  const call = page.getByRole('link', { name: /^Call \(555\) 010-0163/ })
  await expect(call).toHaveAttribute('href', 'tel:5550100163')
  expect((await call.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await expect(page.getByRole('link', { name: 'tess@quillan.example' })).toHaveAttribute(
    'href',
    'mailto:tess@quillan.example',
  )
  await expect(page.getByText('A quarter turn.', { exact: true })).toBeVisible()
  await expect(page.getByText('Feb 5, 2036', { exact: true })).toBeVisible()
  await expect(houseCard(page)).toHaveAttribute('href', `/paper?projectID=${projectID}&kind=home`)
  const opening = page.waitForEvent('popup')
  const answering = page.context().waitForEvent('response', (response) => response.url().includes('/paper?'))
  await houseCard(page).click()
  const answer = await answering
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await (await opening).close()
  await page.emulateMedia({ media: 'print' })
  await expect(houseCard(page)).toBeHidden()
  await expect(page.getByRole('link', { name: /^Open Item/ }).first()).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeHidden()
  await expect(page.getByText('Left of the boiler', { exact: true })).toBeVisible()
  expect((await readPDF(await page.pdf({ format: 'A4' }))).pages).toHaveLength(1)
  await page.emulateMedia({ media: 'screen' })

  await page.goto(`/roomitems?roomID=${basement}`)
  await page.getByRole('link', { name: 'In an Emergency', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'In an Emergency' })).toBeVisible()
})
