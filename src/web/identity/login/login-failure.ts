import { asIs, sentence } from '../../lib/errors.ts'

/** The message of a failed login. */
export const loginFailure = (error: unknown): string =>
  sentence(error, {
    400: 'Missing user/pass',
    401: asIs,
    429: asIs,
    other: 'Login failure',
  })
