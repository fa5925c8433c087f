import { useEffect, useState } from 'react'
import { search, type Found } from '../../shared/search/search.api.ts'
import { call } from '../lib/call.ts'
import { sentence } from '../lib/errors.ts'

/** Debounce, too short to be noticed. */
const DEBOUNCE_MS = 120

interface Answers {
  byQuery: ReadonlyMap<string, Found>
  /** The last query with an answer. */
  latest: string
  failed?: { query: string; words: string }
}

export interface SearchAsTyped {
  /** The result of the query, or of the previous one until it arrives. */
  found: Found | undefined
  /** Whether `found` is for the current query. */
  isAnswered: boolean
  /** Why the search failed. */
  failure: string | undefined
  tryAgain: () => void
}

/**
 * Searches while the user types: debounced, one request at a time. A new query aborts the previous request, so that an older
 * answer never replaces a newer one.
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
    const timer = setTimeout(() => void ask(), DEBOUNCE_MS)
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
