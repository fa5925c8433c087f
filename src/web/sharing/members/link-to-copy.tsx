import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import fieldStyles from '../../ui/field.module.css'
import { IconCheck, IconCopy } from '../../ui/icons.tsx'
import { useCopied } from '../../ui/use-copied.ts'
import styles from './members.module.css'

/** A read-only field with a link and a copy button. */
export const LinkToCopy = ({ label, link }: { label: string; link: string }) => {
  const { copied, copy } = useCopied(link, 'Unable to copy the link')
  return (
    <>
      <input
        className={classNames('shrink full block round', fieldStyles.control, styles.linkField)}
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
