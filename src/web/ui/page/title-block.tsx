import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './title-block.module.css'

interface TitleBlockProps {
  facts: readonly { name: string; value: ReactNode }[]
  /** 'stack' for a narrow column beside content, 'row' for four across the page. */
  layout: 'stack' | 'row'
}

/** Read-only facts in ruled cells, like the title block of a drawing. */
export const TitleBlock = ({ facts, layout }: TitleBlockProps) => (
  <dl className={classNames(styles.block, styles[layout])}>
    {facts.map(({ name, value }) => (
      <div key={name}>
        <dt className="faint small">{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
