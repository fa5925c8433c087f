import type { Reader } from './db/actor.ts'

/** Whose turn it is, as a number that people and links never share: of a link it is the same for all who have it. */
export const turnOf = (reader: Reader): number => (reader.kind === 'link' ? -reader.linkID : reader.userID)
