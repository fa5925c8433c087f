/** The drawing's size, and the margin around the house. */
export const PLAN = { width: 352, height: 176, margin: 22 } as const

export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

interface PlanRoom extends Rect {
  items: number
}

/** A wall, or an opening in one, from its left or upper end. */
export interface Line {
  x: number
  y: number
  length: number
  vertical: boolean
}

export interface Door extends Line {
  /** The side of the wall it swings to: 1 is right of or below it, -1 left of or above it. */
  side: 1 | -1
}

export interface Plan {
  house: Rect
  /** The largest first. */
  rooms: PlanRoom[]
  walls: Line[]
  doors: Door[]
  windows: Line[]
}

/** The width of a door, reduced in houses of many small rooms; below the minimum no doors are drawn. */
const DOOR = 13
const SMALLEST_DOOR = 7
const DOOR_PER_ROOM = 0.26
const WINDOW = 26
/** The distance between an opening and the corners. */
const CLEAR = 4

const houseFor = (rooms: number, items: number): Rect => {
  const widths = rooms < 2 ? [188] : rooms < 4 ? [212] : rooms < 12 ? [238, 268, 252] : [292]
  const width = widths[items % widths.length] ?? 252
  return {
    x: (PLAN.width - width) / 2,
    y: PLAN.margin,
    width,
    height: PLAN.height - 2 * PLAN.margin,
  }
}

interface Part {
  items: number
  weight: number
}

const weightOf = (parts: readonly Part[]) => parts.reduce((sum, { weight }) => sum + weight, 0)

/** Splits the parts, sorted by size, where the two halves are most balanced. */
const halve = (parts: readonly Part[]): [Part[], Part[]] => {
  const half = weightOf(parts) / 2
  let taken = 0
  let count = 0
  for (const { weight } of parts) {
    if (count > 0 && taken + weight / 2 > half) break
    taken += weight
    count++
  }
  count = Math.min(count, parts.length - 1)
  return [parts.slice(0, count), parts.slice(count)]
}

/** Splits a rectangle across its longer side until each part has its own room. */
const split = (parts: readonly Part[], rect: Rect, depth: number, plan: Plan): void => {
  const [only] = parts
  if (!only) return
  if (parts.length === 1) {
    plan.rooms.push({ ...rect, items: only.items })
    return
  }
  let [first, second] = halve(parts)
  if (depth % 2 === 1) [first, second] = [second, first]
  const share = weightOf(first) / weightOf(parts)
  const { x, y, width, height } = rect
  if (width >= height) {
    const cut = Math.round(width * share)
    plan.walls.push({ x: x + cut, y, length: height, vertical: true })
    split(first, { ...rect, width: cut }, depth + 1, plan)
    split(second, { ...rect, x: x + cut, width: width - cut }, depth + 1, plan)
  } else {
    const cut = Math.round(height * share)
    plan.walls.push({ x, y: y + cut, length: width, vertical: false })
    split(first, { ...rect, height: cut }, depth + 1, plan)
    split(second, { ...rect, y: y + cut, height: height - cut }, depth + 1, plan)
  }
}

/** The longest stretch of a wall that no other wall meets, as distances from its start. */
const freeStretch = (wall: Line, walls: readonly Line[]): [number, number] => {
  const meets = walls
    .filter((other) => other.vertical !== wall.vertical)
    .flatMap((other) => {
      const [across, from, along] = wall.vertical
        ? [wall.x, other.x, other.y - wall.y]
        : [wall.y, other.y, other.x - wall.x]
      const touches = from === across || from + other.length === across
      return touches && along > 0 && along < wall.length ? [along] : []
    })
    .sort((a, b) => a - b)
  let best: [number, number] = [0, 0]
  let from = 0
  for (const to of [...meets, wall.length]) {
    if (to - from > best[1] - best[0]) best = [from, to]
    from = to
  }
  return best
}

const doorIn = (wall: Line, position: number, { house, rooms, walls }: Plan): Door[] => {
  const [from, to] = freeStretch(wall, walls)
  const ofRoom = DOOR_PER_ROOM * Math.sqrt((house.width * house.height) / rooms.length)
  const length = Math.min(DOOR, ofRoom, to - from - 2 * CLEAR)
  if (length < SMALLEST_DOOR) return []
  const play = to - from - 2 * CLEAR - length
  const at = from + CLEAR + Math.round(play * (position % 2 === 0 ? 0.2 : 0.75))
  const place = wall.vertical ? { x: wall.x, y: wall.y + at } : { x: wall.x + at, y: wall.y }
  return [{ ...place, length, vertical: wall.vertical, side: position % 3 === 1 ? -1 : 1 }]
}

/** The front door and the windows, in rooms along the outer walls. */
const openOuterWalls = (plan: Plan): void => {
  const { house, rooms } = plan
  const bottom = house.y + house.height
  const byWidth = [...rooms].sort((a, b) => b.width - a.width)
  const [hall, ...others] = byWidth.filter((room) => room.y + room.height === bottom)
  if (hall) {
    const length = Math.min(DOOR + 2, hall.width - 2 * CLEAR)
    const x = hall.x + Math.round((hall.width - length) * 0.3)
    plan.doors.push({ x, y: bottom, length, vertical: false, side: -1 })
  }
  const across = (room: Rect, y: number) => {
    const length = Math.min(WINDOW, room.width - 16)
    if (length >= 12) plan.windows.push({ x: room.x + (room.width - length) / 2, y, length, vertical: false })
  }
  const down = (room: Rect, x: number) => {
    const length = Math.min(WINDOW, room.height - 24)
    if (length >= 16) plan.windows.push({ x, y: room.y + (room.height - length) / 2, length, vertical: true })
  }
  for (const room of byWidth.filter(({ y }) => y === house.y).slice(0, 3)) across(room, house.y)
  for (const room of others.slice(0, 2)) across(room, bottom)
  const byHeight = [...rooms].sort((a, b) => b.height - a.height)
  for (const room of byHeight.filter(({ x }) => x === house.x).slice(0, 1)) down(room, house.x)
  const right = house.x + house.width
  for (const room of byHeight.filter(({ x, width }) => x + width === right).slice(0, 1)) down(room, right)
}

/**
 * A house with one room per count. It depends on the counts alone, so equal counts give equal plans. A room's area grows with its
 * item count; a share of the mean keeps the smallest rooms visible.
 */
export const planOf = (roomItemCounts: readonly number[]): Plan => {
  const items = roomItemCounts.reduce((sum, count) => sum + count, 0)
  const plan: Plan = { house: houseFor(roomItemCounts.length, items), rooms: [], walls: [], doors: [], windows: [] }
  if (roomItemCounts.length === 0) return plan
  const least = 1 + (0.4 * items) / roomItemCounts.length
  const parts = [...roomItemCounts].sort((a, b) => b - a).map((count) => ({ items: count, weight: count + least }))
  split(parts, plan.house, 0, plan)
  plan.rooms.sort((a, b) => b.items - a.items)
  plan.doors = plan.walls.flatMap((wall, position) => doorIn(wall, position, plan))
  openOuterWalls(plan)
  return plan
}
