import type { ProblemCode } from '../../src/shared/contract/problem.ts'
import { AppError } from '../../src/server/platform/http/app-error.ts'

/** What callers get of a problem, by its code. `values` are the placeholders of its sentence. */
export const problemWith = (code: ProblemCode, values: Record<string, string> = {}) => {
  const { statusCode, message } = new AppError(code, { values })
  return { statusCode, code, message }
}

export const sentenceOf = (code: ProblemCode, values?: Record<string, string>): string =>
  problemWith(code, values).message
