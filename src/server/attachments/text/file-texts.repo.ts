import type { JobKind } from '../../../shared/admin/jobs.api.ts'
import { isoTime, type Clock } from '../../platform/lib/clock.ts'
import { batches, transact, type Database } from '../../platform/db/database.ts'
import { forUpdate, rowsOfJSON, timeValue, type JSONText } from '../../platform/db/engine.ts'
import { fileTexts, unreadTexts } from './file-texts.all-users.access.ts'
import type { WordsOfFile } from './words-of-file.ts'

/** Queues a job for unread files, in this transaction; none if all are read. */
export const askToRead = async (db: Database, clock: Clock): Promise<void> => {
  const now = timeValue(db, isoTime(clock))
  const job = unreadTexts(db)
    .select((eb) => eb.cast<string>(eb.val('file-text' satisfies JobKind), 'text').as('kind'))
    .select((eb) => eb.cast<string>(eb.val('null'), 'text').as('payload'))
    .select([now.as('created_at'), now.as('due_at'), now.as('noted_at')])
    .limit(1)
  await db.insertInto('jobs').columns(['kind', 'payload', 'created_at', 'due_at', 'noted_at']).expression(job).execute()
}

/** Marks all read files to be read again; until then searches find them as before. Returns their number. */
export const markUnread = async (db: Database): Promise<number> => {
  const { numUpdatedRows } = await fileTexts(db)
    .updateTable('file_texts')
    .set({ form: null })
    .where('form', 'is not', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** A blob to be read, and its uploader. */
export interface UnreadFile {
  blobID: number
  whose: number
  storageKey: string
  sha256: string
  size: number
  type: string
}

/** The next unread file, of the user after the given one if possible; undefined if all are read. */
export const nextUnread = async (db: Database, after: number): Promise<UnreadFile | undefined> => {
  const next = unreadTexts(db)
    .innerJoin('blobs', 'blobs.id', 'file_texts.blob_id')
    .select(['blobs.id as blobID', 'file_texts.turn_of as whose', 'blobs.storage_key as storageKey'])
    .select(['blobs.sha256', 'blobs.size', 'blobs.type'])
    .orderBy('file_texts.turn_of')
    .orderBy('file_texts.blob_id')
    .limit(1)
  return (await next.where('file_texts.turn_of', '>', after).executeTakeFirst()) ?? next.executeTakeFirst()
}

/** Rows per transaction, few enough not to delay saves. */
const WORDS_AT_ONCE = 500
const PAGES_AT_ONCE = 20

/**
 * Replaces the words and text of a file in several transactions, and then marks it as read. Writes nothing more once the
 * file is removed.
 */
export const keepWords = async (
  db: Database,
  blobID: number,
  { words, pages }: WordsOfFile,
  form: number,
): Promise<void> => {
  /** Returns whether the file still exists. */
  const step = (work: (trx: Database) => Promise<unknown>) =>
    transact(db, async (trx) => {
      const locked = fileTexts(trx).selectFrom('file_texts').where('blob_id', '=', blobID).select('blob_id')
      if ((await forUpdate(trx, locked, ['file_texts']).execute()).length === 0) return false
      await work(trx)
      return true
    })
  const isThere = await step(async (trx) => {
    await fileTexts(trx).deleteFrom('file_words').where('blob_id', '=', blobID).execute()
    await fileTexts(trx).deleteFrom('file_pages').where('blob_id', '=', blobID).execute()
  })
  if (!isThere) return
  for (const some of batches(words, WORDS_AT_ONCE)) {
    const rows = JSON.stringify(some.map(([word, pages]) => ({ word, pages }))) as JSONText<
      { word: string; pages: string }[]
    >
    const isKept = await step((trx) =>
      fileTexts(trx)
        .insertInto('file_words')
        .columns(['blob_id', 'word', 'pages'])
        .expression(
          trx
            .selectFrom(rowsOfJSON(trx, rows, { word: 'text', pages: 'text' }).as('made'))
            .select((eb) => [eb.cast<number>(eb.val(blobID), 'bigint').as('blob_id'), 'made.word', 'made.pages'])
            .where((eb) => eb.lit(true)),
        )
        // Another server may be reading the same file if a clock was put back.
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
    if (!isKept) return
  }
  for (const some of batches(pages, PAGES_AT_ONCE)) {
    const rows = some.map(([page, text]) => ({ blob_id: blobID, page, text }))
    const isKept = await step((trx) =>
      fileTexts(trx)
        .insertInto('file_pages')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
    if (!isKept) return
  }
  await fileTexts(db).updateTable('file_texts').where('blob_id', '=', blobID).set({ form }).execute()
}
