import { AppError } from '../../http/app-error.ts'
import type { FaultyBytes } from '../store.ts'

/** The message for a file that is missing or damaged in the store. */
export const faultOf = (error: FaultyBytes): AppError =>
  new AppError(error.condition === 'missing' ? 'file_missing' : 'file_damaged', {}, { cause: error })
