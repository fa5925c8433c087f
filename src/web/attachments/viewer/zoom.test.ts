import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FITTED, fittedSize, isZoomed, MAX_SCALE, panned, zoomed, type Size, type View } from './zoom.ts'

const STAGE = { width: 390, height: 600 }
const length = fc.integer({ min: 1, max: 4000 })
const size: fc.Arbitrary<Size> = fc.record({ width: length, height: length })
const offset = fc.double({ min: -5000, max: 5000, noNaN: true })
const point = fc.record({ x: offset, y: offset })
const scale = fc.double({ min: 0.01, max: 100, noNaN: true })

/** The empty part of the stage that the picture could fill. */
const emptiness = ({ scale, x, y }: View, fitted: Size): number => {
  const beside = (length: number, place: number, room: number) => {
    const most = Math.max(0, (length * scale - room) / 2)
    return Math.max(0, Math.abs(place) - most)
  }
  return beside(fitted.width, x, STAGE.width) + beside(fitted.height, y, STAGE.height)
}

test('no zoom or move leaves space that the picture could fill', () => {
  const step = fc.oneof(
    fc
      .record({ scale, point })
      .map((to) => (view: View, fitted: Size) => zoomed(view, to.scale, to.point, fitted, STAGE)),
    point.map((by) => (view: View, fitted: Size) => panned(view, by, fitted, STAGE)),
  )
  fc.assert(
    fc.property(size, fc.array(step, { maxLength: 20 }), (picture, steps) => {
      const fitted = fittedSize(picture, STAGE, true)
      const view = steps.reduce((before, change) => change(before, fitted), FITTED)
      expect(emptiness(view, fitted)).toBeLessThan(0.001)
      expect(view.scale).toBeGreaterThanOrEqual(1)
      expect(view.scale).toBeLessThanOrEqual(MAX_SCALE)
      if (!isZoomed(view)) expect(Math.hypot(view.x, view.y)).toBeLessThan(4)
    }),
  )
})

test('the point under the finger stays there', () => {
  const fitted = fittedSize({ width: 390, height: 600 }, STAGE, true)
  const at = { x: 100, y: -200 }
  const view = zoomed(FITTED, 3, at, fitted, STAGE)
  expect({ x: view.x + at.x * view.scale, y: view.y + at.y * view.scale }).toEqual({ x: at.x, y: at.y })
})

test('a small picture has its own size, a large one that of the stage', () => {
  expect(fittedSize({ width: 100, height: 50 }, STAGE, false)).toEqual({ width: 100, height: 50 })
  expect(fittedSize({ width: 100, height: 50 }, STAGE, true)).toEqual({ width: 390, height: 195 })
  expect(fittedSize({ width: 780, height: 600 }, STAGE, false)).toEqual({ width: 390, height: 300 })
})
