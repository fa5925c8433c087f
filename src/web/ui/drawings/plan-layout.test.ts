import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planOf, type Rect } from './plan-layout.ts'

const counts = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 40 })
const areaOf = ({ width, height }: Rect) => width * height

describe('the plan of a project', () => {
  test('has a room for each count, and the rooms fill the house', () => {
    fc.assert(
      fc.property(counts, (roomItemCounts) => {
        const { house, rooms } = planOf(roomItemCounts)
        expect(rooms.map(({ items }) => items)).toEqual(roomItemCounts.toSorted((a, b) => b - a))
        expect(rooms.reduce((sum, room) => sum + areaOf(room), 0)).toBe(areaOf(house))
      }),
    )
  })

  test('gives a room with more items more space', () => {
    const [large, middle, small] = planOf([2, 30, 10]).rooms.map(areaOf)
    expect(large).toBeGreaterThan(middle ?? Infinity)
    expect(middle).toBeGreaterThan(small ?? Infinity)
  })

  test('cuts no door through the end of another wall', () => {
    fc.assert(
      fc.property(counts, (roomItemCounts) => {
        const { doors, walls } = planOf(roomItemCounts)
        for (const door of doors) {
          const start = door.vertical ? door.y : door.x
          for (const wall of walls.filter(({ vertical }) => vertical !== door.vertical)) {
            const [along, from, across] = door.vertical ? [wall.y, wall.x, door.x] : [wall.x, wall.y, door.y]
            const meets = from === across || from + wall.length === across
            expect(meets && along > start && along < start + door.length).toBe(false)
          }
        }
      }),
    )
  })

  test('of no rooms is an empty lot', () => {
    expect(planOf([])).toMatchObject({ rooms: [], walls: [], doors: [], windows: [] })
  })
})
