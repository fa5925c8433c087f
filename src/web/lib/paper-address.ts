import type { QueryOf } from '../../shared/contract/endpoint.ts'
import { getPaper } from '../../shared/papers/papers.api.ts'
import { addressOf } from './call.ts'

/**
 * The address of a paper, for opening in a new tab. A cookie authorizes signed-in users, `link` (the ticket of a read-only link)
 * everyone else.
 */
export const paperAddress = (query: QueryOf<typeof getPaper>): string => addressOf(getPaper, { query })
