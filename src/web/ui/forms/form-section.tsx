import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './form-section.module.css'

interface FormSectionProps {
  title: string
  help?: ReactNode
  children: ReactNode
}

/** A section of a long page: title on the left, content on the right. Rules separate adjacent sections. */
export const FormSection = ({ title, help, children }: FormSectionProps) => (
  <div className={classNames('columns-860', styles.part)}>
    <div>
      <h2 className="card-title-large">{title}</h2>
      {help && <p className="faint label mt-4">{help}</p>}
    </div>
    <div className="shrink">{children}</div>
  </div>
)
