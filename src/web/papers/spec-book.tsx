import { useState } from 'react'
import { LEFT_OUT, usualSize, type LeftOut } from '../../shared/papers.ts'
import { parseSample } from '../../shared/sample.ts'
import { SampleGround } from '../ui/chip.tsx'
import { Revisions } from '../revisions/revisions.tsx'
import { paperAddress } from './paper-address.ts'
import { PaperKind } from './paper-kind.tsx'
import styles from './papers.module.css'
import type { PapersProps } from './papers.tsx'
import { ALL_ROOMS, ChooseRooms, roomsIn, RoomsSelect } from './rooms-select.tsx'
import { SHEET_NAMES, SizeSelect } from './size-select.tsx'
import { withoutParts, WithParts } from './with-parts.tsx'

const DRAWN_SAMPLES = 8

/** What its cover will look like. Decoration. */
const DrawnBook = ({ samples }: { samples: readonly string[] }) => (
  <div aria-hidden="true" className={styles.book}>
    <div className={styles.board}>
      {[...new Set(samples)].slice(0, DRAWN_SAMPLES).map((text) => {
        const sample = parseSample(text)
        return sample && <span key={text}>{<SampleGround sample={sample} />}</span>
      })}
    </div>
    <b />
    <i />
  </div>
)

/** The whole home as a book, and what has been issued of it. */
export const SpecBook = ({ project, rooms, template }: PapersProps) => {
  const [size, setSize] = useState(() => usualSize(project, navigator.language))
  const [chosen, setChosen] = useState(ALL_ROOMS)
  const [without, setWithout] = useState<readonly LeftOut[]>([])
  return (
    <>
      <PaperKind
        name="Spec Book"
        drawing={<DrawnBook samples={rooms.flatMap(({ samples }) => samples)} />}
        about="The whole home as a book: each room with its schedules, swatches, pictures and notes, then every finish by category, the files, and who to call. Marks such as PT-1 are the same in all papers."
        choices={
          <>
            <RoomsSelect rooms={rooms} chosen={chosen} onChange={setChosen} />
            <SizeSelect label="Paper" names={SHEET_NAMES} value={size} onChange={setSize} />
          </>
        }
        more={
          <>
            <ChooseRooms rooms={rooms} chosen={chosen} onChange={setChosen} />
            <WithParts parts={LEFT_OUT} without={without} onChange={setWithout} />
          </>
        }
        address={paperAddress({
          ...{ projectID: project.projectID, kind: 'book', size, ...roomsIn(rooms, chosen) },
          ...withoutParts(without),
        })}
      />
      {!template && <Revisions projectID={project.projectID} size={size} without={without} />}
    </>
  )
}
