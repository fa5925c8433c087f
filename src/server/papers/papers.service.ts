import type { QueryOf } from '../../shared/endpoint.ts'
import type { Item } from '../../shared/items.ts'
import { PAGES } from '../../shared/pages.ts'
import { usualSize, type getPaper, type PaperKind } from '../../shared/papers.ts'
import { AppError, unavailable } from '../app-error.ts'
import type { Reader } from '../db/actor.ts'
import { jsonOf } from '../db/engine.ts'
import { addressesOfQR } from '../links/links.repo.ts'
import type { Services } from '../services.ts'
import { readPaperItems } from './paper-items.repo.ts'
import type { MadePaper, PaperData } from './paper-process.ts'
import { isTouchedUp, touchUpCard } from './touch-up.ts'

/** What each paper is called, and the file of papers/ that it is set by. */
const PAPERS: Readonly<Record<PaperKind, { name: string; one: string; template: string }>> = {
  touchup: { name: 'Touch-Up Cards', one: 'Touch-Up Card', template: 'touch-up.typ' },
}

interface Asked {
  query: QueryOf<typeof getPaper>
  /** What the browser asks for, such as 'en-US,en;q=0.9'. */
  languages: string
}

/**
 * Where the code of each item leads: to the room's read-only link for such codes, where its owner has made one and asks;
 * else into the app. Whoever has a link may open it, and knows where it is.
 */
const codesOf = async ({ db, clock, config }: Services, reader: Reader, projectID: number) => {
  if (reader.kind === 'link') return () => undefined
  const address = (token: string) => `${config.publicURL}/view/${token}`
  const ofRooms = await addressesOfQR(db, clock, reader, projectID, address)
  return ({ roomID, itemID }: Item): string =>
    `${ofRooms.get(roomID) ?? config.publicURL + PAGES.editItem.path}?itemID=${itemID}`
}

/** What is asked for: its title, and the data that its template sets. Throws `not_found` and `paper_too_large`. */
export const readPaper = async (
  services: Services,
  reader: Reader,
  { query, languages }: Asked,
): Promise<{ title: string; data: PaperData }> => {
  const { kind, itemID } = query
  // Of an item that is asked for, whatever it is: baseboards and doors are touched up too.
  const suits = itemID === undefined ? isTouchedUp : () => true
  const { project, items } = await readPaperItems(services.db, reader, query, suits)
  const codeOf = await codesOf(services, reader, project.projectID)
  const codes: string[] = []
  const cards = items.map((item) => {
    const address = codeOf(item)
    return { ...touchUpCard(item), qr: address === undefined ? null : codes.push(address) - 1 }
  })
  const name = cards.length === 1 ? PAPERS[kind].one : PAPERS[kind].name
  // A link says nothing of where its home is.
  const size = query.size ?? usualSize(reader.kind === 'link' ? undefined : project, languages)
  const title = `${name}, ${project.name}`
  return { title, data: { title, project: project.name, size, codes, cards } }
}

/**
 * Makes a paper when it is its reader's turn; before that nothing is read. Undefined where nobody waits for it any more.
 * Throws `not_found`, `paper_too_large` and `unavailable`.
 */
export const makePaper = async (services: Services, reader: Reader, asked: Asked, isGone: () => boolean) => {
  let title = ''
  const outcome = await services.papers.make(
    { template: PAPERS[asked.query.kind].template, whose: reader.kind === 'link' ? -reader.linkID : reader.userID },
    async () => {
      if (isGone()) return undefined
      const paper = await readPaper(services, reader, asked)
      title = paper.title
      return Buffer.from(jsonOf(paper.data))
    },
    async (made: MadePaper) => made,
  )
  if (!outcome) return undefined
  if ('failed' in outcome) {
    const { failed } = outcome
    if (failed === 'too slow' || failed === 'too large') throw new AppError('paper_too_large')
    throw unavailable(new Error(`a paper could not be made: ${failed}`))
  }
  if ('wrong' in outcome.made) throw new Error(`A paper could not be set: ${outcome.made.wrong}`)
  return { title, pdf: Buffer.from(outcome.made.pdf) }
}
