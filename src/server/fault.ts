/**
 * Something that whoever runs the server can put right; the message is all they need: what is wrong and what to do. It
 * ends a start or a command without a stack.
 */
export class Fault extends Error {}

/** Does what needs a folder; where the folder cannot be made or written, says which setting leads there. */
export const orFolderFault = async <T>(setting: string, folder: string, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    const sentence = `The folder ${folder} cannot be used (${error.message}). Let ${setting} lead to one that this user may write.`
    throw new Fault(sentence, { cause: error })
  }
}
