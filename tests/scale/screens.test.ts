import { chromium, expect as onScreen, type Page } from '@playwright/test'
import { expect, onTestFinished, test } from 'vitest'
import { findChromium } from '../../scripts/lib/find-chromium.mjs'
import type { ItemEvent } from '../../src/shared/history/history.api.ts'
import type { Item } from '../../src/shared/items/items.api.ts'
import type { RoomStructure, RoomType } from '../../src/shared/structure/room-structure.api.ts'
import { PASSWORD, registrationOf } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { startMain } from './built-server.ts'
import { startPair } from './postgres-pair.ts'

type Pair = Awaited<ReturnType<typeof startPair>>

/** A time-out that only ends a hang. */
const LONGEST_MS = 300_000
const shown = onScreen.configure({ timeout: LONGEST_MS })

/** Opens a browser with a logged-in user who has an item in a room. */
const openBrowser = async (origin: string) => {
  const { path } = await findChromium()
  const browser = await chromium.launch({ executablePath: path, chromiumSandbox: process.getuid?.() !== 0 })
  onTestFinished(() => browser.close())
  const context = await browser.newContext({ baseURL: origin })
  context.setDefaultTimeout(LONGEST_MS)
  await context.addInitScript(() => localStorage.setItem('roomfolio.signed-in', 'robin'))

  const ask = async <T>(method: string, path: string, data?: object): Promise<T> => {
    const answer = await context.request.fetch(path, { method, headers, ...(data && { data }) })
    if (!answer.ok()) throw new Error(`${method} ${path} answered ${answer.status()}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  let headers = {}
  await ask('POST', '/register', registrationOf('robin'))
  const { accessToken } = await ask<{ accessToken: string }>('POST', '/login', { user: 'robin', pwd: PASSWORD })
  headers = { authorization: `Bearer ${accessToken}` }

  const { rooms } = await ask<{ rooms: RoomType[] }>('GET', '/roomtypes')
  const roomType = rooms.find(({ roomTypeName }) => roomTypeName === 'Kitchen')?.roomTypeID ?? 0
  const structure = await ask<RoomStructure>('GET', `/roomstructure?roomType=${roomType}`)
  const [catID, category] =
    Object.entries(structure).find(([, { parentCatName }]) => parentCatName === 'Plumbing') ?? []
  const kind = { catID: Number(catID), subcatID: category?.subcatList[0] ?? 0 }
  const inputs = { name: 'Maple Street', address: '1 Elm', city: 'Burlington', state: 'VT', zip: '05401' }
  const { projectID } = await ask<{ projectID: number }>('PUT', '/project', { inputs })
  const room = { projectID, roomType, roomName: 'Kitchen' }
  const { roomID } = await ask<{ roomID: number }>('PUT', '/createroom', room)
  const item = { projectID, roomID, ...kind, inputs: { field1: 'Castellan' } }
  const { itemID } = await ask<{ itemID: number }>('PUT', '/item', item)
  return { context, ask, projectID, roomID, itemID, kind }
}

/** Presses the button whenever it is enabled, as a user would, until the room opens. */
const pressUntilInRoom = (page: Page, name: string) =>
  until(async () => {
    if (new URL(page.url()).pathname === '/roomitems') return true
    await page.evaluate((words) => {
      const named = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === words)
      if (named?.ariaBusy !== 'true') named?.click()
    }, name)
    return false
  })

interface Trouble {
  begin: (pair: Pair) => Promise<void> | void
  end: (pair: Pair) => Promise<void> | void
}

const promote = (pair: Pair) => pair.promote()

test.each<[string, Trouble]>([
  ['is killed and its standby promoted', { begin: ({ primary }) => primary.kill(), end: promote }],
  ['freezes and its standby is promoted', { begin: ({ primary }) => primary.freeze(), end: promote }],
  [
    'freezes and goes on later with what nobody waits for any more',
    { begin: ({ primary }) => primary.freeze(), end: ({ primary }) => primary.thaw() },
  ],
])(
  'where the primary %s, screens keep what was typed, and what is saved and created then is there once',
  async (what, { begin, end }) => {
    const pair = await startPair()
    onTestFinished(() => pair.stop())
    const { origin } = await startMain({ DATABASE_URL: pair.url })
    const { context, ask, projectID, roomID, itemID, kind } = await openBrowser(origin)

    const editing = await context.newPage()
    await editing.goto(`/edititem?itemID=${itemID}`)
    const brand = editing.getByRole('combobox', { name: 'Brand', exact: true })
    const notes = editing.getByRole('textbox', { name: 'Notes', exact: true })
    await brand.fill('Harrow')
    const creating = await context.newPage()
    await creating.goto(`/createitem?projectID=${projectID}&roomID=${roomID}`)
    await creating.getByRole('combobox', { name: 'Category', exact: true }).selectOption(String(kind.catID))
    await creating.getByRole('combobox', { name: 'Subcategory' }).selectOption(String(kind.subcatID))
    const newBrand = creating.getByRole('combobox', { name: 'Brand', exact: true })
    await newBrand.fill('Marlow')

    const began = performance.now()
    await begin(pair)
    await creating.getByRole('button', { name: 'Create Item', exact: true }).click()
    await editing.getByRole('button', { name: 'Update Item', exact: true }).click()
    await notes.fill('Typed while it was away.')
    await shown(editing.getByText(/update item$/)).toBeVisible()
    await shown(creating.getByText(/create item$/)).toBeVisible()
    const told = (performance.now() - began) / 1000
    await shown(brand).toHaveValue('Harrow')
    await shown(notes).toHaveValue('Typed while it was away.')
    await shown(newBrand).toHaveValue('Marlow')

    await end(pair)
    const ended = performance.now()
    await pressUntilInRoom(editing, 'Update Item')
    await pressUntilInRoom(creating, 'Create Item')
    const seconds = (performance.now() - ended) / 1000
    console.log(`The primary ${what}: told after ${told.toFixed(1)} s, saved and created ${seconds.toFixed(1)} s later`)

    await until(async () => (await fetch(`${origin}/readyz`)).status === 200)
    const items = await ask<Item[]>('GET', `/items?roomID=${roomID}`)
    expect(items.map(({ field1, note }) => [field1, note]).sort()).toEqual([
      ['Harrow', 'Typed while it was away.'],
      ['Marlow', ''],
    ])
    const { events } = await ask<{ events: ItemEvent[] }>('GET', `/history?itemID=${itemID}`)
    const changes = events.filter(({ kind }) => kind === 'item changed').flatMap((event) => event.changes)
    expect(changes.map(({ after }) => after).sort()).toEqual(['Harrow', 'Typed while it was away.'])
  },
)
