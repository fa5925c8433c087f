import { useState, type ReactNode } from 'react'
import type { QueryOf } from '../../../shared/contract/endpoint.ts'
import type { LeftOut, PaperSize, getPaper } from '../../../shared/papers/papers.api.ts'
import { defaultPaperSize } from '../../../shared/papers/default-paper-size.ts'
import { Message } from '../../ui/message.tsx'
import { itemLimitText } from '../item-limit.ts'
import { paperAddress } from '../../lib/paper-address.ts'
import { PaperKind } from '../paper-kind.tsx'
import type { PapersProps } from '../papers-props.ts'
import { ALL_ROOMS, ChooseRooms, roomsIn, RoomsSelect } from '../rooms-select.tsx'
import { SizeSelect } from '../size-select.tsx'
import { withoutParts, PartsChoice } from '../parts-choice.tsx'

/** The names of the paper sizes, for most papers. */
export const SHEETS = { label: 'Paper', names: { letter: 'Letter', a4: 'A4' } }

type PaperQuery = QueryOf<typeof getPaper>

interface PaperOfRoomsProps extends Pick<PapersProps, 'project' | 'rooms'> {
  kind: PaperQuery['kind']
  name: string
  summary: string
  /** A preview. Decorative. */
  drawing: ReactNode
  about: string
  /** The names of its two sizes. */
  sizes?: { label: string; names: Readonly<Record<PaperSize, string>> }
  /** Its optional parts. */
  parts?: readonly LeftOut[]
  /** A further option, and its query parameters. */
  choice?: ReactNode
  more?: Partial<PaperQuery>
  /** Content below it that uses the same options. */
  below?: (chosen: { size: PaperSize; without: readonly LeftOut[] }) => ReactNode
}

/** A kind of paper for all rooms or a selection. */
export const PaperOfRooms = ({
  project,
  rooms,
  kind,
  name,
  summary,
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
  const limit = itemLimitText(kind, rooms, chosen)
  return (
    <>
      <PaperKind
        name={name}
        summary={summary}
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
            {limit !== undefined && (
              <Message kind="info" isNote>
                {limit}
              </Message>
            )}
            {parts.length > 0 && <PartsChoice parts={parts} without={without} onChange={setWithout} />}
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
