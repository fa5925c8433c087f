import { classNames } from './class-names.ts'
import styles from './plan-cover.module.css'
import { PLAN, planOf, type Door, type Line } from './plan-layout.ts'

const TINTS = [styles.tint1, styles.tint2, styles.tint3, styles.tint4, undefined, styles.tint5]
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
      className={classNames('full auto-height', styles.plan)}
      viewBox={`0 0 ${PLAN.width} ${PLAN.height}`}
      aria-hidden="true"
    >
      {rooms.length === 0 && (
        <path
          className={styles.nothing}
          d={`M${house.x} ${house.y}h${house.width}v${house.height}h${-house.width}zM176 ${house.y}v${house.height}M176 88h94`}
        />
      )}
      {rooms.map(({ items, ...rect }, position) => (
        <rect key={position} className={items > 0 ? TINTS[position % TINTS.length] : undefined} fill="none" {...rect} />
      ))}
      {rooms.length > 0 && (
        <>
          <path
            className={classNames(styles.wall, rooms.length >= MANY_ROOMS && styles.thin)}
            d={walls.map(line).join('')}
          />
          <rect className={styles.outerWall} {...house} />
          <path className={styles.opening} d={inner.map(line).join('')} />
          <path className={classNames(styles.opening, styles.outer)} d={[...outer, ...windows].map(line).join('')} />
          <path className={styles.swing} d={doors.map(swingOf).join('') + panes} />
        </>
      )}
    </svg>
  )
}
