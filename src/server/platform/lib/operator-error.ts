/**
 * An error that operators can fix. The message says what is wrong and what to do, and ends a start or a command without
 * a stack.
 */
export class OperatorError extends Error {}

/** Runs work that needs a folder. If the folder cannot be created or written, the OperatorError names its setting. */
export const orFolderFault = async <T>(setting: string, folder: string, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    const sentence = `The folder ${folder} cannot be used (${error.message}). Let ${setting} lead to one that this user may write.`
    throw new OperatorError(sentence, { cause: error })
  }
}
