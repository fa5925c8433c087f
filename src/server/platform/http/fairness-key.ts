import type { Reader } from '../db/actor.ts'

/** The fairness key of a reader. Users and links never share one; all visitors of a link do. */
export const fairnessKey = (reader: Reader): number => (reader.kind === 'link' ? -reader.linkID : reader.userID)
