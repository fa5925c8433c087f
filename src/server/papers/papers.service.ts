import { PAGES } from '../../shared/contract/pages.ts'
import { MOST_ITEMS_OF_PAPER, type PaperKind } from '../../shared/papers/papers.api.ts'
import { AppError, unavailable } from '../platform/http/app-error.ts'
import type { Reader } from '../platform/db/actor.ts'
import { gatherEmergency } from '../items/emergency/emergency.repo.ts'
import type { KnownFile } from '../platform/storage/checked-bytes.ts'
import { addressesOfQR } from '../sharing/links/links.repo.ts'
import type { Services } from '../services.ts'
import { fairnessKey } from '../platform/http/fairness-key.ts'
import { NOTHING, type StandsFor } from '../../shared/structure/classification.ts'
import { defaultPaperSize } from '../../shared/papers/default-paper-size.ts'
import { BOOK } from './kinds/book.ts'
import { HOUSE_CARD, picturesOnCard } from './kinds/house-card.ts'
import { LABELS } from './kinds/labels.ts'
import { readMarks } from './revisions/issued-marks.ts'
import {
  readPaperEmergency,
  readPaperItems,
  requireFewItems,
  type PaperPlace,
  type PaperKindOfItem,
} from './paper-items.repo.ts'
import type { PaperMaking, PaperOf, PaperQuery, PaperRevision } from './paper-of.ts'
import {
  openPictures,
  preparePictures,
  readLogo,
  readPictures,
  withPictures,
  type HomePictures,
  type Prepare,
} from './paper-pictures.ts'
import type { MadePaper, PaperData, Printed } from './paper-process.ts'
import { SCHEDULE } from './kinds/schedule.ts'
import { TRADE } from './kinds/trade.ts'
import { TOUCH_UP } from './kinds/touch-up.ts'
import { readBrand } from '../projects/branding.repo.ts'
import { withDatesInWords } from './values.ts'

const PAPERS: Readonly<Record<PaperKind, PaperMaking>> = {
  book: BOOK,
  schedule: SCHEDULE,
  trade: TRADE,
  touchup: TOUCH_UP,
  labels: LABELS,
  home: HOUSE_CARD,
}

/** In millimeters, as large as on the cover. */
const LOGO: Printed = { width: 60, height: 24, isWhole: true }

const NOWHERE = { client: '', address: '', address2: '', city: '', state: '', zip: '' }

interface Asked {
  query: PaperQuery
  /** The Accept-Language header, such as 'en-US,en;q=0.9'. */
  languages: string
  /** The base address of QR codes. */
  address?: string
  /** Only when the book is issued. */
  revise?: (of: PaperOf) => Promise<PaperRevision>
}

/** Removes duplicate rooms. Throws `invalid_input` if rooms are named in both ways. */
const placeOf = ({ projectID, roomID, rooms, itemID }: PaperQuery): PaperPlace => {
  if (roomID !== undefined && rooms !== undefined)
    throw new AppError('invalid_input', { fields: { rooms: 'Name rooms by roomID or by rooms, not by both.' } })
  return { projectID, roomIDs: roomID === undefined ? rooms && [...new Set(rooms)] : [roomID], itemID }
}

/**
 * Addresses of QR codes: the room's read-only link for codes if the caller is the owner and has made one, or else a
 * page of the app. A link's own papers have no codes.
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

/** Reads the content of a paper without pictures. */
const readMatter = async ({ db }: Services, reader: Reader, query: PaperQuery) => {
  const { suits, chosen, reads, hasMarks } = PAPERS[query.kind]
  const place = placeOf(query)
  if (reads === 'items') {
    const filter = {
      suits: (kind: PaperKindOfItem) => suits(kind, query),
      itemIDs: chosen?.(query),
      most: MOST_ITEMS_OF_PAPER[query.kind],
      hasMarks,
    }
    const read = await readPaperItems(db, reader, place, filter)
    return { ...read, emergency: [] }
  }
  const read = await readPaperEmergency(db, reader, place)
  return { ...read, rooms: [], items: [], marked: undefined, standsFor: new Map<number, StandsFor>() }
}

/** The pictures that a paper may show, and the firm's logo; pass `emergency` if it has been read already. */
const readShownPictures = async (services: Services, ...asked: Shown): Promise<HomePictures> => {
  const [reader, { projectID }] = asked
  const pictures = await readPicturesOfHome(services, ...asked)
  return new Map([...pictures, ...(await readLogo(services.db, reader, projectID))])
}

type Shown = [reader: Reader, query: PaperQuery, emergency?: PaperOf['emergency']]
const readPicturesOfHome = async ({ db }: Services, ...[reader, query, emergency]: Shown): Promise<HomePictures> => {
  const { reads, hasPictures } = PAPERS[query.kind]
  if (!hasPictures(query)) return new Map()
  const place = placeOf(query)
  if (reads === 'items') {
    // Before making renditions for a paper that would be refused.
    await requireFewItems(db, reader, place, MOST_ITEMS_OF_PAPER[query.kind])
    return readPictures(db, reader, place)
  }
  return readPictures(db, reader, place, picturesOnCard(emergency ?? (await gatherEmergency(db, reader, place))))
}

/** The paper's title and the data for its template. Throws `not_found`, `invalid_input` and `paper_too_large`. */
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
  const brand = await readBrand(services.db, reader, project.projectID)
  const logo = brand.logo === null ? null : pictureOf(brand.logo, LOGO)
  // Links do not reveal the address of the home.
  const size = query.size ?? defaultPaperSize(reader.kind === 'link' ? undefined : project, languages)
  const visible = reader.kind === 'link' ? { ...project, ...NOWHERE } : project
  const of: PaperOf = {
    ...{ query, size, project: visible, now: services.clock.now(), ...read },
    ...{ codeOf, markOf, finishes, pictureOf },
    standsFor: ({ subcatID }) => standsFor.get(subcatID) ?? NOTHING,
  }
  const revision = revise && (await revise(of))
  const items = of.items.map((item) => withDatesInWords(item, size))
  const { name, data } = make({ ...of, items, ...(revision && { revision }) })
  const title = `${name}, ${project.name}`
  return {
    title,
    data: {
      ...{ title, project: project.name, size, codes, pictures: printed, picturesLeftOut: leftOut.size },
      ...{ brand: { ...brand, logo }, ...data },
    },
    pictures,
  }
}

/** Without copying. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

/**
 * Makes a paper when the reader's turn in the queue comes; until then it only reads which renditions must be made
 * first. Throws what `readPaper` throws, `unavailable`, and at any time the reason of `gone`.
 */
export const makePaper = async (services: Services, reader: Reader, asked: Asked, making: Prepare) => {
  const { gone } = making
  const { store, papers } = services
  const { template } = PAPERS[asked.query.kind]
  const whose = fairnessKey(reader)
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
  if ('wrong' in outcome.made) throw new Error(`The template of a paper failed: ${outcome.made.wrong}`)
  return { title, pdf: bytesOf(outcome.made.pdf) }
}
