import { classNames } from '../class-names.ts'
import { CopyButton } from './copy-button.tsx'
import styles from './code.module.css'

/** A text for another program with a button that copies it. `name` is what it is: 'key' or 'curl command'. */
export const Code = ({ name, text }: { name: string; text: string }) => (
  <div className="mb-24">
    <pre className={classNames('small round min-44 mb-12', styles.code)} role="region" aria-label={name} tabIndex={0}>
      {text}
    </pre>
    <CopyButton label="Copy" what={`the ${name}`} text={text} />
  </div>
)
