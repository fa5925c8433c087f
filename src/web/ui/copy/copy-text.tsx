import { Button } from '../button.tsx'
import { IconCheck, IconCopy } from '../icons.tsx'
import { useCopied } from './use-copied.ts'

/** A button that copies a text and announces it. `name` is what the text is: 'key' or 'link'. */
export const CopyText = ({ name, text }: { name: string; text: string }) => {
  const { copied, copy } = useCopied(text, `Unable to copy the ${name}`)
  return (
    <>
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
    </>
  )
}
