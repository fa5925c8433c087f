import { compareNames } from '../../shared/contract/order.ts'
import { storedWords } from '../items/item-words.ts'
import type { Prepared } from './prepare-search.ts'
import type { SeenProject, SeenRoom } from './search.repo.ts'
import { matchesInside } from '../platform/lib/words/tokens.ts'

export type Word = readonly string[]

/** The size of the cache below. */
const NAMES_REMEMBERED = 20_000

const wordsByName = new Map<string, string>()

const wordsOfName = (name: string): string => {
  let words = wordsByName.get(name)
  if (words === undefined) {
    words = storedWords([name])
    if (wordsByName.size >= NAMES_REMEMBERED) wordsByName.clear()
    wordsByName.set(name, words)
  }
  return words
}

export const wordsOfProject = ({ name, address }: SeenProject): string => wordsOfName(`${name}\n${address}`)

export const wordsOfRoom = ({ name, type }: SeenRoom): string => wordsOfName(`${name}\n${type}`)

export const needlesOf = (word: Word): string[] => word.map((each) => (matchesInside(each) ? each : ` ${each}`))

export const matchesWord = (words: string, word: Word): boolean =>
  needlesOf(word).some((needle) => words.includes(needle))

export interface PlaceHits {
  projects: SeenProject[]
  rooms: { project: SeenProject; room: SeenRoom }[]
}

export const NO_PLACES: PlaceHits = { projects: [], rooms: [] }

/** How well names match all words: as whole words, as prefixes, or inside a word. */
const matchQuality = (names: string, words: readonly Word[]): number =>
  words.reduce(
    (sum, word) =>
      sum +
      (word.some((each) => names.includes(` ${each} `)) ? 2 : word.some((each) => names.includes(` ${each}`)) ? 1 : 0),
    0,
  )

/**
 * Projects that match all words, and rooms that match together with their project and at least one word themselves.
 * Best first.
 */
export const findPlaces = ({ projects, query }: Prepared, words: readonly Word[]): PlaceHits => {
  if (query.catID !== undefined || words.length === 0) return NO_PLACES
  const found: PlaceHits = { projects: [], rooms: [] }
  for (const project of projects.toSorted((one, other) => compareNames(one.name, other.name))) {
    const left = words.filter((word) => !matchesWord(wordsOfProject(project), word))
    if (left.length === 0) found.projects.push(project)
    for (const room of project.rooms) {
      const roomWords = wordsOfRoom(room)
      if (left.every((word) => matchesWord(roomWords, word)) && words.some((word) => matchesWord(roomWords, word))) {
        found.rooms.push({ project, room })
      }
    }
  }
  const best = <Place>(places: readonly Place[], namesOf: (place: Place) => string): Place[] =>
    places
      .map((place) => ({ place, fits: matchQuality(namesOf(place), words) }))
      .sort((one, other) => other.fits - one.fits)
      .map(({ place }) => place)
  return {
    projects: best(found.projects, wordsOfProject),
    rooms: best(found.rooms, ({ project, room }) => wordsOfProject(project) + wordsOfRoom(room)),
  }
}
