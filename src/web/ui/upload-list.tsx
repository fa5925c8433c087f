import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { SpinnerRing } from './spinner.tsx'
import styles from './upload-list.module.css'

interface Upload {
  name: string
  state: 'uploading' | 'done' | 'failed'
}

interface UploadListProps {
  /** 'Uploading...' or 'Attached Files:'; it is announced when it changes. */
  heading: string
  entries: readonly Upload[]
}

const MARKS = {
  uploading: { mark: <SpinnerRing />, words: 'uploading' },
  done: { mark: <IconCircleCheck className={styles.done} aria-hidden="true" />, words: 'attached' },
  failed: { mark: <IconAlertCircle className={styles.failed} aria-hidden="true" />, words: 'not attached' },
}

export const UploadList = ({ heading, entries }: UploadListProps) => {
  const id = useId()
  return (
    <div className={styles.uploads}>
      <p id={id} role="status" className={styles.heading}>
        {heading}
      </p>
      <ul aria-labelledby={id}>
        {entries.map(({ name, state }, position) => (
          <li key={position} className={styles.entry}>
            {MARKS[state].mark}
            <span className={styles.name}>{name}</span>
            <span className="visually-hidden">, {MARKS[state].words}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
