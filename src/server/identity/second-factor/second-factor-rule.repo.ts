import type { FactorRule } from '../../../shared/identity/second-factor.api.ts'
import { Role } from '../../../shared/contract/roles.ts'
import type { Database } from '../../platform/db/database.ts'

const KEY = 'second_factor'

/** Selects who needs a second factor; no row means nobody. */
export const secondFactorRule = (db: Database) => db.selectFrom('settings').select('value').where('key', '=', KEY)

/** Whether the rule, as stored, demands a second factor of a user with these roles. */
export const demandsFactor = (rule: string | null, roles: readonly number[]): boolean =>
  rule === 'everyone' || (rule === 'admins' && roles.includes(Role.Admin))

export const getFactorRule = async (db: Database): Promise<FactorRule> =>
  ((await secondFactorRule(db).executeTakeFirst())?.value ?? 'nobody') as FactorRule

export const setFactorRule = async (db: Database, rule: FactorRule): Promise<void> => {
  await db
    .insertInto('settings')
    .values({ key: KEY, value: rule })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: rule }))
    .execute()
}
