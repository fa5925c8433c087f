import { parseSample } from '../../shared/items/sample.ts'
import { MaterialFill } from '../ui/chip.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './papers.module.css'

/** A preview of a card, in the first paint color of the home. Decorative. */
export const CardPreview = ({ samples }: { samples: readonly string[] }) => {
  const known = samples.flatMap((text) => parseSample(text) ?? [])
  const sample = known.find(({ kind }) => kind === 'paint') ?? known[0]
  return (
    <div aria-hidden="true" className={styles.card}>
      <div className={styles.colour}>{sample && <MaterialFill sample={sample} />}</div>
      <div className={classNames('grid relative', styles.lines)}>
        <i />
        <b />
        <i />
        <i />
        <i />
        <span />
      </div>
    </div>
  )
}
