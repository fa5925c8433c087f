import type { ReactNode } from 'react'
import styles from './sheet.module.css'

/** A card with a paper surface. Its parts are SheetBody and FormFoot. */
export const Sheet = ({ children }: { children: ReactNode }) => <div className={styles.sheet}>{children}</div>

/** A padded section; rules separate adjacent sections of a card. */
export const SheetBody = ({ children }: { children: ReactNode }) => <div className={styles.body}>{children}</div>
