import { parseSample } from '../../shared/items/sample.ts'
import { SampleGround } from '../ui/chip.tsx'
import styles from './papers.module.css'

/** What a card will look like, in the first paint of the home. Decoration. */
export const DrawnCard = ({ samples }: { samples: readonly string[] }) => {
  const known = samples.flatMap((text) => parseSample(text) ?? [])
  const sample = known.find(({ kind }) => kind === 'paint') ?? known[0]
  return (
    <div aria-hidden="true" className={styles.card}>
      <div className={styles.colour}>{sample && <SampleGround sample={sample} />}</div>
      <div className={styles.lines}>
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
