import styles from './papers.module.css'

const SHOWN = 12

/** A preview of a label sheet. Decorative. */
export const LabelsPreview = () => (
  <div aria-hidden="true" className={styles.labels}>
    {Array.from({ length: SHOWN }, (_, at) => (
      <div key={at}>
        <span />
        <b />
        <i />
      </div>
    ))}
  </div>
)
