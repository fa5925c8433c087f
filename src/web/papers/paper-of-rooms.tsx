import { useState, type ReactNode } from 'react'
import type { QueryOf } from '../../shared/contract/endpoint.ts'
import type { getPaper, LeftOut, PaperSize } from '../../shared/papers/papers.api.ts'
import { defaultPaperSize } from '../../shared/papers/default-paper-size.ts'
import { paperAddress } from './paper-address.ts'
import { PaperKind } from './paper-kind.tsx'
import type { PapersProps } from './papers-props.ts'
import { ALL_ROOMS, ChooseRooms, roomsIn, RoomsSelect } from './rooms-select.tsx'
import { SizeSelect } from './size-select.tsx'
import { withoutParts, WithParts } from './with-parts.tsx'

/** What the sizes of most papers are called. */
export const SHEETS = { label: 'Paper', names: { letter: 'Letter', a4: 'A4' } }

type PaperQuery = QueryOf<typeof getPaper>

interface PaperOfRoomsProps extends Pick<PapersProps, 'project' | 'rooms'> {
  kind: PaperQuery['kind']
  name: string
  /** What it will look like. Decoration. */
  drawing: ReactNode
  about: string
  /** What its two sizes are called. */
  sizes?: { label: string; names: Readonly<Record<PaperSize, string>> }
  /** Those that it is with or without. */
  parts?: readonly LeftOut[]
  /** What else can be chosen, and how the address says it. */
  choice?: ReactNode
  more?: Partial<PaperQuery>
  /** What stands below it and goes by the same choices. */
  below?: (chosen: { size: PaperSize; without: readonly LeftOut[] }) => ReactNode
}

/** A kind of paper of all rooms or of some. */
export const PaperOfRooms = ({
  project,
  rooms,
  kind,
  name,
  drawing,
  about,
  sizes = SHEETS,
  parts = [],
  choice,
  more,
  below,
}: PaperOfRoomsProps) => {
  const [size, setSize] = useState(() => defaultPaperSize(project, navigator.language))
  const [chosen, setChosen] = useState(ALL_ROOMS)
  const [without, setWithout] = useState<readonly LeftOut[]>([])
  return (
    <>
      <PaperKind
        name={name}
        drawing={drawing}
        about={about}
        choices={
          <>
            <RoomsSelect rooms={rooms} chosen={chosen} onChange={setChosen} />
            {choice}
            <SizeSelect {...sizes} value={size} onChange={setSize} />
          </>
        }
        more={
          <>
            <ChooseRooms rooms={rooms} chosen={chosen} onChange={setChosen} />
            {parts.length > 0 && <WithParts parts={parts} without={without} onChange={setWithout} />}
          </>
        }
        address={paperAddress({
          ...{ projectID: project.projectID, kind, size, ...roomsIn(rooms, chosen) },
          ...more,
          ...withoutParts(without),
        })}
      />
      {below?.({ size, without })}
    </>
  )
}
