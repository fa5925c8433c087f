import { useState } from 'react'
import type { LeftOut, PaperSize } from '../../shared/papers/papers.api.ts'
import { defaultPaperSize } from '../../shared/papers/default-paper-size.ts'
import { paperAddress } from './paper-address.ts'
import { PaperKind } from './paper-kind.tsx'
import { SHEETS } from './paper-of-rooms.tsx'
import styles from './papers.module.css'
import type { PapersProps } from './papers-props.ts'
import { SizeSelect } from './size-select.tsx'
import { withoutParts, PartsChoice } from './parts-choice.tsx'

const DRAWN_PARTS = 4
const DRAWN_CALLS = 4

/** Four things to shut off and a contact. Decorative. */
const HouseCardPreview = () => (
  <div aria-hidden="true" className={styles.house}>
    <b />
    <div>
      {Array.from({ length: DRAWN_PARTS }, (_, at) => (
        <div key={at}>
          <span />
          <b />
          <i />
        </div>
      ))}
    </div>
    {Array.from({ length: DRAWN_CALLS }, (_, at) => (
      <p key={at}>
        <i />
        <b />
      </p>
    ))}
  </div>
)

/** Always covers the whole home, on one page to hang up. */
export const HouseCard = ({ project }: PapersProps) => {
  const [size, setSize] = useState<PaperSize>(() => defaultPaperSize(project, navigator.language))
  const [without, setWithout] = useState<readonly LeftOut[]>([])
  return (
    <PaperKind
      name="House Card"
      summary="Shutoffs, alarms and who to call"
      drawing={<HouseCardPreview />}
      about="One page for the wall: water, power, and gas shutoffs, alarms, and who to call, in large type. Anything missing has a blank line to write on."
      choices={<SizeSelect {...SHEETS} value={size} onChange={setSize} />}
      more={<PartsChoice parts={['notes', 'pictures']} without={without} onChange={setWithout} />}
      address={paperAddress({ projectID: project.projectID, kind: 'home', size, ...withoutParts(without) })}
    />
  )
}
