import { ApiError, asIs, sentence } from '../lib/errors.ts'

/** A creation succeeded without returning an ID. */
export class NoID extends Error {
  override readonly name = 'NoID'
  constructor() {
    super('No ID was returned')
  }
}

/** The ID of what was created. Throws NoID if it is missing. */
export const createdID = (id: number | undefined): number => {
  if (id === undefined) throw new NoID()
  return id
}

/** The reason, as in 'Unable to … - {reason}'. */
export const reasonOf = (error: unknown): string =>
  error instanceof NoID ? error.message : sentence(error, { other: asIs })

export const isProblem = (error: unknown, ...codes: readonly string[]): error is ApiError =>
  error instanceof ApiError && codes.includes(error.code)
