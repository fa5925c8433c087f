import { describe, expect, it } from 'vitest'
import { freePlace } from './free-place.ts'

const VIEW = { width: 1280, height: 800 }
const TOAST = { width: 360, height: 60 }
const button = (left: number, top: number, width = 120, height = 40) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
  weight: 100,
})

describe('a place that covers nothing', () => {
  it('is the bottom right where nothing stands there', () => {
    expect(freePlace(TOAST, VIEW, 24, [])).toEqual({ left: 896, top: 716 })
    expect(freePlace(TOAST, VIEW, 24, [button(700, 740)])).toEqual({ left: 896, top: 716 })
  })

  it('is beside a button on the same height, else just above those in the way', () => {
    expect(freePlace(TOAST, VIEW, 24, [button(1100, 740)])).toEqual({ left: 24, top: 716 })
    const foot = [button(24, 740, 1232)]
    expect(freePlace(TOAST, VIEW, 24, foot)).toEqual({ left: 896, top: 676 })
  })

  it('covers a link rather than a button, and the fewest where all is full', () => {
    const link = { ...button(16, 290, 288, 30), weight: 1 }
    const buttons = [0, 60, 120, 180, 360, 420, 480].map((top) => button(16, top, 288, 50))
    expect(freePlace({ width: 288, height: 60 }, { width: 320, height: 510 }, 16, [...buttons, link])).toEqual({
      left: 16,
      top: 298,
    })
  })

  it('stays in a window that is smaller than it', () => {
    expect(freePlace(TOAST, { width: 300, height: 50 }, 16, [])).toEqual({ left: 16, top: 16 })
  })
})
