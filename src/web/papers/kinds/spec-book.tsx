import { LEFT_OUT } from '../../../shared/papers/papers.api.ts'
import { parseMaterial } from '../../../shared/structure/sample.ts'
import { MaterialFill } from '../../ui/chip.tsx'
import { Revisions } from '../revisions/revisions.tsx'
import { Ink, Text } from './paper-drawing.tsx'
import { PaperOfRooms } from './paper-of-rooms.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from '../papers.module.css'
import type { PapersProps } from '../papers-props.ts'

const DRAWN_SAMPLES = 8

/** A preview of the cover. Decorative. */
const BookPreview = ({ samples }: { samples: readonly string[] }) => (
  <div aria-hidden="true" className={classNames('fixed on-paper', styles.book)}>
    <div className={classNames('grid gap-8 mb-24', styles.board)}>
      {[...new Set(samples)].slice(0, DRAWN_SAMPLES).map((text) => {
        const sample = parseMaterial(text)
        return (
          sample && (
            <span key={text} className="relative clip">
              <MaterialFill sample={sample} />
            </span>
          )
        )
      })}
    </div>
    <svg height="24" viewBox="0 0 142 24">
      <Ink boxes={[[0, 0, 119, 12]]} />
      <Text boxes={[[0, 20, 57, 4]]} />
    </svg>
  </div>
)

/** The spec book of the whole home and its revisions. */
export const SpecBook = ({ project, rooms, template }: PapersProps) => (
  <PaperOfRooms
    project={project}
    rooms={rooms}
    kind="book"
    name="Spec Book"
    summary="Every room with its finishes, photos, and notes"
    drawing={<BookPreview samples={rooms.flatMap(({ samples }) => samples)} />}
    about="The complete record: every room with schedules, swatches, photos, and notes, then finishes by category, a file list, and contacts. Marks like PT-1 match across all papers."
    parts={LEFT_OUT}
    below={(chosen) => !template && <Revisions projectID={project.projectID} {...chosen} />}
  />
)
