import { PREVIEWED_IMAGES, CONVERTED_IMAGES } from '../../shared/attachments/file-types.ts'
import {
  type Found,
  HITS_AT_ONCE,
  type HitGroup,
  type Marked,
  type ItemHit,
  type FoundPlace,
} from '../../shared/search/search.api.ts'
import { excerptAround } from '../../shared/search/excerpt.ts'
import { groupBy } from '../platform/lib/group-by.ts'
import type { WordHit } from './search-query.access.ts'
import { type Word, type PlaceHits, NO_PLACES } from './find-places.ts'
import type { Prepared } from './prepare-search.ts'
import type { Totals } from './totals.ts'
import {
  keyOfPage,
  readItems,
  readPages,
  readTexts,
  type SeenProject,
  type SeenItem,
  type SeenText,
  type SeenRoom,
} from './search.repo.ts'
import { beginningsInFiles, marksIn } from '../platform/lib/words/tokens.ts'

/** How a query was interpreted: exact, with punctuation as spaces, with typos corrected, or with compounds split. */
export type Interpretation = 'e' | 'p' | 's' | 'c'

/** Projects and rooms on the first page of results, and on each further one. */
const PROJECTS_SHOWN = 5

const ROOMS_SHOWN = 8

const PLACES_AT_ONCE = 40

export interface ItemFound extends WordHit {
  /** Whether some words only match the text of its files. */
  inText?: boolean
}

export interface Hits {
  reading: Interpretation
  words: readonly Word[]
  /** All matches. */
  places: PlaceHits
  /** How many were returned on earlier pages; undefined for an answer without places. */
  placesFrom: PlacesShown | undefined
  items: ItemFound[]
  /** Absent on further pages. */
  totals?: Totals
}

/** How many projects and rooms were returned so far. */
export type PlacesShown = { projects: number; rooms: number }

export const NOTHING: Found = {
  ...{ groups: [], after: null, projects: 0, rooms: 0, afterPlaces: null },
  ...{ totals: null, read: [], close: [], missing: [], ignored: [] },
}

/** The places of one page of results, and the cursor of the next page. */
const partOf = ({ projects, rooms }: PlaceHits, from: PlacesShown | undefined, reading: Interpretation) => {
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

export const answer = async (prepared: Prepared, hits: Hits): Promise<Found> => {
  const { reading, words, places, placesFrom, items, totals = null } = hits
  const page = items.slice(0, HITS_AT_ONCE)
  const last = page.at(-1)
  const after = items.length > page.length && last ? `${reading}.${last.score}.${last.id}` : null
  const { placesShown, afterPlaces } = partOf(places, placesFrom, reading)
  const seen =
    page.length === 0
      ? []
      : await readItems(
          prepared.db,
          prepared.actor,
          page.map(({ id }) => id),
        )
  const byFiles = page.flatMap(({ id, inText }) => (inText ? [id] : []))
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
  const inOrder = page.flatMap(({ id, inFiles }) => {
    const item = seen.find(({ itemID }) => itemID === id)
    return item ? [{ ...item, inFiles: inFiles === 1 }] : []
  })
  return {
    ...NOTHING,
    groups: groupsOf(prepared.projects, placesShown, inOrder, marks, await textsShown(prepared, texts)),
    ...{ after, projects: places.projects.length, rooms: places.rooms.length, afterPlaces, totals },
  }
}

const groupsOf = (
  projects: readonly SeenProject[],
  places: PlaceHits,
  items: readonly (SeenItem & { inFiles: boolean })[],
  words: readonly string[],
  texts: readonly ShownText[],
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
    const existing = group.rooms.find(({ roomID }) => roomID === id)
    if (existing) return existing
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
  for (const pageNumbers of pages.values())
    for (const page of pageNumbers) counts.set(page, (counts.get(page) ?? 0) + 1)
  const [best] = [...counts].sort(([one, ones], [other, others]) => others - ones || one - other)
  return best?.[0] ?? null
}

const OF_NO_FILE = { remote: null, bytes: null, page: null, excerpt: null }

/** A found text, and its page if it has been kept. */
type ShownText = Omit<SeenText, 'pages'> & { page: number | null; text: string | undefined }

/** Of each item the texts with the most words. */
const textsShown = async ({ db, actor }: Prepared, texts: readonly SeenText[]): Promise<ShownText[]> => {
  const ofItem = groupBy(texts, ({ itemID }) => itemID)
  const chosen = [...new Set(texts.map(({ itemID }) => itemID))].flatMap((itemID) => {
    const most = Math.max(...ofItem(itemID).map(({ pages }) => pages.size))
    return ofItem(itemID)
      .filter(({ pages }) => pages.size === most)
      .slice(0, TEXTS_SHOWN)
  })
  const pages = chosen.map((text) => ({ ...text, page: pageOf(text) }))
  const wanted = new Map(
    pages.map((one) => [keyOfPage({ ...one, page: one.page ?? 0 }), { ...one, page: one.page ?? 0 }]),
  )
  const kept = wanted.size === 0 ? undefined : await readPages(db, actor, [...wanted.values()])
  return pages.map((one) => ({ ...one, text: kept?.get(keyOfPage({ ...one, page: one.page ?? 0 })) }))
}

/** How a found item is shown: the places of each word, with highlights. */
const hitOf = (
  item: SeenItem & { inFiles: boolean },
  words: readonly string[],
  texts: readonly ShownText[],
  rank: number,
): ItemHit => {
  const { fields, labels, kinds, telling, notes, files, title, catName, subCatName, sample, inFiles } = item
  const markedAs = (text: string): Marked => ({ text, marks: marksIn(text, words) })
  const isMarked = ({ marks }: Marked) => marks.length > 0
  const found: FoundPlace[] = labels.flatMap(({ label, field }): FoundPlace[] => {
    if (fields[field].trim() === '') return []
    const [name, value] = [markedAs(label), markedAs(fields[field])]
    return isMarked(name) || isMarked(value) ? [{ ...OF_NO_FILE, in: 'field', label: name, shown: value }] : []
  })
  const shown = markedAs(notes)
  if (isMarked(shown)) found.push({ ...OF_NO_FILE, in: 'notes', label: null, shown })
  for (const { name, caption, filename, remote, bytes } of files) {
    const shown = [name, caption, filename].map(markedAs).find(isMarked)
    if (shown) found.push({ in: 'file', label: null, shown, remote, bytes, page: null, excerpt: null })
  }
  for (const { name, remote, bytes, page, text } of texts) {
    const around = text === undefined ? undefined : excerptAround(markedAs(text))
    const excerpt = around && isMarked(around) ? around : null
    found.push({ in: 'text', label: null, shown: markedAs(name), remote, bytes, page, excerpt })
  }
  const { itemID, roomID, projectID, catID, subcatID } = item
  return {
    ...{ itemID, roomID, projectID, catID, subcatID, ...fields, labels, kinds, telling, sample, found, rank, inFiles },
    title: markedAs(title === '' ? subCatName : title),
    catName: markedAs(catName),
    subCatName: markedAs(subCatName),
    picture: files.find(({ type }) => PICTURES.has(type))?.remote ?? null,
  }
}
