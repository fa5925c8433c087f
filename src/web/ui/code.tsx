import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { IconCheck, IconCopy } from './icons.tsx'
import { useCopied } from './use-copied.ts'
import styles from './code.module.css'

/** A text for another program with a button that copies it. `name` is what it is: 'key' or 'curl command'. */
export const Code = ({ name, text }: { name: string; text: string }) => {
  const { copied, copy } = useCopied(text, `Unable to copy the ${name}`)
  return (
    <div className="mb-24">
      <pre className={classNames('small round min-44 mb-12', styles.code)} role="region" aria-label={name} tabIndex={0}>
        {text}
      </pre>
      <Button
        small
        icon={copied > 0 ? <IconCheck /> : <IconCopy />}
        aria-label={`Copy the ${name}`}
        onClick={() => void copy()}
      >
        Copy
      </Button>
      <span role="status" className="visually-hidden">
        {copied > 0 && <span key={copied}>Copied</span>}
      </span>
    </div>
  )
}
