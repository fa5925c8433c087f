import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import styles from './copy-button.module.css'
import { copyText } from './copy-text.ts'
import { toast } from './toasts.ts'

const SAID_MS = 2_000

interface CopyButtonProps {
  text: string
  /** -1 where keys go another way. */
  tabIndex?: number
}

/** Copies a text and says so itself. It stands at the right edge of what is around it, and covers no more of that than it must. */
export const CopyButton = ({ text, tabIndex }: CopyButtonProps) => {
  /** Counted, for what is copied again is said again. */
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (copied === 0) return
    const timer = setTimeout(() => setCopied(0), SAID_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => {
    if (await copyText(text)) setCopied((count) => count + 1)
    else toast({ kind: 'error', text: `Unable to copy "${text}"` })
  }
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
