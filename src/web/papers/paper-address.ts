import type { QueryOf } from '../../shared/endpoint.ts'
import { getPaper } from '../../shared/papers.ts'
import { addressOf } from '../api/call.ts'

/** Where a paper is, for a tab of its own: a cookie authorises the browser, or `link` the ticket of a read-only link. */
export const paperAddress = (query: QueryOf<typeof getPaper>): string => addressOf(getPaper, { query })
