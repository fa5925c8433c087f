import { AppError } from '../http/app-error.ts'
import type { FaultyBytes } from './store.ts'

/** What a caller is told of a file that the store has not as it was uploaded. */
export const faultOf = (error: FaultyBytes): AppError =>
  new AppError(error.condition === 'missing' ? 'file_missing' : 'file_damaged', {}, { cause: error })
