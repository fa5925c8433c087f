import type { Found } from '../../shared/search/search.api.ts'
import { NoHitDrawing } from './no-hit-drawing.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './no-hit.module.css'

const quoted = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(' and ')

/** What to try when nothing was found: the words that did not match, and whether something came close. */
const adviceOf = (query: string, { close, missing }: Found): string => {
  if (close.length === 0) return `We couldn’t find “${query}” in your projects, rooms, items, or files.`
  return `Close matches without ${quoted(missing)}:`
}

export const NoHit = ({ query, found }: { query: string; found: Found }) => {
  return (
    <div className={classNames('grid justify-items-center text-center', styles.none)}>
      <NoHitDrawing />
      <h2>No results</h2>
      <p className="muted mt-4">{adviceOf(query, found)}</p>
    </div>
  )
}

/** Reports corrected and ignored words of the query. */
export const QueryCorrections = ({ read, ignored }: Pick<Found, 'read' | 'ignored'>) => {
  const sentences = [
    ...read.map(({ word, as }) => `No results for “${word}”. Showing results for ${quoted(as.slice(0, 1))}.`),
    ...(ignored.length > 0
      ? [`Search uses six words. Not used: ${ignored.map((word) => `“${word}”`).join(', ')}.`]
      : []),
  ]
  return sentences.length > 0 && <p className={classNames('muted label', styles.read)}>{sentences.join(' ')}</p>
}
