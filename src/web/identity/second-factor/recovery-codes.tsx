import { Button } from '../../ui/button.tsx'
import { IconCheck, IconCopy } from '../../ui/icons.tsx'
import { Message } from '../../ui/message.tsx'
import { useCopied } from '../../ui/copy/use-copied.ts'
import styles from './second-factor.module.css'

/** Shown once, after they were made. */
export const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => {
  const { copied, copy } = useCopied(codes.join('\n'), 'Unable to copy the codes')
  return (
    <>
      <Message kind="warning" isNote>
        Save these recovery codes now, in a password manager or on paper. They won’t be shown again.
      </Message>
      <p>If you lose your phone, log in with one of them instead of a code from the app. Each works once.</p>
      <ul aria-label="Recovery Codes" className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button icon={copied ? <IconCheck /> : <IconCopy />} onClick={() => void copy()}>
        Copy Codes
      </Button>
      <span role="status" className="visually-hidden">
        {copied > 0 && 'Copied the codes'}
      </span>
    </>
  )
}
