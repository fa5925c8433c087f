import type { Found } from '../../shared/search.ts'
import { NoHitDrawing } from './no-hit-drawing.tsx'
import styles from './no-hit.module.css'

const quoted = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(' and ')

/** What is said where nothing was found: which words are missing, and whether something came close. */
const adviceOf = (query: string, { close, missing }: Found): string => {
  if (close.length === 0) return `“${query}” is in no project, room, item or file of yours.`
  return `${quoted(missing)} ${missing.length === 1 ? 'is' : 'are'} missing in what came close:`
}

export const NoHit = ({ query, found }: { query: string; found: Found }) => {
  const isOneWord = !/\s/.test(query)
  return (
    <div className={styles.none}>
      <NoHitDrawing />
      <h2>{isOneWord ? 'Nothing has this word' : 'Nothing has all of these words'}</h2>
      <p>{adviceOf(query, found)}</p>
    </div>
  )
}

/** Says that a mistyped word was read as another one. */
export const ReadAs = ({ read }: Pick<Found, 'read'>) =>
  read.length > 0 && (
    <p className={styles.read}>
      {read.map(({ word, as }) => `Nothing has “${word}”. Found for ${quoted(as.slice(0, 1))}.`).join(' ')}
    </p>
  )
