import { listTables, transact, type Database } from '../db/database.ts'
import { blobs } from '../db/access/installation.ts'
import { settleWrites } from './pending-writes.repo.ts'

const MARK = 'file_store'

/** The key of the object that identifies this database's file store. */
export const findStoreMark = async (db: Database): Promise<string | undefined> =>
  (await db.selectFrom('settings').select('value').where('key', '=', MARK).executeTakeFirst())?.value

/** Makes written bytes the mark; false where there is one already. */
export const addStoreMark = async (db: Database, storageKey: string): Promise<boolean> =>
  transact(db, async (trx) => {
    const added = await trx
      .insertInto('settings')
      .values({ key: MARK, value: storageKey })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('value')
      .executeTakeFirst()
    if (added) await settleWrites(trx, [storageKey])
    return added !== undefined
  })

/** Makes written bytes the mark, in place of another one. */
export const replaceStoreMark = async (db: Database, storageKey: string): Promise<void> =>
  transact(db, async (trx) => {
    await trx.deleteFrom('settings').where('key', '=', MARK).execute()
    await addStoreMark(trx, storageKey)
  })

/** The keys of the files that were uploaded last. */
export const listLatestFiles = async (db: Database, most: number): Promise<string[]> => {
  const rows = await blobs(db)
    .where((eb) =>
      eb.exists(eb.selectFrom('uploads').select('uploads.id').whereRef('uploads.blob_id', '=', 'blobs.id')),
    )
    .select('storage_key as key')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ key }) => key)
}

/** Of these keys those that an installation without files did not put into its store. */
export const listForeignKeys = async (db: Database, storageKeys: readonly string[]): Promise<string[]> => {
  const own = new Set<string | undefined>()
  if ((await listTables(db)).includes('pending_writes')) {
    // First those that have begun: another server that starts now makes one of them the mark, and it must be neither
    // already no more here nor not yet there.
    const begun = await db
      .selectFrom('pending_writes')
      .where('storage_key', 'in', storageKeys)
      .select('storage_key')
      .execute()
    for (const { storage_key } of begun) own.add(storage_key)
    own.add(await findStoreMark(db))
  }
  return storageKeys.filter((key) => !own.has(key))
}
