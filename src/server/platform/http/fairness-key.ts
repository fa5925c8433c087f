import type { Reader } from '../db/actor.ts'

/** The fairness key of a reader. A user's API keys share the user's; visitors of all links of an owner share another. */
export const fairnessKey = (reader: Reader): number => (reader.kind === 'link' ? -reader.ownerID : reader.userID)
