import type { QueryOf } from '../../shared/contract/endpoint.ts'
import { getPaper } from '../../shared/papers/papers.api.ts'
import { addressOf } from '../lib/call.ts'

/** Where a paper is, for a tab of its own: a cookie authorises the browser, or `link` the ticket of a read-only link. */
export const paperAddress = (query: QueryOf<typeof getPaper>): string => addressOf(getPaper, { query })
