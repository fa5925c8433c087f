import { useState } from 'react'
import { usualSize, type PaperSize } from '../../shared/papers.ts'
import { DrawnCard } from './drawn-card.tsx'
import { paperAddress } from './paper-address.ts'
import { PaperKind } from './paper-kind.tsx'
import type { PapersProps } from './papers.tsx'
import { ALL_ROOMS, ChooseRooms, roomsIn, RoomsSelect } from './rooms-select.tsx'
import { SizeSelect } from './size-select.tsx'

const CARD_NAMES: Readonly<Record<PaperSize, string>> = { letter: '4 × 6 in', a4: 'A6' }

export const TouchUpCards = ({ project, rooms }: PapersProps) => {
  const [size, setSize] = useState(() => usualSize(project, navigator.language))
  const [chosen, setChosen] = useState(ALL_ROOMS)
  return (
    <PaperKind
      name="Touch-Up Cards"
      drawing={<DrawnCard samples={rooms.flatMap(({ samples }) => samples)} />}
      about="One card for each paint and stain: its color, brand, code and sheen, where it is, when it was painted, what was there before, and a code that opens it on a phone. Keep it with the can."
      choices={
        <>
          <RoomsSelect rooms={rooms} chosen={chosen} onChange={setChosen} />
          <SizeSelect label="Card" names={CARD_NAMES} value={size} onChange={setSize} />
        </>
      }
      more={<ChooseRooms rooms={rooms} chosen={chosen} onChange={setChosen} />}
      address={paperAddress({ projectID: project.projectID, kind: 'touchup', size, ...roomsIn(rooms, chosen) })}
    />
  )
}
