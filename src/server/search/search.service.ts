import { HITS_AT_ONCE, MOST_COUNTED, type Found, type UsedItem } from '../../shared/search/search.api.ts'
import type { Slot } from '../../shared/structure/room-structure.api.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import {
  countByWords,
  countWholeValues,
  findAndCountByWords,
  findByWords,
  type Counted,
  type SearchTerm,
} from './search-query.access.ts'
import { wholeValue } from '../items/item-words.ts'
import { currentNames, namesSaying } from './names.repo.ts'
import { readCategories, readTitleValues, readValues } from './search.repo.ts'
import { totalsOf, type Totals } from './totals.ts'
import { makeOwnWords } from './words-of-items.repo.ts'
import {
  beginningsInFiles,
  queryWords,
  separateQueryWords,
  spelledWords,
  wordsLeftOut,
} from '../platform/lib/words/tokens.ts'
import { type Prepared, type Query, prepare } from './prepare-search.ts'
import { type Word, needlesOf, matchesWord, wordsOfProject, wordsOfRoom, findPlaces, NO_PLACES } from './find-places.ts'
import { type Hits, type Interpretation, type PlacesShown, type ItemFound, NOTHING, answer } from './search-results.ts'
import { correctTypos, splitCompounds } from './correct-query.ts'
const CLOSE_SHOWN = 5

const searchTermOf = ({ names, projects }: Prepared, word: Word): SearchTerm => {
  const needles = needlesOf(word)
  const exact = word.map((each) => ` ${each} `)
  const rooms = projects.flatMap((project) => {
    const ofProject = matchesWord(wordsOfProject(project), word)
    return project.rooms.flatMap((room) => (ofProject || matchesWord(wordsOfRoom(room), word) ? [room.id] : []))
  })
  const beginnings = word.map((each) => ` ${each}`)
  const inFiles = word.flatMap(beginningsInFiles)
  return { needles, beginnings, exact, inFiles, rooms: new Set(rooms), ...namesSaying(names, needles, exact) }
}

/** Longer words match fewer items. */
const longestFirst = (words: readonly Word[]): Word[] =>
  words.toSorted(
    (one, other) => Math.max(0, ...other.map((each) => each.length)) - Math.max(0, ...one.map((each) => each.length)),
  )

/** Also counts what a filter hides. */
const isEmpty = ({ places, items, totals }: Hits): boolean =>
  items.length === 0 && !totals?.items && !totals?.inFiles && places.projects.length === 0 && places.rooms.length === 0

type Cursor = { reading: Interpretation; score: number; id: number } | undefined
type PlacesCursor = ({ reading: Interpretation } & PlacesShown) | undefined

const placesCursorOf = (after: string | undefined): PlacesCursor => {
  if (after === undefined) return undefined
  const [reading = 'e', projects, rooms] = after.split('.')
  return { reading: reading as Interpretation, projects: Number(projects), rooms: Number(rooms) }
}

interface Cursors {
  items: Cursor
  places: PlacesCursor
}

const cursorOf = (after: string | undefined): Cursor => {
  if (after === undefined) return undefined
  const [reading = 'e', score, id] = after.split('.')
  return { reading: reading as Interpretation, score: Number(score), id: Number(id) }
}

/** Added to the score of items that match without their files, so they come first. */
const MATCHES_WITHOUT_FILES = 1000

interface ItemsFound {
  items: ItemFound[]
  /** All that match without their files; absent on further pages. */
  counted?: Counted[]
}

const findItems = async (
  { db, actor, query }: Prepared,
  sought: readonly SearchTerm[],
  cursor: Cursor,
): Promise<ItemsFound> => {
  const search = { ...query, sought, whole: wholeValue(query.q) }
  const limit = HITS_AT_ONCE + 1
  const isAmongFiles = cursor !== undefined && cursor.score < MATCHES_WITHOUT_FILES
  const findFirst = async () => {
    if (cursor === undefined && query.kind === undefined) return findAndCountByWords(db, actor, { ...search, limit })
    const after = cursor && { ...cursor, score: cursor.score - MATCHES_WITHOUT_FILES }
    const byFileName = query.kind && query.kind === 'files'
    const isShown = query.kind !== 'rooms' && !isAmongFiles
    return {
      hits: isShown ? await findByWords(db, actor, { ...search, byFileName, after, limit }) : [],
      // Also counts what the filter hides.
      ...(cursor === undefined && { counted: await countByWords(db, actor, search) }),
    }
  }
  const { hits, counted } = await findFirst()
  const left = limit - hits.length
  const byFiles =
    left === 0 || query.kind === 'items' || query.kind === 'rooms'
      ? []
      : await findByWords(db, actor, {
          ...{ ...search, inFiles: true },
          after: isAmongFiles ? cursor : undefined,
          limit: left,
        })
  return {
    items: [
      ...hits.map((hit) => ({ ...hit, score: hit.score + MATCHES_WITHOUT_FILES })),
      ...byFiles.map((hit) => ({ ...hit, inText: true })),
    ],
    ...(counted && { counted }),
  }
}

