import { compareNames } from '../../shared/contract/order.ts'
import { maybeMistyped } from '../../shared/search/typos.ts'
import { PREVIEWED_IMAGES, CONVERTED_IMAGES } from '../../shared/attachments/files.api.ts'
import {
  HITS_AT_ONCE,
  type Found,
  type FoundPlace,
  type HitGroup,
  type ItemHit,
  type Marked,
} from '../../shared/search/search.api.ts'
import type { Slot } from '../../shared/structure/room-structure.api.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { AppError } from '../platform/http/app-error.ts'
import {
  countWholeValues,
  fileWordsFrom,
  findByWords,
  wordsNear,
  type Sought,
  type WordHit,
} from '../platform/db/access/search-query.ts'
import { storedWords, wholeValue } from './item-words.ts'
import { maybeCompound, partsOfCompound, SHORTEST_HALF } from './compounds.ts'
import { beginningsOf, halvesOf, readingsOf } from './typos.ts'
import { currentNames, namesSaying, wordsOfNames } from './names.repo.ts'
import {
  readItems,
  readPlaces,
  readTexts,
  readValues,
  type SeenText,
  type SeenItem,
  type SeenProject,
  type SeenRoom,
} from './search.repo.ts'
import { makeOwnWords } from './words-of-items.repo.ts'
import {
  beginningsInFiles,
  isSoughtWithin,
  marksIn,
  queryWords,
  separateQueryWords,
  spelledWords,
  wordsLeftOut,
} from './tokens.ts'

export interface Query {
  q: string
  projectID?: number | undefined
  catID?: number | undefined
  propID?: number | undefined
  after?: string | undefined
  afterPlaces?: string | undefined
}

/** How a query was interpreted: exact, with punctuation as spaces, with typos corrected, or with compounds split. */
type Reading = 'e' | 'p' | 's' | 'c'

/** Projects and rooms on the first page of results, and on each further one. */
const PROJECTS_SHOWN = 5
const ROOMS_SHOWN = 8
const PLACES_AT_ONCE = 40
const CLOSE_SHOWN = 5
/** Rows and words of files that are searched for corrections of typos. */
const ROWS_FOR_READINGS = 3000
const WORDS_FOR_READINGS = 20_000

type Word = readonly string[]

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
const wordsOfProject = ({ name, address }: SeenProject): string => wordsOfName(`${name}\n${address}`)
const wordsOfRoom = ({ name, type }: SeenRoom): string => wordsOfName(`${name}\n${type}`)

/** Reads everything that a search needs first. */
const prepare = async (db: Database, actor: Actor, query: Query) => {
  const { names, isBehind } = await currentNames(db)
  if (isBehind) await makeOwnWords(db, actor)
  const projects = await readPlaces(db, actor, query.projectID)
  if (query.projectID !== undefined && projects.length === 0) throw new AppError('not_found')
  return { db, actor, query, names, projects }
}
type Prepared = Awaited<ReturnType<typeof prepare>>

const needlesOf = (word: Word): string[] => word.map((each) => (isSoughtWithin(each) ? each : ` ${each}`))
const says = (words: string, word: Word): boolean => needlesOf(word).some((needle) => words.includes(needle))

