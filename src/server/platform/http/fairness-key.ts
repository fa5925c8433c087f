import type { Reader } from '../db/actor.ts'

/** The fairness key of a reader. All API keys of a user share the user's, and all visitors of a link one of their own. */
export const fairnessKey = (reader: Reader): number => (reader.kind === 'link' ? -reader.linkID : reader.userID)
