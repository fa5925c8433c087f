import { Role } from '../../../shared/contract/roles.ts'
import type { Database } from '../../platform/db/database.ts'
import { readableCode } from '../../platform/lib/readable-code.ts'

const CODE = 'admin_code'

export const hasAdmin = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('user_roles').select('user_id').where('role', '=', Role.Admin).limit(1).executeTakeFirst()) !==
  undefined

/**
 * The setup code of the first Admin, the same on every server; undefined if there is an Admin. Stored in plain text,
 * because anyone who can read it could also change roles. Not in backups.
 */
export const firstAdminCode = async (db: Database): Promise<string | undefined> => {
  if (await hasAdmin(db)) return undefined
  const insert = db.insertInto('settings').values({ key: CODE, value: readableCode() })
  await insert.onConflict((conflict) => conflict.column('key').doNothing()).execute()
  return (await db.selectFrom('settings').select('value').where('key', '=', CODE).executeTakeFirst())?.value
}

/** Uses the code up; false if it is wrong. */
export const takeAdminCode = async (trx: Database, code: string): Promise<boolean> => {
  const taken = trx.deleteFrom('settings').where('key', '=', CODE).where('value', '=', code.trim().toLowerCase())
  return (await taken.executeTakeFirst()).numDeletedRows === 1n
}
