import { describe, expect, test } from 'vitest'
import { checkSheet, importSheet, type Matching } from '../../../src/shared/exchange/sheets.api.ts'
import { listItems, updateItem } from '../../../src/shared/items/items.api.ts'
import { problemWith } from '../../support/problems.ts'
import { csvOf, matched, startWithKitchen } from './sheet-file.ts'

const TITLES = ['Room', 'Item', 'Brand', 'Model Number', 'Serial Number', 'Asset ID', 'Notes']
const [WASHER, FRIDGE, FAUCET, PLAIN]: [string[], string[], string[], string[]] = [
  ['Kitchen', 'Dishwasher', 'Brennholt', 'BDW-60', 'S-1001', '', 'left of the sink'],
  ['Kitchen', 'Refrigerator', 'Nordhaus', 'NR-2', 's 2002', '', ''],
  ['Kitchen', 'Faucet', 'Castellan', '7120', 'S-3003', '000-007', ''],
  ['Kitchen', 'Faucet', 'Varde', '', 'n/a', '', ''],
]

const start = async () => {
  const started = await startWithKitchen()
  const { robin, projectID, roomID } = started
  const check = async (rows: readonly (readonly string[])[], known?: Matching['known']) => {
    const { body } = await matched(robin, projectID, csvOf(TITLES, ...rows))
    const matching = { ...body, toNotes: true, ...(known && { known }) }
    return { matching, check: await robin.must(checkSheet, { body: matching }) }
  }
  const bringIn = async (rows: readonly (readonly string[])[], known?: Matching['known']) => {
    const { matching, check: checked } = await check(rows, known)
    return robin.must(importSheet, { body: { ...matching, fingerprint: checked.fingerprint ?? '' } })
  }
  const items = () => robin.must(listItems, { query: { roomID } })
  return { ...started, check, bringIn, items }
}

describe('a list that is imported again', () => {
  test('is recognized by serial number, asset ID and values, and asked about before anything is imported', async () => {
    const { robin, check, bringIn, items } = await start()
    await bringIn([WASHER, FRIDGE, FAUCET, PLAIN])
    const before = await items()
    const again = await check([WASHER, FRIDGE.with(4, 'S2002'), FAUCET.with(4, ''), PLAIN])
    expect(again.check).toMatchObject({ creates: 0, changes: 0, fingerprint: null, errors: [] })
    expect(again.check.known).toMatchObject({ serial: 2, asset: 1, values: 1 })
    expect(
      again.check.known.rows.map(({ row, itemID }) => [row, before.some((item) => item.itemID === itemID)]),
    ).toEqual([2, 3, 4, 5].map((row) => [row, true]))
    const { problem } = await robin.call(importSheet, { body: again.matching })
    expect(problem).toMatchObject(
      problemWith('sheet_wrong', {
        what: '4 rows are about items that the project already has; say in known what to do with them',
      }),
    )
    expect(await bringIn([WASHER, FRIDGE, FAUCET, PLAIN], 'leave out')).toMatchObject({ created: 0, changed: 0 })
    expect(await items()).toEqual(before)
  })

  test('updates what its rows have values for, without touching anything else', async () => {
    const { robin, bringIn, check, items } = await start()
    await bringIn([WASHER, FRIDGE])
    const [washer] = (await items()).filter(({ subCatName }) => subCatName === 'Dishwasher')
    await robin.must(updateItem, { body: { itemID: washer?.itemID ?? 0, inputs: { notes: 'mine\nleft of the sink' } } })
    const rows = [WASHER.with(3, 'BDW-61').with(2, ''), FRIDGE, FAUCET]
    const { changed, creates } = (await check(rows, 'update')).check
    expect(changed.map(({ values }) => values)).toEqual([
      [{ label: 'Model Number', before: 'BDW-60', after: 'BDW-61' }],
    ])
    expect(creates).toBe(1)
    expect(await bringIn(rows, 'update')).toMatchObject({ created: 1, changed: 1, same: 1 })
    expect(await bringIn(rows, 'update')).toMatchObject({ created: 0, changed: 0, same: 3 })
    const after = (await items()).find(({ itemID }) => itemID === washer?.itemID)
    expect(after).toMatchObject({ field1: 'Brennholt', field2: 'BDW-61', note: 'mine\nleft of the sink' })
  })

  test('creates its items once more where that is meant', async () => {
    const { bringIn, items } = await start()
    await bringIn([WASHER, PLAIN])
    expect(await bringIn([WASHER, PLAIN], 'create')).toMatchObject({ created: 2 })
    expect(await items()).toHaveLength(4)
  })
})

test('rows with the same values in one list are all imported, and the second half of a list is new', async () => {
  const { check, bringIn } = await start()
  expect(await bringIn([PLAIN, PLAIN])).toMatchObject({ created: 2 })
  const { known, creates } = (await check([PLAIN, PLAIN, PLAIN, WASHER], 'leave out')).check
  expect([known.values, creates]).toEqual([2, 2])
})

test('a serial number that was put into the notes is recognized, and one like N/A is not', async () => {
  const { bringIn, check } = await start()
  const paint = ['Kitchen', 'Wall Paint', 'Boreal', '', 'LOT-77', '', '']
  await bringIn([paint, PLAIN])
  const { known } = (await check([paint.with(2, 'Other'), PLAIN.with(2, 'Other')])).check
  expect([known.serial, known.asset, known.values]).toEqual([1, 0, 0])
})
