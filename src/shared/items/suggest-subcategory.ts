import { foldedWords } from '../lib/folded-words.ts'
import { isMistyped, maybeMistyped } from '../lib/typos.ts'

export interface CategoryEntry {
  catID: number
  name: string
  subcategories: readonly { subcatID: number; name: string; labels: readonly string[]; aliases: readonly string[] }[]
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
  /** Each word with its highest weight. */
  words: ReadonlyMap<string, number>
  /** The name first, then aliases, each as normalized words. */
  names: readonly string[]
}

const MOST = 4

/** How strongly a match counts in the name, an alias, the category's name or a label. */
const WEIGHTS = { name: 8, alias: 6, category: 3, label: 1 }
/** Bonuses for a whole name or alias: many kinds share labels and a category, which are only weak hints. */
const WHOLE_NAME = 20
const WHOLE_ALIAS = 10
const BEGINNING = 0.7
const MISTYPED = 0.4

/** Prepares the subcategories of a structure, or a part of it, for search; in the order of their lists. */
export const knownKinds = (categories: readonly CategoryEntry[]): KnownKind[] =>
  categories.flatMap(({ catID, name: category, subcategories }) =>
    subcategories.map(({ subcatID, name: subcategory, labels, aliases }) => {
      const words = new Map<string, number>()
      const weigh = (texts: readonly string[], weight: number) => {
        for (const word of texts.flatMap(foldedWords)) words.set(word, Math.max(weight, words.get(word) ?? 0))
      }
      weigh([subcategory], WEIGHTS.name)
      weigh(aliases, WEIGHTS.alias)
      weigh([category], WEIGHTS.category)
      weigh(labels, WEIGHTS.label)
      const names = [subcategory, ...aliases].map((name) => foldedWords(name).join(' '))
      return { kind: { catID, subcatID, category, subcategory }, words, names }
    }),
  )

/** The word as typed and its singular forms. */
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

/** How well the kind matches all typed words; 0 if it does not. */
const scoreOf = (typed: readonly string[], { words, names: [name = '', ...aliases] }: KnownKind, forgives: boolean) => {
  const weights = typed.map((word) => weightOf(word, words, forgives))
  if (weights.includes(0)) return 0
  const fullForms = formsOf(typed.join(' '))
  const isCalled = fullForms.includes(name)
    ? WHOLE_NAME
    : fullForms.some((form) => aliases.includes(form))
      ? WHOLE_ALIAS
      : 0
  // Of two equal matches, the shorter name wins.
  return weights.reduce((sum, weight) => sum + weight, isCalled) - name.split(' ').length / 10
}

/** The typed words, also with each two neighbors joined: dish washer, door knob. */
const readingsOf = (typed: readonly string[]): (readonly string[])[] => [
  typed,
  ...typed.slice(1).map((word, at) => [...typed.slice(0, at), `${typed[at]}${word}`, ...typed.slice(at + 2)]),
]

const OTHER = 'Other'

/** The subcategory for items without a better one; undefined if an admin removed it. */
export const otherKind = (categories: readonly CategoryEntry[]): Kind | undefined => {
  const others = categories.flatMap(({ catID, name: category, subcategories }) =>
    subcategories
      .filter(({ name }) => name === OTHER)
      .map(({ subcatID, name: subcategory }) => ({ catID, subcatID, category, subcategory })),
  )
  return others.find(({ category }) => category === OTHER) ?? others.at(-1)
}

/**
 * Matching kinds, the best first: each typed word must begin a word of its name, aliases, category or labels. If
 * nothing matches, one typo is forgiven in words of five letters or more.
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
