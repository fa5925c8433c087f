import { PAGES } from '../../shared/pages.ts'
import { MOST_ITEMS_OF_PAPER, type PaperKind } from '../../shared/papers.ts'
import { AppError, unavailable } from '../app-error.ts'
import type { Reader } from '../db/actor.ts'
import { gatherEmergency } from '../emergency/emergency.repo.ts'
import type { KnownFile } from '../files/checked-bytes.ts'
import { addressesOfQR } from '../links/links.repo.ts'
import type { Services } from '../services.ts'
import { turnOf } from '../turn-of.ts'
import { NOTHING, type StandsFor } from '../../shared/stands-for.ts'
import { usualSize } from '../../shared/usual-size.ts'
import { BOOK } from './book.ts'
import { HOUSE_CARD, picturesOnCard } from './house-card.ts'
import { LABELS } from './labels.ts'
import { readMarks } from './issued-marks.ts'
import { readPaperEmergency, readPaperItems, requireFewItems, type PaperPlace } from './paper-items.repo.ts'
import type { PaperKindOfItem, PaperMaking, PaperOf, PaperQuery, PaperRevision } from './paper-of.ts'
import {
  openPictures,
  preparePictures,
  readPictures,
  withPictures,
  type HomePictures,
  type Prepare,
} from './paper-pictures.ts'
import type { MadePaper, PaperData } from './paper-process.ts'
import { SCHEDULE } from './schedule.ts'
import { TRADE } from './trade.ts'
import { TOUCH_UP } from './touch-up.ts'
import { withDatesInWords } from './values.ts'

const PAPERS: Readonly<Record<PaperKind, PaperMaking>> = {
  book: BOOK,
  schedule: SCHEDULE,
  trade: TRADE,
  touchup: TOUCH_UP,
  labels: LABELS,
  home: HOUSE_CARD,
}

const NOWHERE = { client: '', address: '', address2: '', city: '', state: '', zip: '' }

interface Asked {
  query: PaperQuery
  /** What the browser asks for, such as 'en-US,en;q=0.9'. */
  languages: string
  /** Where codes lead, where there are any. */
  address?: string
  /** Only where it is issued. */
  revise?: (of: PaperOf) => Promise<PaperRevision>
}

/** Each room once; throws `invalid_input` where both ways to name them are used. */
const placeOf = ({ projectID, roomID, rooms, itemID }: PaperQuery): PaperPlace => {
  if (roomID !== undefined && rooms !== undefined)
    throw new AppError('invalid_input', { fields: { rooms: 'Name rooms by roomID or by rooms, not by both.' } })
  return { projectID, roomIDs: roomID === undefined ? rooms && [...new Set(rooms)] : [roomID], itemID }
}

/**
 * Where codes lead: to the room's read-only link for such codes, where its owner has made one and asks; else into the app.
 * Whoever has a link may open it, and knows where it is.
 */
const openCodes = async ({ db, clock }: Services, reader: Reader, projectID: number, address: string) => {
  const codes: string[] = []
  if (reader.kind === 'link') return { codes, codeOf: () => null }
  const ofRooms = await addressesOfQR(db, clock, reader, projectID, (token) => `${address}/view/${token}`)
  const addressOf: (...of: Parameters<PaperOf['codeOf']>) => string = (place) => {
    if (place === 'home') return `${address}${PAGES.projectHome.path}?projectID=${projectID}`
    const { roomID, itemID } = place
    const link = ofRooms.get(roomID)
    if (itemID === undefined) return link ?? `${address}${PAGES.roomItems.path}?roomID=${roomID}`
    return `${link ?? address + PAGES.editItem.path}?itemID=${itemID}`
  }
  return { codes, codeOf: (...of: Parameters<PaperOf['codeOf']>): number => codes.push(addressOf(...of)) - 1 }
}

/** What a paper is made of, but its pictures. */
const readMatter = async ({ db }: Services, reader: Reader, query: PaperQuery) => {
  const { suits, chosen, reads, hasMarks } = PAPERS[query.kind]
  const place = placeOf(query)
  if (reads === 'items') {
    const wanted = {
      suits: (kind: PaperKindOfItem) => suits(kind, query),
      itemIDs: chosen?.(query),
      most: MOST_ITEMS_OF_PAPER[query.kind],
      hasMarks,
    }
    const read = await readPaperItems(db, reader, place, wanted)
    return { ...read, emergency: [] }
  }
  const read = await readPaperEmergency(db, reader, place)
  return { ...read, rooms: [], items: [], marked: undefined, standsFor: new Map<number, StandsFor>() }
}