const countAll = async (
  { db, actor, query, projects }: Prepared,
  sought: readonly SearchTerm[],
  byWords: readonly Counted[],
): Promise<Totals> => {
  const inFiles = query.countFiles
    ? await countByWords(db, actor, { ...query, sought, whole: undefined, inFiles: true })
    : []
  const counted = [...byWords, ...inFiles]
  const categories = counted.length === 0 ? [] : await readCategories(db)
  return totalsOf(counted, { projects, categories })
}

const find = async (
  prepared: Prepared,
  reading: Interpretation,
  words: readonly Word[],
  cursors: Cursors,
): Promise<Hits> => {
  const places = findPlaces(prepared, words)
  if (cursors.places) return { reading, words, places, placesFrom: cursors.places, items: [] }
  const sought = longestFirst(words).map((word) => searchTermOf(prepared, word))
  const { items, counted } = await findItems(prepared, sought, cursors.items)
  if (!counted) return { reading, words, places, placesFrom: undefined, items }
  const totals = await countAll(prepared, sought, counted)
  const { kind } = prepared.query
  const placesFrom = kind === undefined || kind === 'rooms' ? { projects: 0, rooms: 0 } : undefined
  return { reading, words, places, placesFrom, items, totals }
}

/** Everything that the actor may read and that matches a query. Throws `not_found` for an unreadable project. */
export const search = async (db: Database, actor: Actor, query: Query): Promise<Found> => {
  if (query.propID !== undefined) return searchWords(db, actor, query)
  const ignored = wordsLeftOut(query.q).map((word) => asTyped(query.q, word))
  return { ...(await searchWords(db, actor, query)), ignored: [...new Set(ignored)] }
}

const searchWords = async (db: Database, actor: Actor, query: Query): Promise<Found> => {
  const prepared = await prepare(db, actor, query)
  if (query.propID !== undefined) return findWholeValue(prepared, query.propID)
  const words = queryWords(query.q)
  if (words.length === 0) return NOTHING
  const cursors: Cursors = { items: cursorOf(query.after), places: placesCursorOf(query.afterPlaces) }
  const cursor = cursors.places ?? cursors.items
  const spelled = spelledWords(query.q)
  const as = (some: readonly string[]): Word[] => some.map((word) => [word, spelled.get(word) ?? []].flat())
  const may = (reading: Interpretation) => cursor === undefined || cursor.reading === reading

  if (may('e')) {
    const hits = await find(prepared, 'e', as(words), cursors)
    if (cursor || !isEmpty(hits)) return answer(prepared, hits)
  }
  const separate = separateQueryWords(query.q)
  if (may('p') && separate.join(' ') !== words.join(' ')) {
    const hits = await find(prepared, 'p', as(separate), cursors)
    if (cursor || !isEmpty(hits)) return answer(prepared, hits)
  }
  if (may('s')) {
    const readings = await correctTypos(prepared, words)
    if (readings.size > 0) {
      const read = as(words).map((word) => [...word, ...(readings.get(word[0] ?? '') ?? [])])
      const hits = await find(prepared, 's', read, cursors)
      if (cursor || !isEmpty(hits)) {
        const corrected = [...readings].map(([word, corrections]) => ({
          word: asTyped(query.q, word),
          as: corrections,
        }))
        return { ...(await answer(prepared, hits)), read: corrected }
      }
    }
  }
  if (!may('c')) return NOTHING
  const nearly = await findCloseMatches(prepared, as(words))
  const missing = words.filter((word) => nearly.missing.includes(asTyped(query.q, word)))
  const compounds = await splitCompounds(prepared, missing)
  if (compounds.size === 0) return nearly
  const apart = as(words).flatMap((word): Word[] => compounds.get(word[0] ?? '')?.map((part) => [part]) ?? [word])
  const hits = await find(prepared, 'c', apart, cursors)
  if (isEmpty(hits) && !cursor) return nearly
  const told = [...compounds].map(([word, parts]) => ({ word: asTyped(query.q, word), as: [parts.join(' ')] }))
  return { ...(await answer(prepared, hits)), read: told }
}

