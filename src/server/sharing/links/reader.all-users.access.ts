import { liveLinks, unscoped } from '../../platform/db/access/unscoped.ts'
import type { LinkReader } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'

/** Finds the unexpired link of a token hash or file-key hash. There is no actor yet whose right could be checked. */
export const openLinks = (
  db: Database,
  clock: Clock,
  by: { readonly hash: 'token_hash' | 'files_hash'; readonly is: string } | { readonly id: number },
) =>
  liveLinks(db)
    .where((eb) => ('id' in by ? eb('links.id', '=', by.id) : eb(`links.${by.hash}`, '=', by.is)))
    .where((eb) => eb.or([eb('links.ends_at', 'is', null), eb('links.ends_at', '>', isoTime(clock))]))

/** Records that the link was opened. */
export const updateOpenedLink = (db: Database, link: LinkReader) =>
  unscoped(db).updateTable('links').where('links.id', '=', link.linkID)
