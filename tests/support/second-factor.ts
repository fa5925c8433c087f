import { TOTP } from 'otpauth'
import { newSecondFactor, turnOnSecondFactor } from '../../src/shared/identity/second-factor.api.ts'
import type { Clock } from '../../src/server/platform/lib/clock.ts'
import { PASSWORD, type Client } from './test-app.ts'

/** What an authenticator app shows. */
export const codeAt = (clock: Clock, secret: string): string =>
  new TOTP({ secret }).generate({ timestamp: clock.now().getTime() })

/** A user with the app: its secret, and the recovery codes. */
export const turnOn = async (client: Client, clock: Clock): Promise<{ secret: string; recoveryCodes: string[] }> => {
  const { secret } = await client.must(newSecondFactor, {})
  const body = { secret, code: codeAt(clock, secret), currentPass: PASSWORD }
  return { secret, ...(await client.must(turnOnSecondFactor, { body })) }
}
