import { useState } from 'react'
import { usualSize, type LeftOut } from '../../shared/papers.ts'
import { paperAddress } from './paper-address.ts'
import { PaperKind } from './paper-kind.tsx'
import styles from './papers.module.css'
import type { PapersProps } from './papers.tsx'
import { ALL_ROOMS, ChooseRooms, roomsIn, RoomsSelect } from './rooms-select.tsx'
import { SHEET_NAMES, SizeSelect } from './size-select.tsx'
import { withoutParts, WithParts } from './with-parts.tsx'

const DRAWN_ROWS = 5

/** Rooms down, surfaces across. Decoration. */
const DrawnSchedule = () => (
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

export const FinishSchedule = ({ project, rooms }: PapersProps) => {
  const [size, setSize] = useState(() => usualSize(project, navigator.language))
  const [chosen, setChosen] = useState(ALL_ROOMS)
  const [without, setWithout] = useState<readonly LeftOut[]>([])
  return (
    <PaperKind
      name="Finish Schedule"
      drawing={<DrawnSchedule />}
      about="Rooms down, surfaces across: what finishes the floor, base, walls, ceiling, trim, doors and tile of each room, by marks such as PT-1, with a legend of what they stand for. In landscape, for the wall of the site."
      choices={
        <>
          <RoomsSelect rooms={rooms} chosen={chosen} onChange={setChosen} />
          <SizeSelect label="Paper" names={SHEET_NAMES} value={size} onChange={setSize} />
        </>
      }
      more={
        <>
          <ChooseRooms rooms={rooms} chosen={chosen} onChange={setChosen} />
          <WithParts parts={['notes']} without={without} onChange={setWithout} />
        </>
      }
      address={paperAddress({
        ...{ projectID: project.projectID, kind: 'schedule', size, ...roomsIn(rooms, chosen) },
        ...withoutParts(without),
      })}
    />
  )
}