/** Those that it may show; `emergency` where it has been read. */
const readShownPictures = async (
  { db }: Services,
  reader: Reader,
  query: PaperQuery,
  emergency?: PaperOf['emergency'],
): Promise<HomePictures> => {
  const { reads, hasPictures } = PAPERS[query.kind]
  if (!hasPictures(query)) return new Map()
  const place = placeOf(query)
  if (reads === 'items') {
    // Before pictures are made for a paper that cannot be.
    await requireFewItems(db, reader, place, MOST_ITEMS_OF_PAPER[query.kind])
    return readPictures(db, reader, place)
  }
  return readPictures(db, reader, place, picturesOnCard(emergency ?? (await gatherEmergency(db, reader, place))))
}

/** Its title, and the data that its template sets. Throws `not_found`, `invalid_input` and `paper_too_large`. */
export const readPaper = async (
  services: Services,
  reader: Reader,
  { query, languages, address = services.config.publicURL, revise }: Asked,
): Promise<{ title: string; data: PaperData; pictures: readonly KnownFile[] }> => {
  const { make, forLinks } = PAPERS[query.kind]
  if (reader.kind === 'link' && !forLinks) throw new AppError('not_found')
  const { project, marked, standsFor, ...read } = await readMatter(services, reader, query)
  const { codes, codeOf } = await openCodes(services, reader, project.projectID, address)
  const { pictures, printed, pictureOf, leftOut } = openPictures(
    await readShownPictures(services, reader, query, read.emergency),
  )
  const { marks, finishes } = await readMarks(services.db, reader, project.projectID, marked)
  const markOf: PaperOf['markOf'] = ({ itemID }) => marks.get(itemID) ?? ''
  // A link says nothing of where its home is.
  const size = query.size ?? usualSize(reader.kind === 'link' ? undefined : project, languages)
  const told = reader.kind === 'link' ? { ...project, ...NOWHERE } : project
  const of: PaperOf = {
    ...{ query, size, project: told, now: services.clock.now(), ...read },
    ...{ codeOf, markOf, finishes, pictureOf },
    standsFor: ({ subcatID }) => standsFor.get(subcatID) ?? NOTHING,
  }
  const revision = revise && (await revise(of))
  const items = of.items.map((item) => withDatesInWords(item, size))
  const { name, data } = make({ ...of, items, ...(revision && { revision }) })
  const title = `${name}, ${project.name}`
  return {
    title,
    data: { title, project: project.name, size, codes, pictures: printed, picturesLeftOut: leftOut.size, ...data },
    pictures,
  }
}

/** The same bytes, not once more. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

/**
 * Makes a paper when it is its reader's turn: before that nothing is read but which pictures have to be made first.
 * Throws what `readPaper` throws, and `unavailable`; the reason of `gone` at once, whether it waits or is being set.
 */
export const makePaper = async (services: Services, reader: Reader, asked: Asked, making: Prepare) => {
  const { gone } = making
  const { store, papers } = services
  const { template } = PAPERS[asked.query.kind]
  const whose = turnOf(reader)
  const known = await readShownPictures(services, reader, asked.query)
  await preparePictures(known.values(), whose, making)
  let title = ''
  const outcome = await papers.make(
    { template, whose },
    async () => {
      gone.throwIfAborted()
      const paper = await readPaper(services, reader, asked)
      title = paper.title
      return withPictures(store, paper.data, paper.pictures)
    },
    async (made: MadePaper) => made,
    gone,
  )
  if (!outcome || 'failed' in outcome) {
    const failed = outcome?.failed
    if (failed === 'too slow' || failed === 'too large') throw new AppError('paper_too_large')
    throw unavailable(new Error(`a paper could not be made: ${failed}`))
  }
  if ('wrong' in outcome.made) throw new Error(`A paper could not be set: ${outcome.made.wrong}`)
  return { title, pdf: bytesOf(outcome.made.pdf) }
}
