import { useCallback, useEffectEvent, useId, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { IconButton } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { IconAlertCircle, IconCircleCheck, IconRefresh, IconX, createIcon } from '../icons.tsx'
import { SpinnerRing } from '../spinner.tsx'
import styles from './upload-list.module.css'

const IconWifiOff = createIcon(
  'M12 18h.01m-2.838-2.828a4 4 0 0 1 5.656 0m-8.485-2.829a7.96 7.96 0 0 1 3.864-2.14m4.163.155a8 8 0 0 1 3.287 2M3.515 9.515A12 12 0 0 1 7.059 7.06m3.101-.92a12 12 0 0 1 10.325 3.374M3 3l18 18',
)

export interface UploadEntry {
  id: number
  name: string
  /** A picture to show small; nothing if the browser cannot show it. */
  picture?: File | undefined
  state: 'uploading' | 'waiting' | 'done' | 'failed'
  percent: number
  /** The file size, or why it waits or failed. */
  detail: string
  canRetry: boolean
  /** The label of the button that removes it from the list; without one it cannot be removed. */
  removeLabel?: string | undefined
}

interface UploadListProps {
  /** 'Uploading...' or 'Attached Files:'; announced when it changes. */
  heading: string
  entries: readonly UploadEntry[]
  onRetry: (id: number) => void
  onRemove: (id: number) => void
  /** Takes the focus of a removed button. */
  focusAfter: RefObject<HTMLElement | null>
}

const MARKS = {
  uploading: { mark: <SpinnerRing />, words: 'uploading' },
  waiting: { mark: <IconWifiOff className="warning" aria-hidden="true" />, words: 'not sent yet' },
  done: { mark: <IconCircleCheck className="primary" aria-hidden="true" />, words: 'attached' },
  failed: { mark: <IconAlertCircle className={styles.failed} aria-hidden="true" />, words: 'not attached' },
}

interface ActionProps {
  label: string
  icon: typeof IconX
  onClick: () => void
  focusAfter: RefObject<HTMLElement | null>
}

/** Removed once its file is stored; if it has the focus then, `focusAfter` takes it. */
const Action = ({ label, icon: Icon, onClick, focusAfter }: ActionProps) => {
  const place = useRef<HTMLSpanElement>(null)
  const giveFocus = useEffectEvent(() => focusAfter.current?.focus())
  useLayoutEffect(() => {
    const { current } = place
    return () => {
      if (current?.contains(document.activeElement)) giveFocus()
    }
  }, [])
  return (
    <span ref={place} className={styles.action}>
      <IconButton label={label} icon={<Icon aria-hidden="true" />} onClick={onClick} />
    </span>
  )
}

const Preview = ({ file }: { file: File }) => {
  const [isFailed, setIsFailed] = useState(false)
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(file)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [file],
  )
  return isFailed ? null : (
    <img ref={show} alt="" className={classNames('frame', styles.preview)} onError={() => setIsFailed(true)} />
  )
}

export const UploadList = ({ heading, entries, onRetry, onRemove, focusAfter }: UploadListProps) => {
  const id = useId()
  return (
    <div className="mt-24">
      <p id={id} role="status" className="label bold mb-4">
        {heading}
      </p>
      <ul aria-labelledby={id}>
        {entries.map(({ id: entryID, name, picture, state, percent, detail, canRetry, removeLabel }) => (
          <li key={entryID} className={classNames('row relative label min-44 gap-8', styles.entry)}>
            {MARKS[state].mark}
            {picture && <Preview file={picture} />}
            <span className={classNames('grid grow', styles.words)}>
              <span>{name}</span>
              <span className="visually-hidden">, {MARKS[state].words}, </span>
              <span className={classNames('faint small', state === 'failed' && styles.failed)}>{detail}</span>
            </span>
            {canRetry && (
              <Action
                label={`Retry ${name}`}
                icon={IconRefresh}
                onClick={() => onRetry(entryID)}
                focusAfter={focusAfter}
              />
            )}
            {removeLabel !== undefined && (
              <Action
                label={`${removeLabel} ${name}`}
                icon={IconX}
                onClick={() => onRemove(entryID)}
                focusAfter={focusAfter}
              />
            )}
            {state === 'uploading' && (
              <progress className={styles.progress} aria-label={name} max={100} value={percent} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
