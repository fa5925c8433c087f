import { parseMaterial } from '../../../shared/structure/sample.ts'
import { MaterialFill } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Ink, Text, type Box } from './paper-drawing.tsx'
import styles from '../papers.module.css'

/** A checked square in place of the QR code. */
const CODE = Array.from({ length: 32 }, (_, at): Box => {
  const row = Math.floor(at / 4)
  return [120 + 8 * (at % 4) + 4 * (row % 2), 92 + 4 * row, 4, 4]
})

/** A preview of a card, in the first paint color of the home. Decorative. */
export const CardPreview = ({ samples }: { samples: readonly string[] }) => {
  const known = samples.flatMap((text) => parseMaterial(text) ?? [])
  const sample = known.find(({ kind }) => kind === 'paint') ?? known[0]
  return (
    <div aria-hidden="true" className={classNames('column fixed clip on-paper', styles.card)}>
      <div className="relative grow">{sample && <MaterialFill sample={sample} />}</div>
      <svg height="139" viewBox="0 0 166 139">
        <Ink boxes={[[12, 27, 120, 12], ...CODE]} />
        <Text
          boxes={[
            [12, 14, 57, 2],
            [12, 50, 88, 2],
            [12, 63, 88, 2],
            [12, 76, 88, 2],
          ]}
        />
      </svg>
    </div>
  )
}
