import { readdirSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { deleteItem, deleteItemFile, getItem, listItems } from '../../../src/shared/items/items.api.ts'
import { deleteProject } from '../../../src/shared/projects/projects.api.ts'
import { deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { cutOff, expectAccessible, expectFocusedAlert } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'
import { noise } from '../../support/sample-pictures.ts'

const kitchen = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  return { projectID, roomID: await user.newRoom(projectID, 'Kitchen') }
}
const FAUCET = ['Plumbing', 'Faucet'] as const
const SHEET = { name: 'count.csv', mimeType: 'text/csv', buffer: Buffer.from('part,count\nknob,14\n') }

const fillProject = async (page: Page, name: string) => {
  for (const [label, text] of [
    ['Project Name', name],
    ['Address', '418 Maple Street'],
    ['City', 'Burlington'],
    ['State', 'VT'],
    ['Zip', '05401'],
  ] as const) {
    await page.getByRole('textbox', { name: label, exact: true }).fill(text)
  }
}

const chooseFaucet = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label: 'Plumbing' })
  await page.getByRole('combobox', { name: 'Sub Category' }).selectOption({ label: 'Faucet' })
  await page.getByRole('combobox', { name: 'Brand' }).fill('Castellan')
}

/** What is only logged by the specification is logged, and a toast says so. */
const expectLoggedAndTold = async (page: Page, words: string, work: () => Promise<unknown>) => {
  const logged = page.waitForEvent('console', (message) => message.type() === 'error')
  await work()
  await logged
  await expect(page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: words }).first()).toBeVisible()
}

test.describe('a project', () => {
  // Proves 8.3
  test(
    'that is refused for another reason than its name is a project creation failure',
    NIGHTLY,
    async ({ page, user, server, expectedErrors }) => {
      expectedErrors.push(/403/)
      await page.goto('/projectsetup')
      await fillProject(page, 'Maple Street')
      server.setRole('revoke', user.name, Role.User)
      await page.getByRole('button', { name: 'Create Project' }).click()
      await expectFocusedAlert(page, 'Project creation failure')
      await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Burlington')
    },
  )

  // Proves 8.3
  test('whose name a second browser takes first says so, with the focus on the message', async ({
    page,
    user,
    expectedErrors,
  }) => {
    expectedErrors.push(/409/)
    await page.goto('/projectsetup')
    await fillProject(page, 'Maple Street')
    await user.newProject('Maple Street')
    await page.getByRole('button', { name: 'Create Project' }).click()
    await expectFocusedAlert(page, 'Project "Maple Street" already exists')
    await expect(page.getByRole('textbox', { name: 'Project Name' })).toHaveAttribute('aria-invalid', 'true')
  })

  // Proves 8.3
  test(
    'that reaches no server says so, and is created once it does',
    NIGHTLY,
    async ({ page, user, expectedErrors }) => {
      expectedErrors.push(/./)
      expect(user.name).toBeTruthy()
      await page.goto('/projectsetup')
      await fillProject(page, 'Maple Street')
      const reconnect = await cutOff(page)
      await page.getByRole('button', { name: 'Create Project' }).click()
      await expectFocusedAlert(page, 'No server response')
      await reconnect()
      await page.getByRole('button', { name: 'Create Project' }).click()
      await expect(page.getByText('Created project "Maple Street"')).toBeVisible()
    },
  )
})

