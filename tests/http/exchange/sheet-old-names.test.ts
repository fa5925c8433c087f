import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { Role } from '../../../src/shared/contract/roles.ts'
import { checkSheet, importSheet } from '../../../src/shared/exchange/sheets.api.ts'
import { getItem } from '../../../src/shared/items/items.api.ts'
import { updateRoom } from '../../../src/shared/projects/rooms.api.ts'
import { renameCategory, renameSubcategory } from '../../../src/shared/structure/structure.api.ts'
import { subcategoryIDs } from '../../support/test-app.ts'
import { FAUCET, set } from '../structure/labels-fixture.ts'
import { csvOf, download, matched, startWithKitchen } from './sheet-file.ts'

const start = async () => {
  const started = await startWithKitchen()
  const { robin, projectID, newFaucet, newUser } = started
  const admin = await newUser('admin', [Role.Admin])
  const { catID, subcatID } = await subcategoryIDs(robin, 'Kitchen', 'Plumbing', 'Faucet')
  const itemID = await newFaucet({ field1: 'Castellan', field2: '7120', notes: 'x'.repeat(250) })
  const check = async (bytes: Buffer | string, name?: string) => {
    const { body } = await matched(robin, projectID, bytes, name)
    return robin.must(checkSheet, { body: { ...body, toNotes: true } })
  }
  /** The sheet of now with one cell of its only row changed. */
  const edited = async (title: string, value: string) => {
    const [titles = [], row = []]: string[][] = parse(await download(robin, projectID, 'csv'), { bom: true })
    return csvOf(titles, row.with(titles.indexOf(title), value))
  }
  return { ...started, admin, catID, subcatID, itemID, check, edited }
}

const NOTHING = { creates: 0, changes: 0, same: 1, errors: [], newRooms: [], unknownRooms: [], unknownKinds: [] }

describe('a downloaded spreadsheet has no changes after', () => {
  test.each([
    ['a label was replaced by another', ['Maker', ...FAUCET.slice(1)]],
    ['a label was taken away, and its value stays without one', [null, ...FAUCET.slice(1)]],
    ['labels were put in another order', ['Model Number', 'Brand', ...FAUCET.slice(2)]],
  ])('%s', async (_, labels) => {
    const { robin, admin, projectID, subcatID, check } = await start()
    for (const format of ['csv', 'xlsx'] as const) {
      await set(admin, subcatID, FAUCET, { confirmed: true })
      const sheet = await download(robin, projectID, format)
      await set(admin, subcatID, labels, { confirmed: true })
      expect(await check(sheet, `mine.${format}`)).toMatchObject({ ...NOTHING, lacking: [] })
      expect(await check(sheet, `mine.${format}`)).toMatchObject({ ...NOTHING, lacking: [] })
    }
  })

  test('a value that had no label got one, also one that other rows have', async () => {
    const { robin, admin, projectID, subcatID, check, itemID } = await start()
    await robin.newItemOf(['Appliances', 'Refrigerator'], {
      projectID,
      roomID: (await robin.must(getItem, { query: { itemID } })).roomID,
      inputs: { field1: 'Nordhaus' },
    })
    await set(admin, subcatID, [null, ...FAUCET.slice(1)], { confirmed: true })
    const sheet = await download(robin, projectID, 'csv')
    expect(sheet.toString()).toContain('Field 1')
    for (const first of ['Brand', 'Maker']) {
      await set(admin, subcatID, [first, ...FAUCET.slice(1)], { confirmed: true })
      expect(await check(sheet)).toMatchObject({ ...NOTHING, same: 2, lacking: [] })
    }
  })

  test('its room, subcategory and category were renamed; the old names are listed', async () => {
    const { robin, admin, projectID, roomID, catID, subcatID, check } = await start()
    const sheet = await download(robin, projectID, 'csv')
    await robin.must(updateRoom, { body: { roomID, roomName: 'Cookery' } })
    await admin.must(renameCategory, { body: { catID, catName: 'Water', was: 'Plumbing' } })
    await admin.must(renameSubcategory, { body: { subcatID, subCatName: 'Tap', was: 'Faucet' } })
    expect(await check(sheet)).toMatchObject({
      ...NOTHING,
      oldNames: [
        { column: 'Subcategory', name: 'Faucet', now: 'Tap', rows: 1 },
        { column: 'Category', name: 'Plumbing', now: 'Water', rows: 1 },
        { column: 'Room', name: 'Kitchen', now: 'Cookery', rows: 1 },
      ],
    })
  })
})

test('a changed value whose label was replaced is left out and listed, and the other cells are imported', async () => {
  const { robin, admin, projectID, subcatID, itemID, edited } = await start()
  const sheet = (await edited('Brand', 'Nordhaus')).replace('7120', '7121')
  await set(admin, subcatID, ['Maker', ...FAUCET.slice(1)], { confirmed: true })
  const { body } = await matched(robin, projectID, sheet)
  const { changed, lacking, fingerprint } = await robin.must(checkSheet, { body: { ...body, toNotes: true } })
  expect(changed.map(({ values }) => values)).toEqual([[{ label: 'Model Number', before: '7120', after: '7121' }]])
  expect(lacking).toEqual([{ subcategory: 'Faucet', label: 'Brand', under: null, isLeftOut: true, rows: 1 }])
  await robin.must(importSheet, { body: { ...body, toNotes: true, fingerprint: fingerprint ?? '' } })
  expect(await robin.must(getItem, { query: { itemID } })).toMatchObject({ field1: 'Castellan', field2: '7121' })
  expect(await robin.must(checkSheet, { body })).toMatchObject({ errors: [{ column: 'Brand' }] })
})

test('a room of a name that none had is a new one', async () => {
  const { robin, roomID, edited, check } = await start()
  await robin.must(updateRoom, { body: { roomID, roomName: 'Cookery' } })
  const { unknownRooms, oldNames } = await check(await edited('Room', 'Pantry'))
  expect([unknownRooms.map(({ name }) => name), oldNames]).toEqual([['Pantry'], []])
})

test('an Updated that a program rewrote is read; one that is no time is said to be none', async () => {
  const { robin, itemID, edited, check } = await start()
  const { updatedAt } = await robin.must(getItem, { query: { itemID } })
  const [year, month, day] = updatedAt.slice(0, 10).split('-')
  const withUpdated = async (text: string) => {
    const [titles = [], row = []]: string[][] = parse(await edited('Brand', 'Nordhaus'), { bom: true })
    return csvOf(titles, row.with(titles.indexOf('Updated'), text))
  }
  const time = updatedAt.slice(11, 16)
  for (const text of [`${month}/${day}/${year} ${time}`, `${day}.${month}.${year} ${time}`])
    expect(await check(await withUpdated(text))).toMatchObject({ changes: 1, errors: [] })
  const [wrong, other] = await Promise.all(['########', `${month}/${day}/2001 ${time}`].map(withUpdated))
  const messages = [wrong, other].map(async (sheet) => (await check(sheet ?? '')).errors[0]?.message)
  expect(await Promise.all(messages)).toEqual([
    'can’t be read as a time; set this column to Don’t Import to import the row as it is',
    'this item changed after you downloaded the file; download it again',
  ])
  expect(await check((await edited('Updated', '########')).toString())).toMatchObject({ same: 1, errors: [] })
})
