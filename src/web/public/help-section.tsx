import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './help-section.module.css'
import { IconLink } from '../ui/icons.tsx'

interface HelpSectionProps {
  id: string
  title: string
  children: ReactNode
}

/** A section with a permalink in its heading. */
export const HelpSection = ({ id, title, children }: HelpSectionProps) => (
  <section className={styles.section}>
    <div className={styles.head}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      <Link to={`#${id}`} aria-label={`Link to ${title}`}>
        <IconLink aria-hidden="true" />
      </Link>
    </div>
    {children}
  </section>
)
