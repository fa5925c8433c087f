import { IconMail, IconPhone } from '@tabler/icons-react'
import styles from './contact.module.css'

interface ContactProps {
  email: string
  phone: string
}

export const Contact = ({ email, phone }: ContactProps) => (
  <ul className={styles.contact}>
    <li>
      <IconMail aria-hidden="true" />
      <a href={`mailto:${email}`}>{email}</a>
    </li>
    <li>
      <IconPhone aria-hidden="true" />
      <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
    </li>
  </ul>
)

/** Keeps the place of the contact, so that nothing moves when it arrives. */
export const ContactToCome = () => (
  <div className={styles.contact} aria-hidden="true">
    <span />
    <span />
  </div>
)
