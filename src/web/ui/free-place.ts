/** In pixels of the window. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

interface Size {
  width: number
  height: number
}

/** What should not be covered, and how bad it is if it is. */
export interface Obstacle extends Box {
  weight: number
}

const STEP = 8
/** Going up by a step; so a toast rises a third of a window rather than cover a link of weight 1. */
const STEP_WEIGHT = 0.02

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/**
 * Where something of this size covers what weighs least, `margin` away from the window's edges: at the bottom right if
 * nothing is there, else as near to the bottom as can be, at the right, at the left or in the middle.
 */
export const freePlace = (
  { width, height }: Size,
  view: Size,
  margin: number,
  obstacles: readonly Obstacle[],
): { left: number; top: number } => {
  const right = Math.max(margin, view.width - margin - width)
  const bottom = Math.max(margin, view.height - margin - height)
  let best = { left: right, top: bottom }
  let least = Infinity
  for (let top = bottom, rise = 0; top >= margin && rise < least; top -= STEP, rise += STEP_WEIGHT) {
    for (const left of new Set([right, margin, Math.round((view.width - width) / 2)])) {
      const box = { left, top, right: left + width, bottom: top + height }
      const weight = obstacles.reduce((sum, obstacle) => (overlap(box, obstacle) ? sum + obstacle.weight : sum), rise)
      if (weight < least) {
        least = weight
        best = { left, top }
      }
    }
  }
  return best
}
