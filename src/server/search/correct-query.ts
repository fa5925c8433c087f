import { maybeMistyped } from '../../shared/lib/typos.ts'
import { fileWordsFrom, wordsNear } from './search-query.access.ts'
import { maybeCompound, SHORTEST_HALF, partsOfCompound } from './compounds.ts'
import { wordsOfProject, wordsOfRoom } from './find-places.ts'
import { wordsOfNames } from './names.repo.ts'
import type { Prepared } from './prepare-search.ts'
import { halvesOf, beginningsOf, readingsOf } from './typos.ts'

/** Rows and words of files that are searched for corrections of typos. */
const ROWS_FOR_READINGS = 3000

const WORDS_FOR_READINGS = 20_000

/** Possible corrections of each typo. */
export const correctTypos = async (prepared: Prepared, words: readonly string[]): Promise<Map<string, string[]>> => {
  const mistyped = words.filter(maybeMistyped)
  if (mistyped.length === 0) return new Map()
  const { db, actor, query, projects, names } = prepared
  const near = mistyped.map((word) => ({ word, parts: halvesOf(word) }))
  const stored = [
    ...(await wordsNear(db, actor, query, near, ROWS_FOR_READINGS)),
    ...(await fileWordsFrom(db, actor, query, mistyped.flatMap(beginningsOf), WORDS_FOR_READINGS)),
    ...wordsOfNames(names),
    ...projects.flatMap((project) => [wordsOfProject(project), ...project.rooms.map(wordsOfRoom)]),
  ]
  const existing = stored.join(' ').split(' ')
  return new Map(
    mistyped.flatMap((word) => {
      const readings = readingsOf(word, existing)
      return readings.length > 0 ? [[word, readings] as const] : []
    }),
  )
}

/** Splits compounds that match nothing into two existing words. */
export const splitCompounds = async (
  prepared: Prepared,
  words: readonly string[],
): Promise<Map<string, [string, string]>> => {
  const compounds = words.filter(maybeCompound)
  if (compounds.length === 0) return new Map()
  const { db, actor, query, projects, names } = prepared
  const near = compounds.map((word) => ({ word, parts: [` ${word.slice(0, SHORTEST_HALF)}`] }))
  const stored = [
    ...(await wordsNear(db, actor, query, near, ROWS_FOR_READINGS)),
    ...wordsOfNames(names),
    ...projects.flatMap((project) => [wordsOfProject(project), ...project.rooms.map(wordsOfRoom)]),
  ]
  const existing = new Set(stored.join(' ').split(' '))
  return new Map(
    compounds.flatMap((word) => {
      const parts = partsOfCompound(word, existing)
      return parts ? [[word, parts] as const] : []
    }),
  )
}
