import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BOARD, layOutMaterialBoard, laySmallBoard, SMALL_BOARD, type Pieces } from './material-board-layout.ts'
import { piecesOfSamples } from './material-board-pieces.ts'

const KITCHEN = piecesOfSamples([
  'wood #C99F68',
  'marble #E9E8E3',
  'tile #5E8378',
  'paint #24424A',
  'paint #B9C6B4',
  'metal #C59C50',
  'metal #A9ADAC',
])

const tone = fc.constantFrom('#C99F68', '#5E8378', '#24424A')
const anyPieces: fc.Arbitrary<Pieces<string>> = fc.record({
  grounds: fc.array(fc.record({ kind: fc.constantFrom('wood', 'stone', 'marble', 'tile', 'fabric'), tone }), {
    maxLength: 6,
  }),
  paints: fc.array(fc.record({ tone, name: fc.string() }), { maxLength: 8 }),
  brand: fc.string(),
  photos: fc.array(fc.constant('/download/1'), { maxLength: 3 }),
  metals: fc.array(tone, { maxLength: 4 }),
  tag: fc.option(fc.record({ name: fc.string(), text: fc.string() }), { nil: undefined }),
})

test('a room always has the same layout, and another room a different one', () => {
  expect(layOutMaterialBoard(KITCHEN, 7)).toEqual(layOutMaterialBoard(KITCHEN, 7))
  const boards = Array.from({ length: 20 }, (_, seed) => JSON.stringify(layOutMaterialBoard(KITCHEN, seed)))
  expect(new Set(boards).size).toBe(20)
})

test('any room has at most nine pieces on its board, within its edges and centered', () => {
  fc.assert(
    fc.property(anyPieces, fc.nat(), (pieces, seed) => {
      const laid = layOutMaterialBoard(pieces, seed)
      expect(laid.length).toBeLessThanOrEqual(9)
      if (laid.length === 0) return
      const left = Math.min(...laid.map(({ place }) => place[0]))
      const right = Math.max(...laid.map(({ place }) => place[0] + place[2]))
      expect(left).toBeGreaterThanOrEqual(26)
      expect(right).toBeLessThanOrEqual(BOARD.width - 26)
      for (const { place } of laid) {
        expect(place[1]).toBeGreaterThanOrEqual(0)
        expect(place[1] + place[3]).toBeLessThanOrEqual(BOARD.height)
        expect(Math.abs(place[4])).toBeLessThanOrEqual(2.6)
      }
    }),
  )
})

test('a phone shows up to four pieces and a knob in a row, surfaces first', () => {
  expect(laySmallBoard(KITCHEN).map(({ kind }) => kind)).toEqual(['wood', 'chip', 'tile', 'knob'])
  fc.assert(
    fc.property(anyPieces, (pieces) => {
      for (const { place } of laySmallBoard(pieces)) {
        expect(place[0]).toBeGreaterThanOrEqual(0)
        expect(place[0] + place[2]).toBeLessThanOrEqual(SMALL_BOARD.width)
        expect(place[1] + place[3]).toBeLessThanOrEqual(SMALL_BOARD.height)
      }
    }),
  )
})

test('surfaces and metal are straight, paints are tilted', () => {
  for (const { kind, place } of layOutMaterialBoard(KITCHEN, 3)) expect(place[4] === 0).toBe(kind !== 'fan')
})
