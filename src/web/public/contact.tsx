import { Suspense, use } from 'react'
import { phoneLink } from '../../shared/contract/phone-link.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './contact.module.css'
import type { PendingSite } from '../lib/pending-site.ts'
import { IconMail, createIcon } from '../ui/icons.tsx'

const IconPhone = createIcon(
  'M5 4h4l2 5l-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 3 6a2 2 0 0 1 2-2',
)

/** The owner's email address and phone. The space is reserved, so that nothing shifts when they load. */
export const Contact = ({ site }: { site: PendingSite }) => (
  <Suspense fallback={<ContactToCome />}>
    <ContactOf site={site} />
  </Suspense>
)

const ContactToCome = () => (
  <div className={classNames('grid gap-4', styles.contact)} aria-hidden="true">
    <span />
    <span />
  </div>
)

const ContactOf = ({ site }: { site: PendingSite }) => {
  const known = use(site)
  if (!known) return <p>Couldn’t load the contact details.</p>
  const { contactEmail, contactPhone } = known
  return (
    <ul className={classNames('grid gap-4', styles.contact)}>
      <li className="row shrink gap-8">
        <IconMail aria-hidden="true" />
        <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
      </li>
      <li className="row shrink gap-8">
        <IconPhone aria-hidden="true" />
        <a href={phoneLink(contactPhone)}>{contactPhone}</a>
      </li>
    </ul>
  )
}
