import { nameKey } from '../contract/name-key.ts'

/** The words of a name that tell something, as names are compared. */
export const wordsIn = (name: string): string[] =>
  nameKey(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)

/** From 0 to 2: 'Kitchen' is 2 like the type Kitchen; a word in common ('Primary Bath', Bathroom) is at most 1. */
export const similarity = (typeName: string, roomName: string): number => {
  if (nameKey(typeName) === nameKey(roomName)) return 2
  const [words, own] = [wordsIn(typeName), wordsIn(roomName)]
  const isSimilar = (word: string) => own.some((mine) => mine.startsWith(word) || word.startsWith(mine))
  return words.length > 0 ? words.filter(isSimilar).length / words.length : 0
}

/** The room type that a room's name suggests, if any. */
export const roomTypeOfName = <Type extends { roomTypeName: string }>(
  types: readonly Type[],
  roomName: string,
): Type | undefined => {
  const rated = types.map((type) => ({ type, likeness: similarity(type.roomTypeName, roomName) }))
  return rated.filter(({ likeness }) => likeness > 0).toSorted((a, b) => b.likeness - a.likeness)[0]?.type
}
