import type { ReactNode } from 'react'
import styles from './form-part.module.css'

interface FormPartProps {
  title: string
  help?: ReactNode
  children: ReactNode
}

/** A part of a long page: its title at the left, what it holds at the right. Several are ruled off from each other. */
export const FormPart = ({ title, help, children }: FormPartProps) => (
  <div className={styles.part}>
    <div>
      <h2 className={styles.title}>{title}</h2>
      {help && <p className={styles.help}>{help}</p>}
    </div>
    <div className={styles.content}>{children}</div>
  </div>
)
