import { offerProject, type IncludedParts } from '../../../src/shared/sharing/handover.api.ts'
import { addInboxPhoto, listInboxPhotos } from '../../../src/shared/items/inbox.api.ts'
import { HOUR } from '../../../src/server/platform/lib/clock.ts'
import { batches } from '../../../src/server/platform/db/database.ts'
import type { TestServices } from '../../support/one-server.ts'
import { startWithMembers, tokenOf } from '../../support/members.ts'
import type { Client } from '../../support/test-app.ts'

export const YEAR = 366 * 24 * HOUR

export const start = async () => {
  const started = await startWithMembers()
  const { projectID } = started
  const upload = async (user: Client, name: string) =>
    (await user.upload([{ name, bytes: Buffer.from(`bytes of ${name}`) }]))[0]?.remote ?? ''
  return {
    ...started,
    upload,
    add: async (user: Client, name: string, roomID?: number) => {
      const remote = await upload(user, name)
      const place = { projectID, ...(roomID !== undefined && { roomID }) }
      return { remote, ...(await user.must(addInboxPhoto, { body: { ...place, remote } })) }
    },
    inbox: (user: Client) => user.must(listInboxPhotos, { query: { projectID } }),
    offer: async (user: Client, email: string, goes: IncludedParts) => {
      const body = { projectID, email, goes, stays: false }
      return tokenOf((await user.must(offerProject, { body })).link)
    },
  }
}

export const bytesOf = async (user: Client, remote: string) => {
  const { statusCode, body } = await user.raw({ url: `/download/${remote}` })
  return statusCode === 200 ? body : statusCode
}

/** Adds this many photos to the inbox, all with the bytes of an existing upload. */
export const fill = async ({ db }: TestServices, projectID: number, count: number) => {
  const { id: _, ...like } = await db.selectFrom('uploads').selectAll().executeTakeFirstOrThrow()
  const photo = { project_id: projectID, room_id: null, created_at: like.created_at, deleted_at: null, trash_id: null }
  const remotes = Array.from({ length: count }, (_, at) => String(at).padStart(22, 'x'))
  for (const some of batches(remotes, 250)) {
    const uploads = await db
      .insertInto('uploads')
      .values(some.map((remote) => ({ ...like, remote })))
      .returning('id')
      .execute()
    await db
      .insertInto('inbox_photos')
      .values(uploads.map(({ id }) => ({ ...photo, upload_id: id })))
      .execute()
  }
}
