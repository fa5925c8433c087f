import { Message } from '../../ui/message.tsx'
import { CopyButton } from '../../ui/copy/copy-button.tsx'
import styles from './second-factor.module.css'

/** Shown once, after they were made. */
export const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => (
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
    <CopyButton label="Copy Codes" aria-label="Copy Codes" what="the codes" small={false} text={codes.join('\n')} />
  </>
)
