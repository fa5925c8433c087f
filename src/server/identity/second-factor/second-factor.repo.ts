import { Secret, TOTP } from 'otpauth'
import { DAY, isoTime, latestNoted, type Clock } from '../../platform/lib/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { readableCode } from '../../platform/lib/readable-code.ts'
import { hashToken } from '../../platform/lib/tokens.ts'
import { plainCode } from './typed-code.ts'

const RECOVERY_CODES = 10
/** 118 bits in each code: enough for a plain hash. */
const GROUPS = 6
const REMEMBERED = 30 * DAY
/** Phones and servers may differ by one step of 30 seconds. */
const WINDOW = 1
/** Ten minutes: a step used this far ahead was used before the clock was set back. */
const AHEAD = 20

const totp = (secret: Secret, label = ''): TOTP => new TOTP({ issuer: 'Roomfolio', label, secret })

export const newSecret = (username: string): { secret: string; address: string } => {
  const secret = new Secret({ size: 20 })
  return { secret: secret.base32, address: totp(secret, username).toString() }
}

/** The step of 30 seconds that a code belongs to; undefined for a wrong code. */
export const stepOf = (clock: Clock, secret: string, code: string): number | undefined => {
  const token = plainCode(code)
  if (!/^[0-9]{6}$/.test(token)) return undefined
  const generator = totp(Secret.fromBase32(secret))
  const timestamp = clock.now().getTime()
  const delta = generator.validate({ token, timestamp, window: WINDOW })
  return delta === null ? undefined : generator.counter({ timestamp }) + delta
}

/** Uses a code of the app up. Of two calls with the same code, one returns false. */
const takeStep = async (trx: Database, clock: Clock, userID: number, code: string): Promise<boolean> => {
  const factor = trx.selectFrom('second_factors').select('secret').where('user_id', '=', userID)
  const secret = (await factor.executeTakeFirst())?.secret
  const step = secret && stepOf(clock, secret, code)
  if (!step) return false
  const { numUpdatedRows } = await trx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userID)
    .where((eb) => eb.or([eb('last_step', '<', step), eb('last_step', '>', step + AHEAD)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** As it is hashed: users may leave the hyphens out and type capitals. */
const recoveryHash = (code: string): string => hashToken(plainCode(code).replace(/[^a-z0-9]/g, ''))

/** Uses a code up: six digits of the app, or a recovery code. */
export const takeCode = async (trx: Database, clock: Clock, userID: number, code: string): Promise<boolean> => {
  if (await takeStep(trx, clock, userID, code)) return true
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userID)
    .where('code_hash', '=', recoveryHash(code))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export const findSecondFactor = async (
  db: Database,
  userID: number,
): Promise<{ since: string; recoveryCodesLeft: number } | null> => {
  const row = await db
    .selectFrom('second_factors')
    .select('created_at')
    .select((eb) =>
      eb
        .selectFrom('recovery_codes')
        .select((e) => e.fn.countAll<number>().as('count'))
        .whereRef('recovery_codes.user_id', '=', 'second_factors.user_id')
        .as('left'),
    )
    .where('user_id', '=', userID)
    .executeTakeFirst()
  return row ? { since: row.created_at, recoveryCodesLeft: row.left ?? 0 } : null
}

/** Throws `second_factor_on`. */
export const addSecondFactor = async (
  trx: Database,
  clock: Clock,
  userID: number,
  { secret, step }: { secret: string; step: number },
): Promise<void> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('second_factors')
    .values({ user_id: userID, secret, last_step: step, created_at: isoTime(clock) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) throw new AppError('second_factor_on')
}

/** Removes it with its recovery codes and remembered browsers. Answers whether there was one. */
export const removeSecondFactor = async (db: Database, userID: number): Promise<boolean> =>
  (await db.deleteFrom('second_factors').where('user_id', '=', userID).executeTakeFirst()).numDeletedRows === 1n

/**
 * Replaces the recovery codes, which may be in wrong hands, and with them the browsers that need no code. Returned in the
 * clear, for the user alone.
 */
export const renewRecoveryCodes = async (trx: Database, userID: number): Promise<string[]> => {
  for (const table of ['recovery_codes', 'remembered_browsers'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userID).execute()
  const codes = Array.from({ length: RECOVERY_CODES }, () => readableCode(GROUPS))
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userID, code_hash: recoveryHash(code) })))
    .execute()
  return codes
}

interface WithoutCode {
  userID: number
  browser: string | undefined
}

/** Whether a login needs a code: the user has a second factor, and this browser is not remembered. */
export const needsCode = async (db: Database, clock: Clock, { userID, browser }: WithoutCode): Promise<boolean> =>
  (await findSecondFactor(db, userID)) !== null &&
  !(browser !== undefined && (await isRemembered(db, clock, userID, browser)))

/** Throws `code_required` or `code_wrong` where a login needs a code. Answers whether one was used up. */
export const requireCode = async (
  trx: Database,
  clock: Clock,
  { code, ...login }: WithoutCode & { code: string | undefined },
): Promise<boolean> => {
  const { userID } = login
  if (!(await needsCode(trx, clock, login))) return false
  if (!code) throw new AppError('code_required')
  if (!(await takeCode(trx, clock, userID, code))) throw new AppError('code_wrong', { fields: { code: true } })
  return true
}

const isRemembered = async (trx: Database, clock: Clock, userID: number, browser: string): Promise<boolean> =>
  (await trx
    .selectFrom('remembered_browsers')
    .select('user_id')
    .where('user_id', '=', userID)
    .where('browser_hash', '=', hashToken(browser))
    .where('expires_at', '>', isoTime(clock))
    .where('expires_at', '<=', latestNoted(clock, REMEMBERED))
    .executeTakeFirst()) !== undefined

/** The browser logs in without a code for 30 days, or until the password changes. */
export const rememberForCodes = async (
  trx: Database,
  clock: Clock,
  { userID, browser, userAgent: user_agent }: { userID: number; browser: string; userAgent: string },
): Promise<void> => {
  const expires_at = isoTime(clock, REMEMBERED)
  await trx
    .insertInto('remembered_browsers')
    .values({ user_id: userID, browser_hash: hashToken(browser), expires_at, user_agent })
    .onConflict((conflict) => conflict.columns(['user_id', 'browser_hash']).doUpdateSet({ expires_at, user_agent }))
    .execute()
}

/** The devices that log in without a code, the last remembered first. */
export const listRemembered = (db: Database, clock: Clock, userID: number) =>
  db
    .selectFrom('remembered_browsers')
    .select(['user_agent as userAgent', 'expires_at as expiresAt'])
    .where('user_id', '=', userID)
    .where('expires_at', '>', isoTime(clock))
    .orderBy('expires_at', 'desc')
    .orderBy('browser_hash')
    .execute()

export const forgetRemembered = async (db: Database, userID: number): Promise<void> => {
  await db.deleteFrom('remembered_browsers').where('user_id', '=', userID).execute()
}

export const sweepRememberedBrowsers = async (db: Database, clock: Clock): Promise<void> => {
  await db.deleteFrom('remembered_browsers').where('expires_at', '<=', isoTime(clock)).execute()
}
