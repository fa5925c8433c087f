import { Fragment, useState } from 'react'
import type { LeftOut, PaperSize } from '../../../shared/papers/papers.api.ts'
import { defaultPaperSize } from '../../../shared/papers/default-paper-size.ts'
import { paperAddress } from '../../lib/paper-address.ts'
import { Ink, PaperDrawing, rowsFrom, Rule, Text } from './paper-drawing.tsx'
import { PaperKind } from '../paper-kind.tsx'
import { SHEETS } from './paper-of-rooms.tsx'
import type { PapersProps } from '../papers-props.ts'
import { SizeSelect } from '../size-select.tsx'
import { withoutParts, PartsChoice } from '../parts-choice.tsx'

const PARTS = [
  [15, 43],
  [89, 43],
  [15, 79],
  [89, 79],
] as const

/** Four things to shut off and a contact. Decorative. */
const HouseCardPreview = () => (
  <PaperDrawing>
    {PARTS.map(([x, y]) => (
      <Fragment key={`${x} ${y}`}>
        <rect x={x} y={y} width="26" height="26" rx="2" fill="#dedbce" />
        <path fill="#a84a30" d={`M${x + 31} ${y + 3}h33v4h-33z`} />
        <Text boxes={[[x + 31, y + 17, 33, 3]]} />
      </Fragment>
    ))}
    <Ink boxes={[[15, 17, 93.8, 12], ...rowsFrom(124, 19, 4, (y) => [100.6, y, 52.4, 6] as const)]} />
    <Text boxes={rowsFrom(125.5, 19, 4, (y) => [15, y, 46.9, 3])} />
    <Rule d={rowsFrom(117.5, 19, 4, (y) => `M15 ${y}h138`).join('')} />
  </PaperDrawing>
)

/** Always covers the whole home, on one page to hang up. */
export const HouseCard = ({ project }: PapersProps) => {
  const [size, setSize] = useState<PaperSize>(() => defaultPaperSize(project, navigator.language))
  const [without, setWithout] = useState<readonly LeftOut[]>([])
  return (
    <PaperKind
      name="House Card"
      summary="Shutoffs, alarms, and who to call"
      drawing={<HouseCardPreview />}
      about="One page for the wall: water, power, and gas shutoffs, alarms, and who to call, in large type. Anything missing has a blank line to write on."
      choices={<SizeSelect {...SHEETS} value={size} onChange={setSize} />}
      more={<PartsChoice parts={['notes', 'pictures']} without={without} onChange={setWithout} />}
      address={paperAddress({ projectID: project.projectID, kind: 'home', size, ...withoutParts(without) })}
    />
  )
}
