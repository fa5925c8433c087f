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
    summary="Rooms by surface on one sheet for the wall"
    drawing={<SchedulePreview />}
    about="One landscape sheet for the job-site wall. Rooms run down, surfaces across, with a mark like PT-1 for each finish and a legend."
    parts={['notes']}
  />
)
