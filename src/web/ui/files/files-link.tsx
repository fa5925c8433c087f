import { Link } from 'react-router'
import { classNames } from '../class-names.ts'
import { IconFolder } from '../icons.tsx'
import styles from './files-link.module.css'

interface FilesLinkProps {
  count: number
  to: string
  small?: boolean
}

/** The number of an item's files, above the link that covers its row. */
export const FilesLink = ({ count, to, small = false }: FilesLinkProps) => (
  <Link
    to={to}
    className={classNames(
      'inline-row relative label plain round gap-8 hover-primary',
      count === 0 ? 'faint' : 'ink strong primary-icon',
      styles.link,
      small && styles.small,
    )}
    aria-label={`${count === 1 ? '1 file' : `${count} files`}, open attachments`}
  >
    <IconFolder aria-hidden="true" />
    {count}
  </Link>
)
