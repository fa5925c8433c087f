import { Readable } from 'node:stream'
import type { BodyOf } from '../../../shared/contract/endpoint.ts'
import type { issueRevision } from '../../../shared/papers/revisions.api.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Once } from '../../platform/http/serve.ts'
import { keepUploads } from '../../attachments/make-uploads.service.ts'
import { removeBytes } from '../../platform/storage/remove-bytes.service.ts'
import { storeBytes } from '../../platform/storage/store-bytes.service.ts'
import type { PaperOf, PaperRevision } from '../paper-of.ts'
import type { Prepare } from '../paper-pictures.ts'
import { makePaper } from '../papers.service.ts'
import type { Services } from '../../services.ts'
import { changesBetweenSnapshots } from './changes.ts'
import { marksAlone, packed, snapshotOf, unpacked } from './snapshot.ts'
import {
  addRevision,
  findNext,
  listRevisions,
  snapshotOfRevision,
  readSnapshot,
  removeRevision,
} from './revisions.repo.ts'

/** Revisions in the title block, with the one being issued. */
const MOST_ON_COVER = 5

interface Asked extends Prepare {
  languages: string
  once: Once
}

/** The book's text on this revision and the picture for the next one, from the same snapshot as the book. */
const reviseFrom = async (of: PaperOf, former: string | undefined) => {
  const picture = snapshotOf(of)
  const { query, size } = of
  const changes =
    former === undefined ? [] : changesBetweenSnapshots(picture, await unpacked(former), query.without ?? [], size)
  return { picture: await packed(picture), changes }
}

/**
 * Makes the book as the next revision, stores its bytes, and then writes all rows in one transaction. Making a book is
 * slow, so everything that can be refused is checked first. Throws what `makePaper` and `addRevision` throw, and
 * `revision_issued` if the latest revision is not the one that the caller knows.
 */
export const issue = async (
  services: Services,
  actor: Actor,
  { projectID, note: typed = '', size, without, after }: BodyOf<typeof issueRevision>,
  { languages, once, ...prepare }: Asked,
): Promise<{ revisionID: number; number: number; message: string }> => {
  const note = typed.trim()
  const { number, former, refused } = await findNext(services.db, actor, { projectID, after })
  // A retry gets the first answer, which is why a later revision exists.
  if (refused) return once(() => Promise.reject(refused))
  let picture = ''
  const revise = async (of: PaperOf): Promise<PaperRevision> => {
    const compared = former?.imported === 1 ? undefined : former
    const revised = await reviseFrom(
      of,
      compared && (await readSnapshot(services.db, actor, projectID, compared.number)),
    )
    picture = revised.picture
    const since = compared ? { number: compared.number, at: new Date(compared.issuedAt) } : null
    const { changes } = revised
    const changeOf = new Map(
      changes.flatMap(({ itemID }, at): [number, number][] => (itemID === null ? [] : [[itemID, at]])),
    )
    const { revisions } = await listRevisions(services.db, actor, projectID)
    const earlier = revisions
      .slice(0, MOST_ON_COVER - 1)
      .map((one) => ({ number: one.number, at: new Date(one.issuedAt) }))
      .toReversed()
    return { number, note, since, earlier, changes, changeOf }
  }
  const query = { projectID, kind: 'book' as const, ...(size && { size }), ...(without && { without }) }
  const paper = await makePaper(services, actor, { query, languages, revise }, prepare)
  prepare.gone.throwIfAborted()
  const stored = await storeBytes(services, Readable.from([paper.pdf]))
  const file = { originalName: `${paper.title}.pdf`, ...stored }
  return keepUploads(services, actor, [file], (add) =>
    once(async (trx) => {
      const made = { projectID, number, since: former?.number, after, note, picture }
      const addBook = async (within: Database) => (await add(within))[0]?.remote ?? ''
      const revisionID = await addRevision(trx, services.clock, actor, made, addBook)
      return { revisionID, number, message: `Issued Revision ${number}` }
    }),
  )
}

/** Removes a revision permanently except for its number and marks. Throws `not_found`. */
export const remove = async (services: Services, actor: Actor, revisionID: number): Promise<number> => {
  const { db, clock } = services
  const picture = await marksAlone(await snapshotOfRevision(db, actor, revisionID))
  const { number, blobIDs } = await removeRevision(db, clock, actor, { revisionID, picture })
  await removeBytes(services, blobIDs)
  return number
}
