import { useState } from 'react'
import { LEFT_OUT, usualSize, type LeftOut } from '../../shared/papers.ts'
import { parseSample } from '../../shared/sample.ts'
import { SampleGround } from '../ui/chip.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Revisions } from '../revisions/revisions.tsx'
import { paperAddress } from './paper-address.ts'
import { PaperKind } from './paper-kind.tsx'
import styles from './papers.module.css'
import type { PapersProps } from './papers.tsx'
import { roomIDOf, RoomsSelect } from './rooms-select.tsx'
import { SHEET_NAMES, SizeSelect } from './size-select.tsx'

const PART_NAMES: Readonly<Record<LeftOut, string>> = { notes: 'Notes', pictures: 'Pictures', prices: 'Prices' }
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
  const [room, setRoom] = useState('')
  const [without, setWithout] = useState<readonly LeftOut[]>([])
  const leaveOut = (part: LeftOut, isIn: boolean) =>
    setWithout(LEFT_OUT.filter((other) => (other === part ? !isIn : without.includes(other))))
  return (
    <>
      <PaperKind
        name="Spec Book"
        drawing={<DrawnBook samples={rooms.flatMap(({ samples }) => samples)} />}
        about="The whole home as a book: each room with its schedules, swatches, pictures and notes, then every finish by category, the files, and who to call. Marks such as PT-1 are the same in all papers."
        choices={
          <>
            <RoomsSelect rooms={rooms} value={room} onChange={setRoom} />
            <SizeSelect label="Paper" names={SHEET_NAMES} value={size} onChange={setSize} />
          </>
        }
        more={
          <fieldset className={styles.parts}>
            <legend>With</legend>
            {LEFT_OUT.map((part) => (
              <Checkbox
                key={part}
                name={part}
                label={PART_NAMES[part]}
                checked={!without.includes(part)}
                onChange={(isIn) => leaveOut(part, isIn)}
              />
            ))}
          </fieldset>
        }
        address={paperAddress({
          ...{ projectID: project.projectID, kind: 'book', size, roomID: roomIDOf(room) },
          ...(without.length > 0 && { without: [...without] }),
        })}
      />
      {!template && <Revisions projectID={project.projectID} size={size} without={without} />}
    </>
  )
}
