import { nameKey } from '../contract/name-key.ts'
import { foldedWords } from '../lib/folded-words.ts'
import { ROOM_WORDS } from './room-words.ts'

/** The words of a name that tell something, as names are compared. */
export const wordsIn = (name: string): string[] =>
  nameKey(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)

const plain = (text: string): string => foldedWords(text.toLowerCase().replaceAll('ß', 'ss')).join(' ')
/** 'Kueche' for 'Küche', as it is typed without umlauts. */
const typed = (text: string): string => text.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue')

interface Term {
  /** A key of `ROOM_WORDS`. */
  kind: string
  isVague: boolean
  isSpanish: boolean
  endsOthers: boolean
}

const TERMS = new Map<string, Term>()
for (const [kind, { en, de, es, vague = '' }] of Object.entries(ROOM_WORDS))
  for (const list of [de, en, es, vague]) {
    const term = { kind, isVague: list === vague, isSpanish: list === es, endsOthers: list === de || list === vague }
    for (const name of list.split(',').flatMap((each) => [plain(each), plain(typed(each))]))
      if (name !== '' && !TERMS.has(name)) TERMS.set(name, term)
  }

/** What comes after these tells where the room is: 'Closet under Stairs', 'Bath – Upper Hall', 'Baño del dormitorio'. */
const PARTS =
  /[,;:/&+()|–—]|\s-\s|\s(?:and|und|y|e|under|off|above|over|below|by|near|behind|to|at|with|of|unter|neben|über|bei|beim|mit|vor|hinter|zum|zur|im|de|del|con|en|bajo|sobre)\s/i

const PLURAL = ['', 's', 'es', 'n', 'en']
const MOST_WORDS = 4

/** The longest term at the end of these words. */
const termAtEnd = (words: readonly string[], isVague: boolean): Term | undefined => {
  const last = words.at(-1) ?? ''
  const phrases = Array.from({ length: MOST_WORDS }, (_, at) => words.slice(at - MOST_WORDS).join(' '))
  const endings = Array.from(last, (_, at) => last.slice(at))
  for (const [texts, isInside] of [
    [phrases, false],
    [endings, true],
  ] as const)
    for (const text of texts)
      for (const plural of PLURAL) {
        const term = text.endsWith(plural) ? TERMS.get(text.slice(0, text.length - plural.length)) : undefined
        if (term && term.isVague === isVague && (term.endsOthers || !isInside)) return term
      }
  return undefined
}

const kindIn = (part: string, isVague: boolean): string | undefined => {
  const words = plain(part).split(' ')
  const found = words.flatMap((_, at) => termAtEnd(words.slice(0, at + 1), isVague) ?? [])
  // English and German end with what it is, Spanish begins with it.
  return (found[0]?.isSpanish ? found[0] : found.at(-1))?.kind
}

/** What kind of room a name means. */
const kindOf = (name: string): string | undefined => {
  const parts = name.split(PARTS)
  for (const isVague of [false, true])
    for (const part of parts) {
      const kind = kindIn(part, isVague)
      if (kind) return kind
    }
  return undefined
}

const ROOM = new Set(['room', 'raum', 'zimmer', 'sala', 'cuarto'])

/** From 0 to 1, the part of a type's words that the name has, too. */
const similarity = (typeName: string, name: string): number => {
  const [words, own] = [typeName, name].map((text) => plain(text).split(' '))
  const telling = (words ?? []).filter((word) => word.length > 2 && !ROOM.has(word))
  return telling.length === 0 ? 0 : telling.filter((word) => own?.includes(word)).length / telling.length
}

/**
 * The room type that a room's name suggests, if any: the type of this name, else one that is the same kind of room, else one
 * that shares a word.
 */
export const roomTypeOfName = <Type extends { roomTypeName: string }>(
  types: readonly Type[],
  roomName: string,
): Type | undefined => {
  const kind = kindOf(roomName)
  const rated = types.map((type) => {
    const { roomTypeName } = type
    const isSame = nameKey(roomTypeName) === nameKey(roomName)
    const isSameKind = kind !== undefined && kindOf(roomTypeName) === kind
    return { type, score: (isSame ? 4 : 0) + (isSameKind ? 2 : 0) + similarity(roomTypeName, roomName) }
  })
  return rated.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score)[0]?.type
}

/** The room type of things that are in no single room. */
export const wholeHouseType = <Type extends { roomTypeName: string }>(types: readonly Type[]): Type | undefined =>
  types.find(({ roomTypeName }) => kindOf(roomTypeName) === 'Whole House')
