import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changesBetweenSnapshots } from './changes.ts'
import { marksAlone, marksIn, packed, unpacked, type Snapshot, type SnapshotItem } from './snapshot.ts'

const item = (itemID: number, change: Partial<SnapshotItem> = {}): SnapshotItem => ({
  ...{ itemID, roomID: 1, mark: `PT-${itemID}`, title: `Paint ${itemID}`, subcatID: 1, kind: 'Paint – Wall Paint' },
  values: [[7, 'Sheen', 'Eggshell']],
  ...{ texts: {}, files: [], ...change },
})
const HALL = { roomID: 1, name: 'Hall' }
const KITCHEN = { roomID: 2, name: 'Kitchen' }

const linesOf = async (now: Snapshot, before: Snapshot, without: Parameters<typeof changesBetweenSnapshots>[2] = []) =>
  changesBetweenSnapshots(now, before, without, 'letter').map(({ room, title, lines }) => [room, title, ...lines])

describe('the changes between two snapshots', () => {
  test('are listed by room and item, with previous values, in the order of the book', async () => {
    const before = {
      rooms: [HALL, KITCHEN],
      items: [
        item(1, { files: [['a', 'can.jpg']] }),
        item(2, { roomID: 2, values: [[9, 'Color', 'Dry Sage #B9C6B4']] }),
        item(7, { values: [[13, 'Date Painted', '2031-02', 'date']] }),
        item(3, { texts: { notes: 'Two coats' } }),
        item(4, {
          values: [
            [8, 'Cost', '$20'],
            [12, 'Budget', '$40', 'money'],
          ],
        }),
        item(5),
      ],
    }
    const now = {
      rooms: [KITCHEN, { ...HALL, name: 'Entry' }],
      items: [
        item(2, { roomID: 2, values: [[9, 'Color', 'Dry Sage #B9C6B5']] }),
        item(5, { roomID: 2, subcatID: 2, kind: 'Paint – Trim Paint' }),
        item(1, { files: [['b', 'lid.jpg']], values: [] }),
        item(3, { texts: { notes: 'Three coats' } }),
        item(4, {
          values: [
            [8, 'Cost', '$30', 'money'],
            [12, 'Budget', '$50', 'money'],
          ],
        }),
        item(6),
        item(7, { values: [[13, 'Date Painted', '2031-02-28', 'date']] }),
      ],
    }
    expect(await linesOf(now, before)).toEqual([
      ['', '', 'rooms reordered'],
      ['Kitchen', 'Paint 2', 'Color: Dry Sage #B9C6B5, was Dry Sage #B9C6B4'],
      ['Kitchen', 'Paint 5', 'moved here from Hall', 'Paint – Trim Paint, was Paint – Wall Paint'],
      ['Entry', 'Entry', 'renamed, was Hall', 'items reordered'],
      ['Entry', 'Paint 1', 'Sheen: N/A, was Eggshell', 'file lid.jpg added', 'file can.jpg removed'],
      ['Entry', 'Paint 3', 'Notes: Three coats, was Two coats'],
      ['Entry', 'Paint 4', 'Cost: $30, was $20', 'Budget: $50, was $40'],
      ['Entry', 'Paint 6', 'added'],
      ['Entry', 'Paint 7', 'Date Painted: Feb 28, 2031, was Feb 2031'],
    ])
    const told = (await linesOf(now, before, ['notes', 'prices'])).map(([, title]) => title)
    expect(told).not.toContain('Paint 3')
    expect(told).not.toContain('Paint 4')
  })

  test('have the items of an added or removed room on one line, and moved items on one each', async () => {
    const attic = { roomID: 3, name: 'Attic' }
    const before = { rooms: [HALL, attic], items: [item(1), item(2, { roomID: 3 }), item(3, { roomID: 3 })] }
    const now = { rooms: [HALL, KITCHEN], items: [item(1), item(2), item(4, { roomID: 2 }), item(5, { roomID: 2 })] }
    expect(await linesOf(now, before)).toEqual([
      ['Hall', 'Paint 2', 'moved here from Attic'],
      ['Kitchen', 'Kitchen', 'added, with 2 items'],
      ['Attic', 'Attic', 'removed, with 1 item'],
    ])
  })

  test("include the cover's text, an order, a caption and a mark", async () => {
    const home = { name: 'Maple Street', client: 'Dana Sample', address: ['12 Elm Street', 'Burlington'], cover: 'a' }
    const before = {
      ...{ rooms: [HALL, KITCHEN], home },
      items: [
        item(1, { files: [['a', 'can.jpg', '']] }),
        ...[item(2, { mark: 'PT-1' }), item(3, { subcatID: 2 }), item(4, { roomID: 2, files: [['b', 'lid.jpg', '']] })],
      ],
    }
    const now = {
      rooms: [KITCHEN, HALL],
      home: { name: 'Oak Court', client: '', address: ['1 Oak', 'Burlington'], cover: 'b' },
      items: [
        item(4, { roomID: 2, files: [['b', 'lid.jpg', '']] }),
        ...[item(2), item(3, { subcatID: 2 }), item(1, { files: [['a', 'can.jpg', 'The lid']] })],
      ],
    }
    const ofProject = [
      ...['Name: Oak Court, was Maple Street', 'Client: N/A, was Dana Sample'],
      'Address: 1 Oak, Burlington, was 12 Elm Street, Burlington',
    ]
    const ofHall = [
      ['Hall', 'Hall', 'items reordered'],
      ['Hall', 'Paint 2', 'Mark: PT-2, was PT-1'],
      ['Hall', 'Paint 1', 'Caption of can.jpg: The lid, was N/A'],
    ]
    expect(await linesOf(now, before)).toEqual([
      ['', 'Oak Court', ...ofProject, 'new cover picture', 'rooms reordered'],
      ...ofHall,
    ])
    expect((await linesOf(now, before, ['pictures']))[0]).not.toContain('new cover picture')
    // As an older version stored it; also, the order of items across subcategories is not visible in the book.
    const older = { rooms: now.rooms, items: before.items.map((one) => ({ ...one, mark: `PT-${one.itemID}` })) }
    older.items.reverse().forEach(({ files }) => files.forEach((file) => file.splice(2)))
    const [second, third] = [now.items[1], now.items[2]] as [SnapshotItem, SnapshotItem]
    now.items.splice(1, 2, third, second)
    expect(await linesOf(now, older)).toEqual([])
  })

  test('are none for renamed labels and categories, or for reverted values', async () => {
    const before = { rooms: [HALL], items: [item(1)] }
    const now = { rooms: [HALL], items: [item(1, { kind: 'Paints – Walls', values: [[7, 'Gloss', 'Eggshell']] })] }
    expect(await linesOf(now, before)).toEqual([])
  })

  test('are none after a snapshot was serialized and parsed', async () => {
    const texts = fc.string({ unit: 'binary', maxLength: 40 })
    const one = fc.record({ title: texts, value: texts, note: texts, file: texts })
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 8 }), async (some) => {
        const items = some.map(({ title, value, note, file }, at) =>
          item(at, { title, values: [[7, 'Sheen', value]], texts: { notes: note }, files: [['a', file]] }),
        )
        const home = { name: 'Maple Street', client: '', address: [], cover: null }
        const marks = new Map(some.flatMap(({ title }, at) => [[`PT-${at}`, title] as const]))
        const text = await packed({ rooms: [HALL], items, home, marks })
        expect(await unpacked(text)).toEqual({ rooms: [HALL], items, home, marks })
        const kept = new Map([...marks].map(([mark, finish], at) => [mark, { finish, items: [at] }]))
        expect([await marksIn(text), await marksIn(await marksAlone(text))]).toEqual([kept, kept])
        expect(await marksIn(await packed({ rooms: [HALL], items }))).toBeUndefined()
      }),
      { numRuns: 30 },
    )
  })
})
