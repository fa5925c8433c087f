import { useEffect, useState } from 'react'
import { search, type Found } from '../../shared/search/search.api.ts'
import { call } from '../lib/call.ts'
import { sentence } from '../lib/errors.ts'

/** Who types goes on typing meanwhile; shorter than anybody waits without noticing. */
const PAUSE_MS = 120

interface Answers {
  byQuery: ReadonlyMap<string, Found>
  /** The last query that was answered. */
  latest: string
  failed?: { query: string; words: string }
}

export interface SearchAsTyped {
  /** What was found by the query, or until that is known by the one before. */
  found: Found | undefined
  /** Whether that is the answer to this very query. */
  isAnswered: boolean
  /** Why there is none. */
  failure: string | undefined
  tryAgain: () => void
}

/**
 * Looks for what is being typed: after a short pause, one question at a time. A question that is typed over is given up,
 * so that no older answer stands in place of a newer one.
 */
export const useSearchAsTyped = (typed: string): SearchAsTyped => {
  const query = typed.trim()
  const [answers, setAnswers] = useState<Answers>({ byQuery: new Map(), latest: '' })
  const [tries, setTries] = useState(0)
  const { byQuery, latest, failed } = answers
  const isKnown = query === '' || byQuery.has(query)
  useEffect(() => {
    if (isKnown) return
    const end = new AbortController()
    const ask = async () => {
      try {
        const found = await call(search, { query: { q: query } }, { signal: end.signal })
        if (end.signal.aborted) return
        setAnswers((before) => ({ byQuery: new Map(before.byQuery).set(query, found), latest: query }))
      } catch (error) {
        if (end.signal.aborted) return
        console.warn(error)
        const words = sentence(error, { other: 'Unable to search' })
        setAnswers((before) => ({ ...before, failed: { query, words } }))
      }
    }
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [query, isKnown, tries])
  return {
    found: query === '' ? undefined : byQuery.get(isKnown ? query : latest),
    isAnswered: isKnown,
    failure: failed?.query === query && !isKnown ? failed.words : undefined,
    tryAgain: () => {
      setAnswers(({ failed: _, ...before }) => before)
      setTries((count) => count + 1)
    },
  }
}
