import type { Reader } from '../db/actor.ts'

/** The fairness key of a reader. Users, links and API keys never share one; all visitors of a link do. */
export const fairnessKey = (reader: Reader): number => {
  if (reader.kind === 'link') return -reader.linkID
  return reader.apiKey ? reader.apiKey.keyID + 0.5 : reader.userID
}
