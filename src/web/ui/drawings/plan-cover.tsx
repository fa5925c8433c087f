import drawing from './drawing.module.css'
import { PLAN, planOf, type Door, type Line } from './plan-layout.ts'

/** One of six rooms has no tint. */
const TINTS = [1, 2, 3, 4, undefined, 5]
const OPENING = { stroke: 'var(--plan-ground)', strokeLinecap: 'butt' } as const
/** Plans of this many rooms or more have thinner walls. */
const MANY_ROOMS = 14

/** The leaf of a door and its quarter-circle swing. */
const swingOf = ({ x, y, length, vertical, side }: Door): string => {
  const leaf = side * length
  return vertical
    ? `M${x} ${y + length}h${leaf}A${length} ${length} 0 0 ${side === 1 ? 0 : 1} ${x} ${y}`
    : `M${x + length} ${y}v${leaf}A${length} ${length} 0 0 ${side === 1 ? 1 : 0} ${x} ${y}`
}

interface PlanCoverProps {
  /** Items per room. */
  roomItemCounts: readonly number[]
}

/** The cover of a project: its rooms in plan. Decorative, so hidden from screen readers. */
export const PlanCover = ({ roomItemCounts }: PlanCoverProps) => {
  const { house, rooms, walls, doors, windows } = planOf(roomItemCounts)
  const outer = doors.filter(({ y }) => y === house.y + house.height)
  const inner = doors.filter((door) => !outer.includes(door))
  const line = ({ x, y, length, vertical }: Line) => `M${x} ${y}${vertical ? `v${length}` : `h${length}`}`
  const panes = windows
    .map(({ x, y, length, vertical }) =>
      vertical ? `M${x - 1.7} ${y}v${length}m3.4 0v${-length}` : `M${x} ${y - 1.7}h${length}m0 3.4h${-length}`,
    )
    .join('')
  return (
    <svg
      className="full auto-height"
      viewBox={`0 0 ${PLAN.width} ${PLAN.height}`}
      fill="none"
      stroke="var(--plan-wall)"
      strokeLinecap="square"
      aria-hidden="true"
    >
      <rect width={PLAN.width} height={PLAN.height} fill="var(--plan-ground)" stroke="none" />
      {rooms.length === 0 && (
        <path
          className={drawing.dash}
          d={`M${house.x} ${house.y}h${house.width}v${house.height}h${-house.width}zM176 ${house.y}v${house.height}M176 88h94`}
        />
      )}
      {rooms.map(({ items, ...rect }, position) => {
        const tint = items > 0 && TINTS[position % TINTS.length]
        return tint && <rect key={position} fill={`var(--plan-tint-${tint})`} stroke="none" {...rect} />
      })}
      {rooms.length > 0 && (
        <>
          <path strokeWidth={rooms.length >= MANY_ROOMS ? 1.2 : 2} d={walls.map(line).join('')} />
          <rect strokeWidth="3.4" {...house} />
          <path {...OPENING} strokeWidth="3" d={inner.map(line).join('')} />
          <path {...OPENING} strokeWidth="5" d={[...outer, ...windows].map(line).join('')} />
          <path stroke="var(--plan-swing)" strokeLinecap="butt" d={doors.map(swingOf).join('') + panes} />
        </>
      )}
    </svg>
  )
}
