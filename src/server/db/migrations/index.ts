import type { Migration } from 'kysely'
import * as foundation from './0001-foundation.ts'

/** In the order in which they are applied. A migration that has landed is never changed; there is no way down. */
export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
}
