import { foldedWords } from './folded-words.ts'
import { isMistyped, maybeMistyped } from './mistyped.ts'
import { SYNONYMS } from './synonyms.ts'

/** A category with what may be in it. */
export interface CategoryEntry {
  catID: number
  name: string
  subcategories: readonly { subcatID: number; name: string; labels: readonly string[] }[]
}

/** What an item can be: a subcategory in one of its categories. */
export interface Kind {
  catID: number
  subcatID: number
  category: string
  subcategory: string
}

export interface KnownKind {
  kind: Kind
  /** Each word with what it weighs at the most. */
  words: ReadonlyMap<string, number>
  /** What it is called, its own name first, each as its words. */
  names: readonly string[]
}

const MOST = 4

/** How much it says that a word was found in a name, in a synonym, in the category's name, in a label. */
const WEIGHTS = { name: 8, synonym: 6, category: 3, label: 1 }
/** Many kinds have the same labels and share a category: what only hints is taken where nothing says more. */
const WHOLE_NAME = 20
const WHOLE_SYNONYM = 10
const BEGINNING = 0.7
const MISTYPED = 0.4

/** The kinds of a room's structure, or of another part of it, made ready to be found; in the order of their lists. */
export const knownKinds = (categories: readonly CategoryEntry[]): KnownKind[] =>
  categories.flatMap(({ catID, name: category, subcategories }) =>
    subcategories.map(({ subcatID, name: subcategory, labels }) => {
      const synonyms = (Object.hasOwn(SYNONYMS, subcategory) && SYNONYMS[subcategory]) || []
      const words = new Map<string, number>()
      const weigh = (texts: readonly string[], weight: number) => {
        for (const word of texts.flatMap(foldedWords)) words.set(word, Math.max(weight, words.get(word) ?? 0))
      }
      weigh([subcategory], WEIGHTS.name)
      weigh(synonyms, WEIGHTS.synonym)
      weigh([category], WEIGHTS.category)
      weigh(labels, WEIGHTS.label)
      const names = [subcategory, ...synonyms].map((name) => foldedWords(name).join(' '))
      return { kind: { catID, subcatID, category, subcategory }, words, names }
    }),
  )

/** As it was typed, and in the singular. */
const formsOf = (typed: string): string[] => [
  typed,
  ...['s', 'es']
    .filter((end) => typed.length > end.length + 2 && typed.endsWith(end))
    .map((end) => typed.slice(0, -end.length)),
]

const weightOf = (typed: string, words: KnownKind['words'], forgives: boolean): number => {
  const forms = formsOf(typed)
  let best = 0
  for (const [word, weight] of words) {
    if (forms.includes(word)) best = Math.max(best, weight)
    else if (forms.some((form) => word.startsWith(form))) best = Math.max(best, weight * BEGINNING)
    else if (forgives && maybeMistyped(typed) && isMistyped(typed, word)) best = Math.max(best, weight * MISTYPED)
  }
  return best
}

/** How well it says all that was typed; 0 where it does not. */
const scoreOf = (
  typed: readonly string[],
  { words, names: [name = '', ...synonyms] }: KnownKind,
  forgives: boolean,
) => {
  const weights = typed.map((word) => weightOf(word, words, forgives))
  if (weights.includes(0)) return 0
  const whole = formsOf(typed.join(' '))
  const isCalled = whole.includes(name) ? WHOLE_NAME : whole.some((form) => synonyms.includes(form)) ? WHOLE_SYNONYM : 0
  // Of two that say the same the one that says less beside it.
  return weights.reduce((sum, weight) => sum + weight, isCalled) - name.split(' ').length / 10
}

/** The words as typed, and with each two neighbors as one word: dish washer, door knob. */
const readingsOf = (typed: readonly string[]): (readonly string[])[] => [
  typed,
  ...typed.slice(1).map((word, at) => [...typed.slice(0, at), `${typed[at]}${word}`, ...typed.slice(at + 2)]),
]

const OTHER = 'Other'

/** What an item is that has no kind of its own; undefined where an administrator removed it. */
export const otherKind = (categories: readonly CategoryEntry[]): Kind | undefined => {
  const others = categories.flatMap(({ catID, name: category, subcategories }) =>
    subcategories
      .filter(({ name }) => name === OTHER)
      .map(({ subcatID, name: subcategory }) => ({ catID, subcatID, category, subcategory })),
  )
  return others.find(({ category }) => category === OTHER) ?? others.at(-1)
}

/**
 * What could be meant, the best first: each word that was typed begins one of its names, synonyms, its category or
 * labels. Where nothing says them all, one mistake in a word of five letters or more is forgiven.
 */
export const findKinds = (known: readonly KnownKind[], text: string): Kind[] => {
  const typed = foldedWords(text)
  if (typed.length === 0) return []
  const readings = readingsOf(typed)
  for (const forgives of [false, true]) {
    const found = known
      .map((each) => ({
        kind: each.kind,
        score: Math.max(...readings.map((reading) => scoreOf(reading, each, forgives))),
      }))
      .filter(({ score }) => score > 0)
    if (found.length === 0) continue
    return found
      .sort((one, other) => other.score - one.score)
      .slice(0, MOST)
      .map(({ kind }) => kind)
  }
  return []
}
