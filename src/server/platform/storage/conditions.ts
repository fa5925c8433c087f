import type { IncomingHttpHeaders } from 'node:http'
import { rangeOf } from './range.ts'
import type { ByteRange } from './store.ts'

/** What to send: the whole file (undefined), a part, or nothing because of a condition. */
type Portion = ByteRange | undefined | 'unsatisfiable' | 'not modified' | 'precondition failed'

const listOf = (header: string): string[] => header.split(',').map((tag) => tag.trim())

/**
 * Evaluates the conditions of a request for a file with this strong ETag, in the order of RFC 9110, 13.2.2. Answers have no
 * Last-Modified, so conditions on dates are false (If-Range) or ignored (the others).
 */
export const portionOf = (method: string, headers: IncomingHttpHeaders, etag: string, size: number): Portion => {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch, 'if-range': ifRange, range } = headers
  if (ifMatch !== undefined && ifMatch.trim() !== '*' && !listOf(ifMatch).includes(etag)) return 'precondition failed'
  if (ifNoneMatch !== undefined) {
    const tags = listOf(ifNoneMatch).map((tag) => tag.replace(/^W\//, ''))
    if (ifNoneMatch.trim() === '*' || tags.includes(etag)) return 'not modified'
  }
  if (method !== 'GET' || (ifRange !== undefined && ifRange !== etag)) return undefined
  return rangeOf(range, size)
}
