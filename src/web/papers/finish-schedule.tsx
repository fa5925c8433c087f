import { PaperOfRooms } from './paper-of-rooms.tsx'
import styles from './papers.module.css'
import type { PapersProps } from './papers-props.ts'

const DRAWN_ROWS = 5

/** A table of rooms by surface. Decorative. */
const SchedulePreview = () => (
  <div aria-hidden="true" className={styles.schedule}>
    {Array.from({ length: DRAWN_ROWS }, (_, at) => (
      <div key={at}>
        <b />
        <i />
        <i />
        <i />
        <i />
      </div>
    ))}
  </div>
)

export const FinishSchedule = ({ project, rooms }: PapersProps) => (
  <PaperOfRooms
    project={project}
    rooms={rooms}
    kind="schedule"
    name="Finish Schedule"
    drawing={<SchedulePreview />}
    about="Rooms down, surfaces across: what finishes the floor, base, walls, ceiling, trim, doors and tile of each room, by marks such as PT-1, with a legend of what they stand for. In landscape, for the wall of the site."
    parts={['notes']}
  />
)
