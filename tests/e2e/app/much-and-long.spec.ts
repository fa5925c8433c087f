import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { type User } from '../../support/e2e-server.ts'

const NAMES = [
  `Llanfairpwllgwyngyllgogerych${'wyrndrobwll'.repeat(20)}`,
  'Εργοστάσιο Κεραμικών Πλακιδίων Θεσσαλονίκης και Υιοί Ανώνυμη Εταιρεία',
  'شركة الدهانات والطلاءات الحديثة المحدودة للديكور الداخلي والخارجي',
  '上海华美建筑装饰材料有限公司高级室内涂料与家具制造部门',
  'מפעלי הקרמיקה והאריחים של הצפון בעירבון מוגבל ובניו, דגם 60×60 ס"מ',
]

/** A home with long names in five scripts, in which items differ only at the end. */
const longHome = async (user: User) => {
  // As many as are shown smaller.
  for (const name of NAMES.slice(1)) for (const part of ['', ' II']) await user.newProject(name + part)
  const projectID = await user.newProject(NAMES[0]?.slice(0, 250) ?? '')
  for (const name of NAMES) await user.newRoom(projectID, name.slice(0, 32))
  const roomID = await user.newRoom(projectID, 'Wirtschaftsraumzwischendecke')
  const place = { projectID, roomID }
  const items = []
  for (const [at, name] of NAMES.entries()) {
    const [field1, field2] = [name.slice(0, 255), `${NAMES[(at + 1) % NAMES.length]?.slice(0, 200)} ${at}`]
    const inputs = { field1, field2, field3: name.slice(0, 90), field6: 'Feb 12, 2031', notes: name.slice(0, 255) }
    items.push(await user.newItem(place, at % 2 ? ['Plumbing', 'Faucet'] : ['Appliances', 'Dishwasher'], inputs))
  }
  return { projectID, roomID, itemID: items[0] ?? 0 }
}

test(
  'with long names in five scripts no page scrolls sideways, from 320 to 1920 px',
  NIGHTLY,
  async ({ page, user }) => {
    const { projectID, roomID, itemID } = await longHome(user)
    const main = page.getByRole('main')
    const pages = [
      ['/selectproject', main.getByRole('listitem')],
      [`/projecthome?projectID=${projectID}`, main.getByRole('link', { name: /item/ })],
      [`/roomitems?roomID=${roomID}`, page.locator('main li > [aria-expanded], main tbody').first()],
      [`/edititem?itemID=${itemID}`, main.getByRole('article')],
      [`/edititem?itemID=${itemID}&tab=attachments`, main.getByRole('heading', { level: 1 })],
      [`/createitem?projectID=${projectID}&roomID=${roomID}`, page.getByLabel('Category', { exact: true })],
    ] as const
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    for (const [address, content] of pages) {
      await page.goto(address)
      for (const width of [320, 390, 601, 1081, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        await expect(content.first()).toBeVisible()
        expect(await overflow(), `${address} at ${width}`).toBe(0)
        if (!address.startsWith('/roomitems')) continue
        const row = page.locator('main li > [aria-expanded]').first()
        if (await row.isVisible()) {
          await row.click()
          expect(await overflow(), `an opened row at ${width}`).toBe(0)
        }
        const compact = page.getByRole('button', { name: 'Compact', exact: true })
        if (await compact.isVisible()) {
          await compact.click()
          await expect(page.getByRole('columnheader', { name: 'Subcategory' })).toBeVisible()
          expect(await overflow(), `the compact view at ${width}`).toBe(0)
          await page.getByRole('button', { name: 'Schedule', exact: true }).click()
        }
      }
    }
  },
)

test('the end of a long title stays in view on a phone', NIGHTLY, async ({ page, user }) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  for (const side of ['on the left', 'on the right']) {
    const inputs = { field1: 'Thorne Foundry Alder Bar Pull in Satin Brass', field2: side }
    await user.newItem({ projectID, roomID }, ['Cabinets & Storage', 'Cabinet Hardware'], inputs)
  }
  await page.setViewportSize({ width: 320, height: 844 })
  await page.goto(`/roomitems?roomID=${roomID}`)
  const rows = page.getByRole('main').getByRole('listitem').getByRole('button')
  await expect(rows).toHaveCount(2)
  const ends = await rows.evaluateAll((buttons) =>
    buttons.map((button) => {
      const title = button.querySelector('[dir="auto"]')
      const end = document.createRange()
      if (title?.lastChild) end.selectNodeContents(title.lastChild)
      return { text: end.toString(), inside: end.getBoundingClientRect().right <= button.getBoundingClientRect().right }
    }),
  )
  expect(ends).toEqual([
    { text: '· on the left', inside: true },
    { text: '· on the right', inside: true },
  ])
})
