import styles from './copy-button.module.css'
import { IconCheck, IconCopy } from './icons.tsx'
import { useCopied } from './use-copied.ts'

interface CopyButtonProps {
  text: string
  /** -1 where keys go another way. */
  tabIndex?: number
}

/** Copies a text and says so itself. It stands at the right edge of what is around it, and covers no more of that than it must. */
export const CopyButton = ({ text, tabIndex }: CopyButtonProps) => {
  const { copied, copy } = useCopied(text, `Unable to copy "${text}"`)
  return (
    <span className={styles.copy}>
      <button
        type="button"
        data-copies
        tabIndex={tabIndex}
        className={styles.button}
        aria-label={`Copy ${text}`}
        onClick={() => void copy()}
      >
        <IconCopy aria-hidden="true" />
      </button>
      <span role="status" className={styles.said}>
        {copied > 0 && (
          <span key={copied}>
            <IconCheck aria-hidden="true" />
            <span>{`Copied ${text}`}</span>
          </span>
        )}
      </span>
    </span>
  )
}
