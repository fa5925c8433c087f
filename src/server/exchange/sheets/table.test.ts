import { expect, test } from 'vitest'
import { SLOTS, type Slot } from '../../../shared/structure/room-structure.api.ts'
import type { SheetItem } from './sheet-items.repo.ts'
import { oneTable } from './table.ts'

const FIELDS = Object.fromEntries(SLOTS.map((slot) => [slot, ''])) as Record<Slot, string>

const item = (itemID: number, of: Partial<SheetItem>): SheetItem => ({
  ...{ itemID, roomID: 1, room: 'Hall', position: null },
  ...{ catID: 1, category: 'Paint', subcatID: 1, subcategory: 'Wall Paint', updatedAt: '2031-01-30T12:00:00.000Z' },
  ...FIELDS,
  notes: '',
  ...{ files: '[]' as unknown as SheetItem['files'] },
  ...of,
})

test('file names that exceed a cell are cut, with the number of omitted ones', () => {
  const names = Array.from({ length: 300 }, (_, at) => ({ name: `${at} ${'é'.repeat(200)}.pdf` }))
  const of = (files: readonly { name: string }[]) => {
    const one = item(1, { files: JSON.stringify(files) as unknown as SheetItem['files'] })
    const table = oneTable({ name: '', items: [one], labels: [] })
    return String([...table.rows][0]?.at(-3))
  }
  const cell = of(names)
  expect(cell.length).toBeLessThanOrEqual(32_767)
  expect(cell.length).toBeGreaterThan(32_000)
  const [, told = 0, left = 0] = /^.*, (\d+) é+\.pdf, and (\d+) more$/.exec(cell) ?? []
  expect([Number(told) + 1 + Number(left), of(names.slice(0, 2))]).toEqual([
    300,
    names
      .slice(0, 2)
      .map(({ name }) => name)
      .join(', '),
  ])
})

test('items are sorted by room, category and subcategory, then in their order', () => {
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
  const table = oneTable({ name: '', items, labels: [] })
  expect([...table.rows].map((row) => row.at(-1))).toEqual([7, 3, 6, 4, 2, 5, 1])
})
