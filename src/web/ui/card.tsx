import type { ReactNode } from 'react'
import styles from './card.module.css'

/** A card with a paper surface. Its parts are CardBody and FormFooter. */
export const Card = ({ children }: { children: ReactNode }) => <div className="sheet">{children}</div>

/** A padded section; rules separate adjacent sections of a card. */
export const CardBody = ({ children }: { children: ReactNode }) => <div className={styles.body}>{children}</div>
