import type { IncomingHttpHeaders } from 'node:http'
import { rangeOf } from './range.ts'
import type { ByteRange } from './store.ts'

/** What is to be sent of a file: all of it (undefined), a part, or none because of what the caller asks or has. */
type Portion = ByteRange | undefined | 'unsatisfiable' | 'not modified' | 'precondition failed'

const listOf = (header: string): string[] => header.split(',').map((tag) => tag.trim())

/**
 * What a request for a file with this strong tag comes to, in the order of RFC 9110, 13.2.2. We send no dates of change,
 * so conditions on dates do not hold (If-Range) or do not count (the others).
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
