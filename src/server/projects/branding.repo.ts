import { PICTURE_TYPES } from '../../shared/attachments/file-types.ts'
import type { Branding, BrandingInputs } from '../../shared/projects/branding.api.ts'
import { attachableUploads } from '../attachments/uploads.access.ts'
import { brandingOf, putBranding } from './branding.access.ts'
import { brandedProjects, ownedProjects } from '../platform/db/access/core.ts'
import { lockOwnProject, type OwnProject } from './projects.access.ts'
import type { Actor, Reader } from '../platform/db/actor.ts'
import { transact, type Database } from '../platform/db/database.ts'
import { forShare } from '../platform/db/engine.ts'
import type { Clock } from '../platform/lib/clock.ts'
import { AppError } from '../platform/http/app-error.ts'
import { changesBetween, writeEvents } from '../history/events.repo.ts'
import { removeUploads } from '../attachments/uploads.repo.ts'

const UNBRANDED = { firm: '', phone: '', number: '', drawnBy: '', logoID: null, remote: null, filename: null }

const readStored = async (db: Database, whose: Parameters<typeof brandingOf>[1]) =>
  (await brandingOf(db, whose)
    .leftJoin('uploads', 'uploads.id', 'brandings.logo_upload_id')
    .select(['brandings.firm', 'brandings.phone', 'brandings.number', 'brandings.drawn_by as drawnBy'])
    .select(['uploads.id as logoID', 'uploads.remote', 'uploads.original_name as filename'])
    .executeTakeFirst()) ?? UNBRANDED
type Stored = Awaited<ReturnType<typeof readStored>>

const shown = ({ firm, phone, number, drawnBy, remote, filename }: Omit<Stored, 'logoID'>): Branding => ({
  ...{ firm, phone, number, drawnBy },
  logo: remote === null || filename === null ? null : { remote, filename },
})

export const getBranding = async (db: Database, actor: Actor): Promise<Branding> => shown(await readStored(db, actor))

/** Throws `not_found`. */
export const getProjectBranding = async (db: Database, actor: Actor, projectID: number): Promise<Branding> => {
  const row = await ownedProjects(db, actor)
    .where('projects.id', '=', projectID)
    .leftJoin('brandings', 'brandings.project_id', 'projects.id')
    .leftJoin('uploads', 'uploads.id', 'brandings.logo_upload_id')
    .select(['brandings.firm', 'brandings.phone', 'brandings.number', 'brandings.drawn_by as drawnBy'])
    .select(['uploads.remote', 'uploads.original_name as filename'])
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  const { firm, phone, number, drawnBy, remote, filename } = row
  return shown({
    ...{ firm: firm ?? '', phone: phone ?? '', number: number ?? '', drawnBy: drawnBy ?? '' },
    ...{ remote, filename },
  })
}

/** The actor's own upload, which stays until the transaction ends. Throws `not_found`, or `no_picture` for another file. */
const lockLogo = async (trx: Database, clock: Clock, actor: Actor, remote: string) => {
  const query = attachableUploads(trx, clock, actor)
    .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
    .where('uploads.remote', '=', remote)
    .where('uploads.owner_id', '=', actor.userID)
    .select(['uploads.id as logoID', 'uploads.remote', 'uploads.original_name as filename', 'blobs.type'])
  const found = await forShare(trx, query, ['uploads']).executeTakeFirst()
  if (!found) throw new AppError('not_found')
  if (!PICTURE_TYPES.includes(found.type)) throw new AppError('no_picture')
  return found
}

const textsThen = ({ firm, phone, number, drawnBy, filename }: Stored) => ({
  ...{ firm, firmPhone: phone, number, drawnBy, logo: filename ?? '' },
})

/** Returns the stored branding before and after, and the blobs of a replaced logo, whose bytes are to be removed. */
const change = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  whose: Actor | OwnProject,
  { logo, number = '', ...texts }: BrandingInputs,
) => {
  const before = await readStored(trx, whose)
  // Naming the present logo needs no upload that can still be attached.
  const isKept = logo === undefined || logo === before.remote
  const { logoID, remote, filename } = isKept
    ? before
    : logo === null
      ? UNBRANDED
      : await lockLogo(trx, clock, actor, logo)
  const after = { ...texts, number, logoID, remote, filename }
  const { drawnBy, ...others } = texts
  await putBranding(trx, whose, { ...others, number, drawn_by: drawnBy, logo_upload_id: logoID }).execute()
  const replaced = before.logoID !== null && before.logoID !== logoID ? [before.logoID] : []
  return { before: textsThen(before), after: textsThen(after), blobIDs: await removeUploads(trx, replaced) }
}

/** Returns the blobs of a replaced logo. Throws `not_found` or `no_picture` for the logo. */
export const setBranding = (db: Database, clock: Clock, actor: Actor, inputs: BrandingInputs): Promise<number[]> =>
  transact(db, async (trx) => (await change(trx, clock, actor, actor, inputs)).blobIDs)

/** The same for a project, with its name. Throws `not_found` for the project, too. */
export const setProjectBranding = (
  db: Database,
  clock: Clock,
  actor: Actor,
  projectID: number,
  inputs: BrandingInputs,
): Promise<{ name: string; blobIDs: number[] }> =>
  transact(db, async (trx) => {
    const project = await lockOwnProject(trx, actor, projectID)
    const row = await ownedProjects(trx, actor)
      .where('projects.id', '=', projectID)
      .select('projects.name')
      .executeTakeFirst()
    if (project === undefined || !row) throw new AppError('not_found')
    const { before, after, blobIDs } = await change(trx, clock, actor, project, inputs)
    const changes = changesBetween(before, after)
    if (changes) await writeEvents(trx, clock, actor, projectID, [{ kind: 'project changed', ...changes }])
    return { name: row.name, blobIDs }
  })

/** What papers and links of a project show: its own branding where it has one, or else that of its owner. */
export const readBrand = async (db: Database, reader: Reader, projectID: number) => {
  const row = await brandedProjects(db, reader)
    .where('projects.id', '=', projectID)
    .leftJoin('uploads as logos', (join) =>
      join.on((eb) =>
        eb('logos.id', '=', eb.fn.coalesce(eb.ref('own.logo_upload_id'), eb.ref('usual.logo_upload_id'))),
      ),
    )
    .select(['own.firm', 'own.phone', 'own.number', 'own.drawn_by', 'logos.remote'])
    .select(['usual.firm as usual_firm', 'usual.phone as usual_phone', 'usual.drawn_by as usual_drawn_by'])
    .executeTakeFirst()
  return {
    firm: row?.firm || row?.usual_firm || '',
    phone: row?.phone || row?.usual_phone || '',
    number: row?.number ?? '',
    drawnBy: row?.drawn_by || row?.usual_drawn_by || '',
    logo: row?.remote ?? null,
  }
}
export type Brand = Awaited<ReturnType<typeof readBrand>>
