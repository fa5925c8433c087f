import { Suspense, use } from 'react'
import { phoneLink } from '../../shared/contract/phone-link.ts'
import styles from './contact.module.css'
import type { SiteToCome } from './pending-site-info.ts'
import { IconMail, IconPhone } from '../ui/icons.tsx'

/** The owner's email address and phone. The space is reserved, so that nothing shifts when they load. */
export const Contact = ({ site }: { site: SiteToCome }) => (
  <Suspense fallback={<ContactToCome />}>
    <ContactOf site={site} />
  </Suspense>
)

const ContactToCome = () => (
  <div className={styles.contact} aria-hidden="true">
    <span />
    <span />
  </div>
)

const ContactOf = ({ site }: { site: SiteToCome }) => {
  const known = use(site)
  if (!known) return <p>The contact details could not be loaded.</p>
  const { contactEmail, contactPhone } = known
  return (
    <ul className={styles.contact}>
      <li>
        <IconMail aria-hidden="true" />
        <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
      </li>
      <li>
        <IconPhone aria-hidden="true" />
        <a href={phoneLink(contactPhone)}>{contactPhone}</a>
      </li>
    </ul>
  )
}
