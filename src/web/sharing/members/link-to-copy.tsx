import { classNames } from '../../ui/class-names.ts'
import { CopyText } from '../../ui/copy/copy-text.tsx'
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
    <CopyText name={label} text={link} />
  </>
)
