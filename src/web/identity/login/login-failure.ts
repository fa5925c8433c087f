import { sentence } from '../../lib/errors.ts'

/** The message of a failed login. */
export const loginFailure = (error: unknown): string =>
  sentence(error, {
    400: 'Missing user/pass',
    401: (serverText) => serverText,
    429: (serverText) => serverText,
    other: 'Login failure',
  })
