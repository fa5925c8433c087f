import { Fragment } from 'react'
import type { Marked } from '../../shared/search/search.api.ts'
import styles from './marked-text.module.css'

/** A text with its matches highlighted, in its own text direction. */
export const MarkedText = ({ of: { text, marks } }: { of: Marked }) => (
  <bdi>
    {marks.map(([from, to], position) => (
      <Fragment key={from}>
        {text.slice(marks[position - 1]?.[1] ?? 0, from)}
        <mark className={styles.mark}>{text.slice(from, to)}</mark>
      </Fragment>
    ))}
    {text.slice(marks.at(-1)?.[1] ?? 0)}
  </bdi>
)