test.describe('a room', () => {
  // Proves 4.6, 8.6
  test(
    'of a project that a second browser deleted cannot be created, and its name stays',
    NIGHTLY,
    async ({ page, user, expectedErrors }) => {
      expectedErrors.push(/404/)
      const projectID = await user.newProject('Maple Street')
      await page.goto(`/createroom?projectID=${projectID}`)
      await page.getByRole('textbox', { name: 'Room Name' }).fill('Pantry')
      await page.getByRole('combobox', { name: 'Room Type' }).selectOption({ label: 'Kitchen' })
      await user.call(deleteProject, { query: { projectID } })
      await page.getByRole('button', { name: 'Create Room' }).click()
      await expectFocusedAlert(page, 'Unable to create room "Pantry"')
      await expect(page.getByRole('textbox', { name: 'Room Name' })).toHaveValue('Pantry')
    },
  )

  // Proves 8.6
  test('that a second browser deleted cannot be renamed', NIGHTLY, async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/404/)
    const { projectID, roomID } = await kitchen(user)
    await page.goto(`/createroom?projectID=${projectID}&roomID=${roomID}`)
    await page.getByRole('textbox', { name: 'Room Name' }).fill('Pantry')
    await user.call(deleteRoom, { query: { roomID } })
    await page.getByRole('button', { name: 'Update Room' }).click()
    await expectFocusedAlert(page, 'Unable to update room "Pantry"')
  })

  test('that reaches no server says so', NIGHTLY, async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/./)
    const projectID = await user.newProject('Maple Street')
    await page.goto(`/createroom?projectID=${projectID}`)
    await page.getByRole('textbox', { name: 'Room Name' }).fill('Pantry')
    await page.getByRole('combobox', { name: 'Room Type' }).selectOption({ label: 'Kitchen' })
    await cutOff(page)
    await page.getByRole('button', { name: 'Create Room' }).click()
    await expectFocusedAlert(page, 'No server response')
  })
})

test.describe('an item', () => {
  // Proves 8.11
  test(
    'of a room that a second browser deleted is not created: logged, told, and everything typed stays',
    NIGHTLY,
    async ({ page, user, expectedErrors }) => {
      expectedErrors.push(/./)
      const { projectID, roomID } = await kitchen(user)
      await page.goto(`/createitem?projectID=${projectID}&roomID=${roomID}`)
      await chooseFaucet(page)
      await user.call(deleteRoom, { query: { roomID } })
      const create = () => page.getByRole('button', { name: 'Create Item' }).click()
      await expectLoggedAndTold(page, 'Unable to create item', create)
      await expect(page.getByRole('combobox', { name: 'Brand' })).toHaveValue('Castellan')
      await expect(page.getByRole('combobox', { name: 'Sub Category' })).not.toHaveValue('')
    },
  )

  // Proves 8.11
  test('that a second browser deleted is not loaded: logged, told, and there is nothing here', async ({
    page,
    user,
    expectedErrors,
  }) => {
    expectedErrors.push(/./)
    const place = await kitchen(user)
    const itemID = await user.newItem(place, FAUCET, { field1: 'Castellan' })
    await page.goto(`/roomitems?roomID=${place.roomID}`)
    const row = page.getByRole('link', { name: 'Castellan' })
    await expect(row).toBeVisible()
    await user.call(deleteItem, { query: { itemID } })
    await expectLoggedAndTold(page, 'Unable to load item', () => row.click())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("There's nothing here")
  })

  test(
    'that a second browser deleted cannot be saved, and everything typed stays',
    NIGHTLY,
    async ({ page, user, expectedErrors }) => {
      expectedErrors.push(/./)
      const place = await kitchen(user)
      const itemID = await user.newItem(place, FAUCET, { field1: 'Castellan' })
      await page.goto(`/edititem?itemID=${itemID}`)
      await page.getByRole('combobox', { name: 'Brand' }).fill('Castellan & Sons')
      await user.call(deleteItem, { query: { itemID } })
      await page.getByRole('button', { name: 'Update Item' }).click()
      await expect(page.getByText('Unable to update item')).toBeVisible()
      await expect(page.getByRole('combobox', { name: 'Brand' })).toHaveValue('Castellan & Sons')
    },
  )

  test('that reaches no server says so, stays typed, and is created once it does', async ({
    page,
    user,
    expectedErrors,
  }) => {
    expectedErrors.push(/./)
    const { projectID, roomID } = await kitchen(user)
    await page.goto(`/createitem?projectID=${projectID}&roomID=${roomID}`)
    await chooseFaucet(page)
    const reconnect = await cutOff(page)
    const create = () => page.getByRole('button', { name: 'Create Item' }).click()
    await expectLoggedAndTold(page, 'No server response', create)
    await reconnect()
    await create()
    await expect(page).toHaveURL(`/roomitems?roomID=${roomID}`)
    expect(await user.call(listItems, { query: { roomID } })).toHaveLength(1)
  })
})

