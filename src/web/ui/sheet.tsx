import type { ReactNode } from 'react'
import styles from './sheet.module.css'

/** A sheet of paper on the board. Parts inside are SheetBody and FormFoot. */
export const Sheet = ({ children }: { children: ReactNode }) => <div className={styles.sheet}>{children}</div>

/** A padded part; several in one sheet are ruled off from each other. */
export const SheetBody = ({ children }: { children: ReactNode }) => <div className={styles.body}>{children}</div>