/** A word of a query as typed. */
const asTyped = (q: string, word: string): string =>
  q.split(/\s+/).find((part) => queryWords(part).includes(word)) ?? word

const findWholeValue = async (prepared: Prepared, propID: number): Promise<Found> => {
  const { db, actor, query } = prepared
  const whole = wholeValue(query.q, propID)
  if (whole === undefined) return NOTHING
  const sought: SearchTerm[] = [
    {
      ...{ needles: [whole], beginnings: [whole], exact: [], inFiles: [] },
      ...{ subcategories: new Map(), categories: [], rooms: new Set() },
    },
  ]
  const search = { ...query, sought, whole: undefined, limit: HITS_AT_ONCE + 1 }
  const words = queryWords(query.q).map((word) => [word])
  const found = { reading: 'e', words, places: NO_PLACES, placesFrom: undefined } as const
  if (query.after !== undefined) {
    const items = await findByWords(db, actor, { ...search, after: cursorOf(query.after) })
    return answer(prepared, { ...found, items })
  }
  const { hits, counted } = await findAndCountByWords(db, actor, search)
  return answer(prepared, { ...found, items: hits, totals: await countAll(prepared, sought, counted) })
}

/** The items that match most of the words, and the words that the best one lacks. */
const findCloseMatches = async (prepared: Prepared, words: readonly Word[]): Promise<Found> => {
  const { db, actor, query } = prepared
  const items =
    words.length < 2
      ? []
      : await findByWords(db, actor, {
          ...query,
          sought: words.map((word) => searchTermOf(prepared, word)),
          whole: undefined,
          some: true,
          after: undefined,
          limit: CLOSE_SHOWN,
        })
  const best = items.filter((item) => Math.floor(item.score / 1000) === Math.floor((items[0]?.score ?? 0) / 1000))
  const found = best[0]?.found ?? 0
  const missing = words.filter((_, at) => (found & (1 << at)) === 0).map(([word = '']) => asTyped(query.q, word))
  const shown = await answer(prepared, {
    ...{ reading: 'e', words, places: NO_PLACES, placesFrom: undefined, items: best },
  })
  return { ...NOTHING, close: shown.groups, missing: [...new Set(missing)] }
}

/** The number of items with an equal value under the same label, for each value of an item. Throws `not_found`. */
export const whereUsed = async (
  db: Database,
  actor: Actor,
  itemID: number,
): Promise<{ field: Slot; propID: number; items: number; rooms: number }[]> => {
  const { isBehind } = await currentNames(db)
  if (isBehind) await makeOwnWords(db, actor)
  const values = (await readValues(db, actor, itemID)).flatMap(({ field, propID, value }) => {
    const whole = wholeValue(value, propID)
    return whole === undefined ? [] : [{ field, propID, whole }]
  })
  const counts = await countWholeValues(
    db,
    actor,
    values.map(({ whole }) => whole),
  )
  return values.map(({ field, propID }, at) => ({ field, propID, ...(counts[at] ?? { items: 0, rooms: 0 }) }))
}

/** The same for the last title value of each item in a room that other items have too. Throws `not_found`. */
export const usedInRooms = async (db: Database, actor: Actor, roomID: number): Promise<UsedItem[]> => {
  const { isBehind } = await currentNames(db)
  if (isBehind) await makeOwnWords(db, actor)
  const values = (await readTitleValues(db, actor, roomID)).flatMap((one) => {
    const whole = wholeValue(one.value, one.propID)
    return whole === undefined ? [] : [{ ...one, whole }]
  })
  const wholes = [...new Set(values.map(({ whole }) => whole))].slice(0, MOST_COUNTED)
  const counts = await countWholeValues(db, actor, wholes)
  return values.flatMap(({ whole, ...one }) => {
    const count = counts[wholes.indexOf(whole)]
    return count && count.items > 1 ? [{ ...one, ...count }] : []
  })
}
