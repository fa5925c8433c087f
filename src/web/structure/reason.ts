import { ApiError, sentence } from '../lib/errors.ts'

/** A creation answered without the id of what it created. */
export class NoID extends Error {
  override readonly name = 'NoID'
  constructor() {
    super('No ID was returned')
  }
}

/** The id of what was created. Throws NoID where the answer has none. */
export const createdID = (id: number | undefined): number => {
  if (id === undefined) throw new NoID()
  return id
}

/** The "{message}" of 'Unable to … - {message}'. */
export const reasonOf = (error: unknown): string =>
  error instanceof NoID ? error.message : sentence(error, { other: (serverText) => serverText })

export const isProblem = (error: unknown, ...codes: readonly string[]): error is ApiError =>
  error instanceof ApiError && codes.includes(error.code)
