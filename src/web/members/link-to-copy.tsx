import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { copyText } from '../ui/copy-text.ts'
import fieldStyles from '../ui/field.module.css'
import { toast } from '../ui/toasts.ts'
import styles from './members.module.css'

const SAID_MS = 2_000

/** A link in a field, to be copied with one press. */
export const LinkToCopy = ({ label, link }: { label: string; link: string }) => {
  /** Counted, for what is copied again is said again. */
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (copied === 0) return
    const timer = setTimeout(() => setCopied(0), SAID_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => {
    if (await copyText(link)) setCopied((count) => count + 1)
    else toast({ kind: 'error', text: 'Unable to copy the link' })
  }
  return (
    <>
      <input
        className={classNames(fieldStyles.control, styles.linkField)}
        readOnly
        aria-label={label}
        value={link}
        onFocus={({ target }) => target.select()}
      />
      <Button
        small
        icon={copied > 0 ? <IconCheck /> : <IconCopy />}
        aria-label={`Copy the ${label}`}
        onClick={() => void copy()}
      >
        Copy
      </Button>
      <span role="status" className="visually-hidden">
        {copied > 0 && <span key={copied}>Copied</span>}
      </span>
    </>
  )
}
