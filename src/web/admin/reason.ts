import { ApiError, sentence } from '../api/errors.ts'

/** A creation answered without the id of what it created. */
export class NoID extends Error {
  override readonly name = 'NoID'
  constructor() {
    super('No ID was returned')
  }
}

/** The "{message}" of 'Unable to … - {message}'. */
export const reasonOf = (error: unknown): string =>
  error instanceof NoID ? error.message : sentence(error, { other: (serverText) => serverText })

export const isProblem = (error: unknown, ...codes: readonly string[]): error is ApiError =>
  error instanceof ApiError && codes.includes(error.code)
