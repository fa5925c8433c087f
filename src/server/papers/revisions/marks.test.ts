import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FieldLabel } from '../../../shared/structure/room-structure.api.ts'
import type { Kind, Marked } from './marks.repo.ts'
import { marksOf, type Marks, type View } from './marks.ts'

const NOTHING_SAID = { field1: '', field2: '', field3: '', field4: '', field5: '', field6: '' }
const PAINT = 1
const TILE = 2
const CATEGORIES = { [PAINT]: 'Paint', [TILE]: 'Tile' }

const paint = (itemID: number, name: string, more: Partial<Marked> = {}): Marked => ({
  ...{ itemID, isShown: true, catID: PAINT, subcatID: 1, ...NOTHING_SAID },
  ...{ field2: name, field5: `Wall ${itemID}`, field6: '2026-02-22', ...more },
})

const label = (propID: number, name: string): FieldLabel => ({ propID, label: name, field: `field${propID as 1}` })
const LABELS = ['Brand / Product Line', 'Color Name', 'Color Code', 'Sheen', 'Location', 'Date Painted']
const WALL_PAINT: Kind = { labels: LABELS.map((name, at) => label(at + 1, name)), telling: ['field2', 'field3'] }

interface Among {
  issued?: Parameters<typeof marksOf>[1]
  reader?: View
  categories?: Record<number, string>
}

const marksAmong = (items: readonly Marked[], { issued, reader, categories = CATEGORIES }: Among = {}): Marks =>
  marksOf(
    {
      items,
      kinds: new Map([...new Set(items.map(({ subcatID }) => subcatID))].map((subcatID) => [subcatID, WALL_PAINT])),
      categories: new Map(Object.entries(categories).map(([id, name]) => [Number(id), name])),
      issued: undefined,
    },
    issued ?? new Map(),
    reader ?? { kind: 'person' },
  )

const told = ({ marks }: Marks) => [...marks.values()].join(' ')