const soughtOf = ({ names, projects }: Prepared, word: Word): Sought => {
  const needles = needlesOf(word)
  const exact = word.map((each) => ` ${each} `)
  const rooms = projects.flatMap((project) => {
    const ofProject = says(wordsOfProject(project), word)
    return project.rooms.flatMap((room) => (ofProject || says(wordsOfRoom(room), word) ? [room.id] : []))
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

interface PlaceHits {
  projects: SeenProject[]
  rooms: { project: SeenProject; room: SeenRoom }[]
}
const NO_PLACES: PlaceHits = { projects: [], rooms: [] }

/** How well names match all words: as whole words, as prefixes, or inside a word. */
const fit = (names: string, words: readonly Word[]): number =>
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
const findPlaces = ({ projects, query }: Prepared, words: readonly Word[]): PlaceHits => {
  if (query.catID !== undefined || words.length === 0) return NO_PLACES
  const found: PlaceHits = { projects: [], rooms: [] }
  for (const project of projects.toSorted((one, other) => compareNames(one.name, other.name))) {
    const left = words.filter((word) => !says(wordsOfProject(project), word))
    if (left.length === 0) found.projects.push(project)
    for (const room of project.rooms) {
      const itsWords = wordsOfRoom(room)
      if (left.every((word) => says(itsWords, word)) && words.some((word) => says(itsWords, word))) {
        found.rooms.push({ project, room })
      }
    }
  }
  const best = <Place>(places: readonly Place[], namesOf: (place: Place) => string): Place[] =>
    places
      .map((place) => ({ place, fits: fit(namesOf(place), words) }))
      .sort((one, other) => other.fits - one.fits)
      .map(({ place }) => place)
  return {
    projects: best(found.projects, wordsOfProject),
    rooms: best(found.rooms, ({ project, room }) => wordsOfProject(project) + wordsOfRoom(room)),
  }
}

interface ItemFound extends WordHit {
  /** Whether some words only match the text of its files. */
  inFiles?: boolean
}

interface Hits {
  reading: Reading
  words: readonly Word[]
  /** All matches. */
  places: PlaceHits
  /** How many were returned on earlier pages; undefined for an answer without places. */
  placesFrom: PlacesShown | undefined
  items: ItemFound[]
}

const isEmpty = ({ places, items }: Hits): boolean =>
  items.length === 0 && places.projects.length === 0 && places.rooms.length === 0

type Cursor = { reading: Reading; score: number; id: number } | undefined

/** How many projects and rooms were returned so far. */
type PlacesShown = { projects: number; rooms: number }
type PlacesCursor = ({ reading: Reading } & PlacesShown) | undefined

const placesCursorOf = (after: string | undefined): PlacesCursor => {
  if (after === undefined) return undefined
  const [reading = 'e', projects, rooms] = after.split('.')
  return { reading: reading as Reading, projects: Number(projects), rooms: Number(rooms) }
}

interface Cursors {
  items: Cursor
  places: PlacesCursor
}

const cursorOf = (after: string | undefined): Cursor => {
  if (after === undefined) return undefined
  const [reading = 'e', score, id] = after.split('.')
  return { reading: reading as Reading, score: Number(score), id: Number(id) }
}

/** Added to the score of items that match without their files, so they come first. */
const ITSELF = 1000

const findItems = async (
  { db, actor, query }: Prepared,
  sought: readonly Sought[],
  cursor: Cursor,
): Promise<ItemFound[]> => {
  const search = { ...query, sought, whole: wholeValue(query.q) }
  const isAmongFiles = cursor !== undefined && cursor.score < ITSELF
  const themselves = isAmongFiles
    ? []
    : await findByWords(db, actor, {
        ...search,
        after: cursor && { ...cursor, score: cursor.score - ITSELF },
        limit: HITS_AT_ONCE + 1,
      })
  const left = HITS_AT_ONCE + 1 - themselves.length
  const byFiles =
    left === 0
      ? []
      : await findByWords(db, actor, {
          ...search,
          inFiles: true,
          after: isAmongFiles ? cursor : undefined,
          limit: left,
        })
  return [
    ...themselves.map((hit) => ({ ...hit, score: hit.score + ITSELF })),
    ...byFiles.map((hit) => ({ ...hit, inFiles: true })),
  ]
}

const find = async (prepared: Prepared, reading: Reading, words: readonly Word[], cursors: Cursors): Promise<Hits> => {
  const places = findPlaces(prepared, words)
  if (cursors.places) return { reading, words, places, placesFrom: cursors.places, items: [] }
  const sought = longestFirst(words).map((word) => soughtOf(prepared, word))
  const items = await findItems(prepared, sought, cursors.items)
  return { reading, words, places, placesFrom: cursors.items ? undefined : { projects: 0, rooms: 0 }, items }
}

/** Possible corrections of each typo. */
const readMistakes = async (prepared: Prepared, words: readonly string[]): Promise<Map<string, string[]>> => {
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
  const there = stored.join(' ').split(' ')
  return new Map(
    mistyped.flatMap((word) => {
      const readings = readingsOf(word, there)
      return readings.length > 0 ? [[word, readings] as const] : []
    }),
  )
}

const NOTHING: Found = {
  ...{ groups: [], after: null, projects: 0, rooms: 0, afterPlaces: null },
  ...{ read: [], close: [], missing: [], ignored: [] },
}

/** Splits compounds that match nothing into two existing words. */
const readCompounds = async (prepared: Prepared, words: readonly string[]): Promise<Map<string, [string, string]>> => {
  const compounds = words.filter(maybeCompound)
  if (compounds.length === 0) return new Map()
  const { db, actor, query, projects, names } = prepared
  const near = compounds.map((word) => ({ word, parts: [` ${word.slice(0, SHORTEST_HALF)}`] }))
  const stored = [
    ...(await wordsNear(db, actor, query, near, ROWS_FOR_READINGS)),
    ...wordsOfNames(names),
    ...projects.flatMap((project) => [wordsOfProject(project), ...project.rooms.map(wordsOfRoom)]),
  ]
  const there = new Set(stored.join(' ').split(' '))
  return new Map(
    compounds.flatMap((word) => {
      const parts = partsOfCompound(word, there)
      return parts ? [[word, parts] as const] : []
    }),
  )
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
  const may = (reading: Reading) => cursor === undefined || cursor.reading === reading

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
    const readings = await readMistakes(prepared, words)
    if (readings.size > 0) {
      const read = as(words).map((word) => [...word, ...(readings.get(word[0] ?? '') ?? [])])
      const hits = await find(prepared, 's', read, cursors)
      if (cursor || !isEmpty(hits)) {
        const told = [...readings].map(([word, its]) => ({ word: asTyped(query.q, word), as: its }))
        return { ...(await answer(prepared, hits)), read: told }
      }
    }
  }
  if (!may('c')) return NOTHING
  const nearly = await close(prepared, as(words))
  const missing = words.filter((word) => nearly.missing.includes(asTyped(query.q, word)))
  const compounds = await readCompounds(prepared, missing)
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
  const items = await findByWords(db, actor, {
    ...query,
    sought: [
      {
        ...{ needles: [whole], beginnings: [whole], exact: [], inFiles: [] },
        ...{ subcategories: new Map(), categories: [], rooms: new Set() },
      },
    ],
    whole: undefined,
    after: cursorOf(query.after),
    limit: HITS_AT_ONCE + 1,
  })
  const words = queryWords(query.q).map((word) => [word])
  return answer(prepared, { reading: 'e', words, places: NO_PLACES, placesFrom: undefined, items })
}

/** The items that match most of the words, and the words that the best one lacks. */
const close = async (prepared: Prepared, words: readonly Word[]): Promise<Found> => {
  const { db, actor, query } = prepared
  const items =
    words.length < 2
      ? []
      : await findByWords(db, actor, {
          ...query,
          sought: words.map((word) => soughtOf(prepared, word)),
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

/** The places of one page of results, and the cursor of the next page. */
const partOf = ({ projects, rooms }: PlaceHits, from: PlacesShown | undefined, reading: Reading) => {
  if (!from) return { placesShown: NO_PLACES, afterPlaces: null }
  const isFirst = from.projects === 0 && from.rooms === 0
  const to = {
    projects: Math.min(projects.length, from.projects + (isFirst ? PROJECTS_SHOWN : PLACES_AT_ONCE)),
    rooms: Math.min(rooms.length, from.rooms + (isFirst ? ROOMS_SHOWN : PLACES_AT_ONCE)),
  }
  const isAll = to.projects === projects.length && to.rooms === rooms.length
  return {
    placesShown: {
      projects: projects.slice(from.projects, to.projects),
      rooms: rooms.slice(from.rooms, to.rooms),
    },
    afterPlaces: isAll ? null : `${reading}.${to.projects}.${to.rooms}`,
  }
}

const answer = async (prepared: Prepared, hits: Hits): Promise<Found> => {
  const { reading, words, places, placesFrom, items } = hits
  const shown = items.slice(0, HITS_AT_ONCE)
  const last = shown.at(-1)
  const after = items.length > shown.length && last ? `${reading}.${last.score}.${last.id}` : null
  const { placesShown, afterPlaces } = partOf(places, placesFrom, reading)
  const seen =
    shown.length === 0
      ? []
      : await readItems(
          prepared.db,
          prepared.actor,
          shown.map(({ id }) => id),
        )
  const byFiles = shown.flatMap(({ id, inFiles }) => (inFiles ? [id] : []))
  const texts =
    byFiles.length === 0
      ? []
      : await readTexts(
          prepared.db,
          prepared.actor,
          byFiles,
          words.map((word) => word.flatMap(beginningsInFiles)),
        )
  const marks = words.flat()
  // Skips items deleted since the search.
  const inOrder = shown.flatMap(({ id }) => seen.find(({ itemID }) => itemID === id) ?? [])
  return {
    ...NOTHING,
    groups: groupsOf(prepared.projects, placesShown, inOrder, marks, texts),
    ...{ after, projects: places.projects.length, rooms: places.rooms.length, afterPlaces },
  }
}

const groupsOf = (
  projects: readonly SeenProject[],
  places: PlaceHits,
  items: readonly SeenItem[],
  words: readonly string[],
  texts: readonly SeenText[],
): HitGroup[] => {
  const groups = new Map<number, HitGroup>()
  let rank = 0
  const markedAs = (text: string): Marked => ({ text, marks: marksIn(text, words) })
  const groupOf = (project: SeenProject): HitGroup => {
    const { id, name, may } = project
    const group = groups.get(id) ?? { projectID: id, name: markedAs(name), may, rank: null, rooms: [] }
    groups.set(id, group)
    return group
  }
  const roomOf = (group: HitGroup, { id, name, type }: SeenRoom): HitGroup['rooms'][number] => {
    const there = group.rooms.find(({ roomID }) => roomID === id)
    if (there) return there
    const room = { roomID: id, name: markedAs(name), roomTypeName: markedAs(type), rank: null, items: [] }
    group.rooms.push(room)
    return room
  }
  for (const project of places.projects) groupOf(project).rank = ++rank
  for (const { project, room } of places.rooms) roomOf(groupOf(project), room).rank = ++rank
  for (const item of items) {
    const project = projects.find(({ id }) => id === item.projectID)
    const room = project?.rooms.find(({ id }) => id === item.roomID)
    if (project && room)
      roomOf(groupOf(project), room).items.push(
        hitOf(
          item,
          words,
          texts.filter(({ itemID }) => itemID === item.itemID),
          ++rank,
        ),
      )
  }
  return [...groups.values()]
}

const PICTURES = new Set([...PREVIEWED_IMAGES, ...CONVERTED_IMAGES])

/** The most files per item that are shown; all match the same number of words. */
const TEXTS_SHOWN = 3

/** The first page with the most words of the query; null for files without pages. */
const pageOf = ({ pages }: SeenText): number | null => {
  const counts = new Map<number, number>()
  for (const its of pages.values()) for (const page of its) counts.set(page, (counts.get(page) ?? 0) + 1)
  const [best] = [...counts].sort(([one, ones], [other, others]) => others - ones || one - other)
  return best?.[0] ?? null
}

/** How a found item is shown: the places of each word, with highlights. */
const hitOf = (item: SeenItem, words: readonly string[], texts: readonly SeenText[], rank: number): ItemHit => {
  const { fields, labels, kinds, telling, notes, files, title, catName, subCatName, sample } = item
  const markedAs = (text: string): Marked => ({ text, marks: marksIn(text, words) })
  const isMarked = ({ marks }: Marked) => marks.length > 0
  const found: FoundPlace[] = labels.flatMap(({ label, field }): FoundPlace[] => {
    if (fields[field].trim() === '') return []
    const [name, shown] = [markedAs(label), markedAs(fields[field])]
    return isMarked(name) || isMarked(shown) ? [{ in: 'field', label: name, shown, remote: null, page: null }] : []
  })
  const shown = markedAs(notes)
  if (isMarked(shown)) found.push({ in: 'notes', label: null, shown, remote: null, page: null })
  for (const { name, caption, filename, remote } of files) {
    const shown = [name, caption, filename].map(markedAs).find(isMarked)
    if (shown) found.push({ in: 'file', label: null, shown, remote, page: null })
  }
  const most = Math.max(...texts.map(({ pages }) => pages.size))
  for (const text of texts.filter(({ pages }) => pages.size === most).slice(0, TEXTS_SHOWN)) {
    found.push({ in: 'text', label: null, shown: markedAs(text.name), remote: text.remote, page: pageOf(text) })
  }
  const { itemID, roomID, projectID, catID, subcatID } = item
  return {
    ...{ itemID, roomID, projectID, catID, subcatID, ...fields, labels, kinds, telling, sample, found, rank },
    title: markedAs(title === '' ? subCatName : title),
    catName: markedAs(catName),
    subCatName: markedAs(subCatName),
    picture: files.find(({ type }) => PICTURES.has(type))?.remote ?? null,
  }
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
