import { classNames } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy/copy-button.tsx'
import fieldStyles from '../../ui/forms/field.module.css'
import styles from './members.module.css'

/** A read-only field with a link and a copy button. */
export const LinkToCopy = ({ label, link }: { label: string; link: string }) => (
  <>
    <input
      className={classNames('shrink full block round', fieldStyles.control, styles.linkField)}
      readOnly
      aria-label={label}
      value={link}
      onFocus={({ target }) => target.select()}
    />
    <CopyButton label="Copy" what={`the ${label}`} text={link} />
  </>
)