test.describe('a file', () => {
  // Proves 8.11
  test(
    'that may not be uploaded any more: logged and told',
    NIGHTLY,
    async ({ page, user, server, expectedErrors }) => {
      expectedErrors.push(/./)
      const place = await kitchen(user)
      const itemID = await user.newItem(place, FAUCET, { field1: 'Castellan' })
      await page.goto(`/edititem?itemID=${itemID}&tab=attachments`)
      await expect(page.getByRole('tab', { name: /Attachments/ })).toBeVisible()
      server.setRole('revoke', user.name, Role.User)
      await expectLoggedAndTold(page, 'Unable to upload files', () =>
        page.getByLabel('Add Files').setInputFiles([SHEET]),
      )
    },
  )

  // Proves 8.11
  test(
    'that a second browser removed cannot be downloaded: logged and told by its name',
    NIGHTLY,
    async ({ page, user, expectedErrors }) => {
      expectedErrors.push(/./)
      const place = await kitchen(user)
      const itemID = await user.newItem(place, FAUCET, { field1: 'Castellan' })
      await page.goto(`/edititem?itemID=${itemID}&tab=attachments`)
      await page.getByLabel('Add Files').setInputFiles([SHEET])
      const file = page.getByRole('button', { name: /^count\.csv/ })
      await expect(file).toBeVisible()
      const [attachment] = (await user.call(getItem, { query: { itemID } })).attachments
      await user.call(deleteItemFile, { query: { itemID, remote: attachment?.remote ?? '' } })
      await expectLoggedAndTold(page, 'Unable to download "count.csv"', () => file.click())
    },
  )

  test('that the server has lost or damaged says so, with whom to ask, as a file to save and as a picture', async ({
    page,
    user,
    server,
    expectedErrors,
  }) => {
    expectedErrors.push(/./)
    const itemID = await user.newItem(await kitchen(user), FAUCET, { field1: 'Castellan' })
    const stored = () =>
      readdirSync(join(server.dataDir, 'files'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
    const ofOthers = new Set(stored())
    const added = () => stored().filter((path) => !ofOthers.has(path))
    await user.attach(itemID, [{ name: 'count.csv', bytes: Buffer.from(`part,count of ${user.name}`) }])
    const [sheet = ''] = added()
    await user.attach(itemID, [{ name: 'photo.jpg', bytes: await noise(60, 40).jpeg().toBuffer() }])
    await page.goto(`/edititem?itemID=${itemID}&tab=attachments`)
    rmSync(sheet)
    await expectLoggedAndTold(
      page,
      'Unable to download "count.csv". This file is missing on the server. Your administrator may be able to restore it.',
      () => page.getByRole('button', { name: /^count\.csv/ }).click(),
    )
    for (const path of added()) truncateSync(path, 20)
    await page.getByRole('button', { name: /^photo\.jpg/ }).click()
    await expect(page.getByRole('region', { name: 'File Previewer' }).getByRole('alert')).toHaveText(
      'Unable to download "photo.jpg". This file is damaged on the server. Your administrator may be able to restore it.',
    )
  })

  test(
    'that reaches no server, on its way up or down: logged and told',
    NIGHTLY,
    async ({ page, user, expectedErrors }) => {
      expectedErrors.push(/./)
      const place = await kitchen(user)
      const itemID = await user.newItem(place, FAUCET, { field1: 'Castellan' })
      await page.goto(`/edititem?itemID=${itemID}&tab=attachments`)
      await page.getByLabel('Add Files').setInputFiles([SHEET])
      const file = page.getByRole('button', { name: /^count\.csv/ })
      await expect(file).toBeVisible()
      await cutOff(page)
      await expectLoggedAndTold(page, 'No server response', () => file.click())
      await expectLoggedAndTold(page, 'No server response', () => page.getByLabel('Add Files').setInputFiles([SHEET]))
    },
  )
})

test.describe('logging out', () => {
  test('without a server says so and keeps the session', NIGHTLY, async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/./)
    expect(user.name).toBeTruthy()
    await page.goto('/selectproject')
    const logOut = page.getByRole('button', { name: 'Log Out' })
    await expect(logOut).toBeVisible()
    await cutOff(page)
    await expectLoggedAndTold(page, 'No server response', () => logOut.click())
    await expect(logOut).toBeVisible()
  })

  // Proves 8.11
  test(
    'that the server cannot do says so and keeps the session',
    NIGHTLY,
    async ({ page, user, server, expectedErrors }) => {
      expectedErrors.push(/./)
      expect(user.name).toBeTruthy()
      await page.goto('/selectproject')
      const logOut = page.getByRole('button', { name: 'Log Out' })
      await expect(logOut).toBeVisible()
      server.loseTable('sessions')
      await expectLoggedAndTold(page, 'Unable to log out', () => logOut.click())
      await expect(logOut).toBeVisible()
      server.restoreTable('sessions')
    },
  )
})

