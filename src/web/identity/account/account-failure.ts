import { sentence } from '../../lib/errors.ts'

/** What a failed change of account or password is told as. Too many tries say how long to wait. */
export const accountFailure = (error: unknown): string =>
  sentence(error, {
    409: (serverText) => `Unable to update account: ${serverText}`,
    429: (serverText) => serverText,
    other: 'Account update failure',
  })
