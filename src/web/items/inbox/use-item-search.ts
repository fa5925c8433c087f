import { useEffect, useState } from 'react'
import { search } from '../../../shared/search/search.api.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { foundItems, type Choice } from './likely-items.ts'

/** Debounce. */
const DEBOUNCE_MS = 150

interface Answer {
  query: string
  items: readonly Choice[]
  failure?: string
}

/** The items of a project that match a query, or the previous query's until the answer arrives. */
export const useItemSearch = (projectID: number, query: string) => {
  const [answer, setAnswer] = useState<Answer>({ query: '', items: [] })
  useEffect(() => {
    if (query === '') return
    const end = new AbortController()
    const ask = async () => {
      try {
        const found = await call(search, { query: { q: query, projectID } }, { signal: end.signal })
        if (!end.signal.aborted) setAnswer({ query, items: foundItems(found) })
      } catch (error) {
        if (!end.signal.aborted)
          setAnswer({ query, items: [], failure: sentence(error, { other: 'Unable to search' }) })
      }
    }
    const timer = setTimeout(() => void ask(), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [projectID, query])
  const isAnswered = answer.query === query
  return { items: answer.items, isAnswered, failure: isAnswered ? answer.failure : undefined }
}
