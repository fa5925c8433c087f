import type { Page } from '@playwright/test'
import { listItems } from '../../../src/shared/items/items.api.ts'
import { expect, test } from '../../support/e2e.ts'
import { PASSWORD } from '../../support/e2e-server.ts'

/** Runs in the page. Translates it as browsers do: two font elements replace each text node, here with capitals. */
const translator = () => {
  const translate = (text: Text) => {
    const place = text.parentElement
    if (!place || text.data.trim() === '' || place.closest('font, svg, script, style, textarea, title')) return
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = text.data.toUpperCase()
    outer.append(inner)
    text.replaceWith(outer)
    originals.set(outer, text)
  }
  const originals = new Map<Element, Text>()
  let observer: MutationObserver
  addEventListener('show-original', () => {
    observer.disconnect()
    for (const [translation, text] of originals) if (translation.isConnected) translation.replaceWith(text)
  })
  const translateAll = (node: Node) => {
    if (node instanceof Text) translate(node)
    else for (const child of [...node.childNodes]) translateAll(child)
  }
  addEventListener('load', () => {
    translateAll(document.body)
    observer = new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (target instanceof Text && target.isConnected) translate(target)
        addedNodes.forEach(translateAll)
      }
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

/** Names match without regard to capitals. */
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()
const fill = (page: Page, name: string, text: string) => page.getByRole('textbox', { name }).fill(text)
const choose = (page: Page, name: string, label: string) => page.getByLabel(name).first().selectOption({ label })

test.beforeEach(async ({ page }) => {
  await page.addInitScript(translator)
})

test.describe('while the browser translates the page,', () => {
  test('a wrong password is refused in words, and the right one logs in', async ({
    page,
    user,
    context,
    expectedErrors,
  }) => {
    expectedErrors.push('401 /')
    await context.clearCookies()
    await page.goto('/login')
    await page.getByLabel('Username or Email').fill(user.name)
    await page.getByLabel('Password').first().fill('not the password')
    await press(page, 'Login')
    await expect(page.getByRole('alert').first()).toContainText(/\p{Lu}{4}/u)
    await page.getByLabel('Password').first().fill(PASSWORD)
    await press(page, 'Login')
    await expect(page).toHaveURL('/selectproject')
  })

  test('a project, a room and one item are created, and the item is updated', async ({ page, user }) => {
    await page.goto('/projectsetup')
    for (const [name, text] of [
      ['Name', 'Maple Street'],
      ['Address', '418 Maple Street'],
      ['City', 'Burlington'],
      ['State', 'VT'],
      ['Zip', '05401'],
    ] as const)
      await page.getByLabel(name).first().fill(text)
    await press(page, 'Create Project')
    await expect(page).toHaveURL('/selectproject')
    await page.getByRole('link', { name: 'Maple Street' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Maple Street' })).toBeVisible()
    await page.getByRole('link', { name: 'Create' }).first().click()
    await fill(page, 'Room Name', 'Pantry')
    await choose(page, 'Room Type', 'KITCHEN')
    await press(page, 'Create Room')
    await expect(page).toHaveURL(/\/projecthome/)
    await page.getByRole('link', { name: 'Pantry' }).first().click()
    await page.getByRole('link', { name: 'Create New Item' }).click()
    await choose(page, 'Category', 'PLUMBING')
    await choose(page, 'Subcategory', 'FAUCET')
    await page.getByRole('combobox', { name: 'Brand' }).fill('Castellan')
    await press(page, 'Create Item')
    await expect(page).toHaveURL(/\/roomitems/)
    await page.getByRole('link', { name: 'Castellan' }).first().click()
    await page.getByRole('combobox', { name: 'Model Number' }).fill('K-77')
    await press(page, 'Update Item')
    await expect(page).toHaveURL(/\/roomitems/)
    const roomID = Number(new URL(page.url()).searchParams.get('roomID'))
    const items = (await user.call(listItems, { query: { roomID } })) ?? []
    expect(items.map(({ field1, field2 }) => [field1, field2])).toEqual([['Castellan', 'K-77']])
  })

  test('a person is invited, and the number of selected items stays true, also in the original again', async ({
    page,
    user,
  }) => {
    const projectID = await user.newProject('Maple Street')
    const roomID = await user.newRoom(projectID, 'Pantry')
    for (const field1 of ['Castellan', 'Harrow'])
      await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], { field1 })
    await page.goto(`/people?projectID=${projectID}`)
    await page.getByRole('textbox', { name: 'Invite by email' }).fill('kim@example.com')
    await page.getByRole('button', { name: 'Invite' }).last().click()
    await expect(page.getByText('INVITED AS').first()).toBeVisible()
    await page.goto(`/roomitems?roomID=${roomID}`)
    await press(page, 'More')
    await press(page, 'Select')
    const status = page.getByRole('status').filter({ hasText: 'SELECTED' })
    await page.getByRole('checkbox', { name: 'Castellan' }).check()
    await expect(status).toHaveText('1 ITEM SELECTED')
    await page.getByRole('checkbox', { name: 'Harrow' }).check()
    await expect(status).toHaveText('2 ITEMS SELECTED')
    await page.evaluate(() => dispatchEvent(new Event('show-original')))
    await expect(status).toHaveText('2 items selected')
    await page.getByRole('checkbox', { name: 'Harrow' }).uncheck()
    await expect(status).toHaveText('1 item selected')
  })
})
