import { Fragment } from 'react'
import { Ink, PaperDrawing, rowsFrom, Rule } from './paper-drawing.tsx'
import { PaperOfRooms } from './paper-of-rooms.tsx'
import type { PapersProps } from '../papers-props.ts'

const FINISHES = ['#b9c6b4', '#a87b4c', '#f1ede0', '#24424a']

/** A table of rooms by surface. Decorative. */
const SchedulePreview = () => (
  <PaperDrawing landscape>
    {rowsFrom(15, 28, 5, (y) => (
      <Fragment key={y}>
        <Ink boxes={[[15, y + 11, 56, 5]]} />
        {FINISHES.map((finish, at) => (
          <rect key={finish} x={81 + at * 33} y={y + 6.5} width="14" height="14" rx="2" fill={finish} />
        ))}
        <Rule d={`M15 ${y + 27.5}h188`} />
      </Fragment>
    ))}
  </PaperDrawing>
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