// Proves 2.19
test('a spinner shows while a page waits for its data', async ({ page, user }) => {
  const { roomID } = await kitchen(user)
  await page.goto('/about')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  // The answers are real ones; only their arrival is held back.
  for (const path of ['**/projects', '**/items?*']) {
    await page.route(path, async (route) => {
      await held
      await route.continue()
    })
  }
  await page.getByRole('link', { name: 'My Projects' }).first().click()
  await expect(page.getByText('Loading')).toBeVisible()
  release()
  await expect(page.getByRole('link', { name: /Maple Street/ })).toBeVisible()
  await expect(page.getByText('Loading')).toHaveCount(0)
  await page.goto(`/roomitems?roomID=${roomID}`)
  await expect(page.getByText('This room is empty.')).toBeVisible()
})

test.describe('an unexpected failure', () => {
  // Proves 2.16, 8.12
  test('of a page is the generic error screen with status and text, from which one tries again or leaves', async ({
    page,
    user,
    server,
    expectedErrors,
  }) => {
    expectedErrors.push(/./)
    expect(user.name).toBeTruthy()
    await page.goto('/about')
    server.loseTable('projects')
    await page.getByRole('link', { name: 'My Projects' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
    await expect(page.getByText('500 Something went wrong.', { exact: true })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Stack trace' })).toContainText('ApiError')
    await expectAccessible(page)
    const tryAgain = page.getByRole('button', { name: 'Try Again' })
    const failed = page.waitForResponse('**/projects')
    await tryAgain.click()
    expect((await failed).status()).toBe(500)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
    server.restoreTable('projects')
    await tryAgain.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Projects')
    await page.goBack()
    await expect(page).toHaveURL('/about')

    server.loseTable('projects')
    await page.getByRole('link', { name: 'My Projects' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveURL('/')
    server.restoreTable('projects')
  })
})

test(
  'a room of a project that a second browser deleted is not there',
  NIGHTLY,
  async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/404/)
    const { projectID } = await kitchen(user)
    await page.goto(`/projecthome?projectID=${projectID}`)
    const room = page.getByRole('link', { name: /^Kitchen/ })
    await expect(room).toBeVisible()
    await user.call(deleteProject, { query: { projectID } })
    await room.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("There's nothing here")
  },
)
