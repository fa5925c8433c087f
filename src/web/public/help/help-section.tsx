import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '../../ui/class-names.ts'
import styles from './help-section.module.css'
import { createIcon } from '../../ui/icons.tsx'

const IconLink = createIcon(
  'M9 15l6-6m-4-3l.463-.536a5 5 0 0 1 7.071 7.072L18 13m-5 5l-.397.534a5.07 5.07 0 0 1-7.127 0a4.97 4.97 0 0 1 0-7.071L6 11',
)

interface HelpSectionProps {
  id: string
  title: string
  children: ReactNode
}

/** A section with a permalink in its heading. */
export const HelpSection = ({ id, title, children }: HelpSectionProps) => (
  <section className={classNames('grid gap-16', styles.section)}>
    <div className={classNames('row gap-4 size-18', styles.head)}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      <Link to={`#${id}`} className="centered fixed round faint hover-sunken" aria-label={`Link to ${title}`}>
        <IconLink aria-hidden="true" />
      </Link>
    </div>
    {children}
  </section>
)
