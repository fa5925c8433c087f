import { expect, test } from 'vitest'
import { HOLD_MS, leastHold } from '../../../tests/support/least-hold.ts'
import { SLOTS, type Slot } from '../../shared/room-structure.ts'
import type { SheetItem, SheetRows } from './sheet-items.repo.ts'
import { oneTable, tablesByCategory } from './table.ts'

const FIELDS = Object.fromEntries(SLOTS.map((slot) => [slot, ''])) as Record<Slot, string>

const item = (itemID: number, of: Partial<SheetItem>): SheetItem => ({
  ...{ itemID, roomID: 1, room: 'Hall', position: null },
  ...{ catID: 1, category: 'Paint', subcatID: 1, subcategory: 'Wall Paint', updatedAt: '2031-01-30T12:00:00.000Z' },
  ...FIELDS,
  notes: '',
  ...{ files: '[]' as unknown as SheetItem['files'] },
  ...of,
})

/** Of a home with so many items, in rooms and categories of all sorts, the last first. */
const rowsOf = (count: number): SheetRows => ({
  name: 'Maple Street',
  items: Array.from({ length: count }, (_, at) => {
    const [roomID, catID, subcatID] = [1000 - (at % 1000), 20 - (at % 20), 300 - (at % 300)]
    return item(at + 1, {
      ...{ roomID, room: `Room ${roomID}`, catID, category: `Category ${catID}` },
      ...{ subcatID, subcategory: `Subcategory ${subcatID}`, field1: 'Castellan', field2: `${at}` },
    })
  }),
  labels: Array.from({ length: 300 }, (_, at) => ({ subcatID: at + 1, slot: 1, label: 'Brand' })),
})

test.each([
  ['by category', tablesByCategory],
  ['in one table', async (rows: SheetRows) => [await oneTable(rows)]],
])('of as many items as a home may have, %s, the spreadsheet is made without holding up anybody', async (_, make) => {
  const rows = rowsOf(20_000)
  let titles = 0
  const least = await leastHold(async () => void (titles = (await make(rows))[0]?.titles.length ?? 0))
  expect(titles).toBeGreaterThan(5)
  expect(least).toBeLessThanOrEqual(HOLD_MS)
})

test('names of more files than a cell holds are cut, and how many are left is said', async () => {
  const names = Array.from({ length: 300 }, (_, at) => ({ name: `${at} ${'é'.repeat(200)}.pdf` }))
  const of = async (files: readonly { name: string }[]) => {
    const one = item(1, { files: JSON.stringify(files) as unknown as SheetItem['files'] })
    const table = await oneTable({ name: '', items: [one], labels: [] })
    return String([...table.rows][0]?.at(-3))
  }
  const cell = await of(names)
  expect(cell.length).toBeLessThanOrEqual(32_767)
  expect(cell.length).toBeGreaterThan(32_000)
  const [, told = 0, left = 0] = /^.*, (\d+) é+\.pdf, and (\d+) more$/.exec(cell) ?? []
  expect([Number(told) + 1 + Number(left), await of(names.slice(0, 2))]).toEqual([
    300,
    names
      .slice(0, 2)
      .map(({ name }) => name)
      .join(', '),
  ])
})

test('items stand by rooms, in these by category and subcategory, then as they come', async () => {
  const trim = { subcatID: 2, subcategory: 'Trim' }
  const other = { catID: 2, category: 'Other', subcatID: 3, subcategory: 'Rug' }
  const hall = { roomID: 2, room: 'Hall' }
  const attic = { roomID: 3, room: 'Attic' }
  const items = [
    item(1, { ...hall, ...other }),
    item(2, hall),
    item(3, { ...attic, ...trim }),
    item(4, { ...hall, ...trim }),
    item(5, hall),
    item(6, attic),
    item(7, { roomID: 4, room: 'Kitchen', position: 1 }),
  ]
  const table = await oneTable({ name: '', items, labels: [] })
  expect([...table.rows].map((row) => row.at(-1))).toEqual([7, 3, 6, 4, 2, 5, 1])
})
