import { listTables, transact, type Database } from '../db/database.ts'
import { neededBlobs } from './blobs.all-users.access.ts'
import { settleWrites } from './pending-writes.repo.ts'

const MARK = 'file_store'

/** The key of the object that identifies this database's file store. */
export const findStoreMark = async (db: Database): Promise<string | undefined> =>
  (await db.selectFrom('settings').select('value').where('key', '=', MARK).executeTakeFirst())?.value

/** Makes written bytes the marker; false if there is one. */
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

/** Makes written bytes the marker, replacing another one. */
export const replaceStoreMark = async (db: Database, storageKey: string): Promise<void> =>
  transact(db, async (trx) => {
    await trx.deleteFrom('settings').where('key', '=', MARK).execute()
    await addStoreMark(trx, storageKey)
  })

/** The storage keys of the latest uploads. */
export const listLatestFiles = async (db: Database, most: number): Promise<string[]> => {
  const rows = await neededBlobs(db).select('storage_key as key').orderBy('id', 'desc').limit(most).execute()
  return rows.map(({ key }) => key)
}

/** The keys that an installation without files did not write itself. */
export const listForeignKeys = async (db: Database, storageKeys: readonly string[]): Promise<string[]> => {
  const own = new Set<string | undefined>()
  if ((await listTables(db)).includes('pending_writes')) {
    // Pending writes before the marker: another server that starts now may turn one into the other, and it must not be missed.
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