describe('marks', () => {
  test('are two letters of the category and a number, the same for the same finish in all rooms', () => {
    const items = [
      ...[paint(3, 'Dry Sage'), paint(1, 'Gesso #F0EFE7'), paint(7, ' gesso', { subcatID: 2 })],
      paint(5, 'Gesso', { catID: TILE }),
    ]
    expect([...marksAmong(items).marks]).toEqual([
      [1, 'PT-1'],
      [3, 'PT-2'],
      [5, 'TL-1'],
      [7, 'PT-1'],
    ])
  })

  test('differ by brand, name, code or sheen, and not by place, time or order', () => {
    const gesso = { field1: 'Harrow', field3: 'HV-1002', field4: 'Eggshell' }
    const items = [
      paint(1, 'Gesso', gesso),
      paint(2, 'Gesso', { ...gesso, field4: 'Satin' }),
      paint(3, 'Gesso', { ...gesso, field1: 'Vale' }),
      paint(4, 'Gesso', { ...gesso, field3: 'HV-1003' }),
      paint(5, 'Gesso', { ...gesso, field5: 'Pantry', field6: '2019-01-01' }),
    ]
    expect(told(marksAmong(items))).toBe('PT-1 PT-2 PT-3 PT-4 PT-1')
    const nameless = [paint(1, ''), paint(2, '', { subcatID: 2 }), paint(3, '')]
    expect(told(marksAmong(nameless))).toBe('PT-1 PT-2 PT-1')
  })

  test('stay the same when items are added', () => {
    const titles = fc.array(fc.constantFrom('Gesso', 'Dry Sage', 'Harbor Slate', 'Verdigris'), { maxLength: 20 })
    fc.assert(
      fc.property(titles, titles, (before, after) => {
        const items = [...before, ...after].map((title, at) => paint(at + 1, title))
        const first = marksAmong(items.slice(0, before.length))
        const all = marksAmong(items)
        for (const [itemID, mark] of first.marks) expect(all.marks.get(itemID)).toBe(mark)
      }),
    )
  })

  const issuedFrom = ({ marks, finishes }: Marks) =>
    new Map(
      [...finishes].map(([mark, finish]) => [
        mark,
        { finish, items: [...marks].flatMap(([itemID, one]) => (one === mark ? [itemID] : [])) },
      ]),
    )

  test('that were issued stay with their items when all of them change, and with their finish otherwise', () => {
    const [gesso, sage] = [paint(1, 'Gesso'), paint(2, 'Dry Sage')]
    const two = [gesso, paint(3, 'Gesso'), paint(4, 'Gesso'), sage]
    const issued = issuedFrom(marksAmong(two))
    const toldAfter = (...items: Marked[]) => told(marksAmong([...items, sage], { issued }))
    expect(toldAfter(...[1, 3, 4].map((id) => paint(id, 'Verdigris')))).toBe('PT-1 PT-2 PT-1 PT-1')
    // One still has the issued finish.
    expect(toldAfter(paint(1, 'Verdigris'), paint(3, 'Verdigris'), paint(4, 'Gesso'))).toBe('PT-3 PT-2 PT-3 PT-1')
    // Most go to one finish; the other is new.
    expect(toldAfter(paint(1, 'Clay Wash'), paint(3, 'Verdigris'), paint(4, 'Verdigris'))).toBe('PT-3 PT-2 PT-1 PT-1')
    // A finish has one mark.
    expect(toldAfter(...[1, 3, 4].map((id) => paint(id, 'Dry Sage')))).toBe('PT-2 PT-2 PT-2 PT-2')
    expect(toldAfter(paint(1, 'Gesso', { catID: TILE }))).toBe('TL-1 PT-2')
  })

  test('that were issued are never given to another finish than that of their items', () => {
    const name = fc.constantFrom('Gesso', 'Dry Sage', 'Harbor Slate', 'Verdigris', 'Clay Wash')
    const home = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), name), { maxLength: 8 })
    fc.assert(
      fc.property(fc.array(home, { minLength: 2, maxLength: 6 }), (homes) => {
        let before = marksAmong([])
        let named = new Map<number, string>()
        for (const things of homes) {
          const items = [...new Map(things)].map(([itemID, title]) => paint(itemID, title))
          const now = marksAmong(items, { issued: issuedFrom(before) })
          const nameOf = new Map(items.map(({ itemID, field2 }) => [itemID, field2]))
          const markOf = new Map(items.map(({ itemID, field2 }) => [field2, now.marks.get(itemID)]))
          expect(new Set(markOf.values()).size).toBe(markOf.size)
          for (const [itemID, mark] of now.marks) {
            expect(mark).toBe(markOf.get(nameOf.get(itemID) ?? ''))
            if (named.get(itemID) === nameOf.get(itemID)) expect(mark).toBe(before.marks.get(itemID))
          }
          const isSame = (mark: string) => before.finishes.get(mark) === now.finishes.get(mark)
          for (const mark of before.finishes.keys())
            if (!isSame(mark)) expect([...before.marks].some(([id, one]) => one === mark && nameOf.has(id))).toBe(true)
          before = now
          named = nameOf
        }
      }),
      { numRuns: 60 },
    )
  })

  test('have letters of their category only, and are unique', () => {
    const plants = {
      ...CATEGORIES,
      3: 'Plants',
      4: 'Plumbing',
      5: 'Planters',
      6: '台所',
      7: 'מטבח',
      8: '',
      9: 'constructor',
    }
    const marksOfAll = (ids: readonly number[]) =>
      marksAmong(
        ids.map((catID, at) => paint(at + 1, 'x', { catID })),
        { categories: plants },
      )
    expect(told(marksOfAll([3]))).toBe('PA-1')
    expect(told(marksOfAll([3, 4, 5]))).toBe('PA-1 PL-1 PA-2')
    const all = [...marksOfAll([1, 2, 3, 4, 5, 6, 7, 8, 9]).marks.values()]
    expect(new Set(all).size).toBe(9)
    for (const mark of all) expect(mark).toMatch(/^[A-Z]{2}-\d$/)
  })

  test('are the same through a link as on all papers, and one where the link hides the difference', () => {
    const items = [
      ...[paint(1, 'Gesso', { isShown: false }), paint(2, 'Dry Sage', { field4: 'Satin' })],
      ...[paint(3, 'Dry Sage'), paint(4, 'Verdigris')],
    ]
    const link = (labels: number[]): View => ({
      kind: 'link',
      hides: { labels },
    })
    expect([...marksAmong(items, { reader: link([]) }).marks]).toEqual([
      [2, 'PT-2'],
      [3, 'PT-3'],
      [4, 'PT-4'],
    ])
    expect(told(marksAmong(items, { reader: link([4]) }))).toBe('PT-2 PT-2 PT-4')
  })
})
