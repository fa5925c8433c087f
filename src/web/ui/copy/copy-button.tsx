import { classNames } from '../class-names.ts'
import styles from './copy-button.module.css'
import { IconCheck, IconCopy } from '../icons.tsx'
import { useCopied } from './use-copied.ts'

interface CopyButtonProps {
  text: string
  /** -1 where another control handles the keyboard. */
  tabIndex?: number
  autoFocus?: boolean
}

/** Copies a text and announces it. Aligned to the right edge of its container, covering as little of it as possible. */
export const CopyButton = ({ text, tabIndex, autoFocus }: CopyButtonProps) => {
  const { copied, copy } = useCopied(text, `Unable to copy "${text}"`)
  return (
    <span className={classNames('row no-print', styles.copy)}>
      <button
        type="button"
        autoFocus={autoFocus}
        tabIndex={tabIndex}
        className={classNames('centered round hover-primary primary size-18', styles.button)}
        aria-label={`Copy ${text}`}
        onClick={() => void copy()}
      >
        <IconCopy aria-hidden="true" />
      </button>
      <span role="status" className={classNames('no-print', styles.said)}>
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
