import { asIs, sentence } from '../../lib/errors.ts'

/** The message of a failed change of account or password. After too many attempts it says how long to wait. */
export const accountFailure = (error: unknown): string =>
  sentence(error, {
    409: (serverText) => `Unable to update account: ${serverText}`,
    429: asIs,
    other: 'Account update failure',
  })
