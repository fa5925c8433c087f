import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { marksOf, type Marked } from './marks.ts'

const atOnce = async () => {}

const paint = (itemID: number, title: string): Marked => ({ itemID, catName: 'Paint', title })

describe('marks', () => {
  // Proves 17.6.3
  test('are two letters of the category and a number, the same for the same finish in all rooms', async () => {
    const items = [
      ...[paint(3, 'Dry Sage HV-6102'), paint(1, 'Gesso HV-1002'), paint(7, 'Gesso HV-1002')],
      { itemID: 5, catName: 'Tile', title: 'Gesso HV-1002' },
    ]
    expect([...(await marksOf(items, atOnce))]).toEqual([
      [1, 'PT-1'],
      [3, 'PT-2'],
      [5, 'TL-1'],
      [7, 'PT-1'],
    ])
  })

  // Proves 17.6.3
  test('stay as they are when more comes later', async () => {
    const titles = fc.array(fc.constantFrom('Gesso', 'Dry Sage', 'Harbor Slate', 'Verdigris'), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(titles, titles, async (before, after) => {
        const items = [...before, ...after].map((title, at) => paint(at + 1, title))
        const first = await marksOf(items.slice(0, before.length), atOnce)
        const all = await marksOf(items, atOnce)
        for (const [itemID, mark] of first) expect(all.get(itemID)).toBe(mark)
      }),
    )
  })

  test('of categories in any script are told apart', async () => {
    const categories = ['Paint', 'Patio', 'Pots', 'Pot', 'Po', 'P', '台所', 'מטבח', 'Ärger', '']
    const marks = await marksOf(
      categories.map((catName, at) => ({ itemID: at + 1, catName, title: 'x' })),
      atOnce,
    )
    expect(new Set(marks.values()).size).toBe(categories.length)
    for (const mark of marks.values()) expect(mark).toMatch(/^[A-Z]{2}-1$/)
  })
})
