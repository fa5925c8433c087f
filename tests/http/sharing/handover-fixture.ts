import { deleteMyAccount } from '../../../src/shared/identity/account.api.ts'
import { setProjectCover } from '../../../src/shared/projects/covers.api.ts'
import {
  acceptOffer,
  offerProject,
  openOffer,
  type IncludedParts,
  type HandoverPart,
} from '../../../src/shared/sharing/handover.api.ts'
import { deleteItem, deleteItemFile, filesJSON } from '../../../src/shared/items/items.api.ts'
import { getProject } from '../../../src/shared/projects/projects.api.ts'
import { addMember, ALL_PARTS, inviteSomebody, tokenOf } from '../../support/members.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { PASSWORD, startTestApp, type Client } from '../../support/test-app.ts'

export const INVALID = { statusCode: 404, code: 'offer_invalid' }

export const partsWithout = (...parts: HandoverPart[]): IncludedParts => ({
  ...ALL_PARTS,
  ...Object.fromEntries(parts.map((part) => [part, false])),
})

export const start = async (config: Parameters<typeof startTestApp>[0] = {}) => {
  const started = await startTestApp({ publicURL: 'https://homes.example', ...config })
  const { newUser, services, anonymous } = started
  const owner = await newUser('owner')
  const buyer = await newUser('buyer')
  const projectID = await owner.newProject('Maple Street')
  return {
    ...started,
    owner,
    buyer,
    projectID,
    offer: async (goes: IncludedParts = ALL_PARTS, stays = false) =>
      tokenOf((await owner.must(offerProject, { body: { projectID, email: 'buyer@example.com', goes, stays } })).link),
    look: (token: string) => anonymous.call(openOffer, { body: { token } }),
    accept: (user: Client, token: string, name?: string) =>
      user.call(acceptOffer, { body: { token, ...(name !== undefined && { name }) } }),
    deleteAccount: (user: Client) => user.call(deleteMyAccount, { body: { currentPass: PASSWORD } }),
    may: async (user: Client) => {
      const { status, body } = await user.call(getProject, { query: { projectID } })
      return status === 200 ? body?.may : status
    },
    userID: async (username: string) =>
      (await services.db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow())
        .id,
    kinds: async () =>
      (
        await services.db
          .selectFrom('events')
          .select('kind')
          .where('project_id', '=', projectID)
          .orderBy('id')
          .execute()
      )
        .map(({ kind }) => kind)
        .filter((kind) => kind.startsWith('project ')),
  }
}

/**
 * A home with everything that a handover can include: items with files, one of them deleted, a cover, members and a
 * link.
 */
export const furnish = async ({ owner, projectID, newUser, services }: Awaited<ReturnType<typeof start>>) => {
  const editor = await newUser('editor')
  await addMember(services.db, projectID, 'editor', 'editor')
  const upload = async (user: Client, name: string, bytes: Buffer = Buffer.from(`bytes of ${name}`)) =>
    (await user.upload([{ name, bytes }]))[0]?.remote ?? ''
  const roomID = await owner.newRoom(projectID)
  const [manual, receipt, photo, theirs, shared] = [
    await upload(owner, 'manual.txt'),
    await upload(owner, 'receipt.txt'),
    await upload(owner, 'photo.png', await pictureOf('red', 'png')),
    await upload(editor, 'theirs.txt'),
    await upload(owner, 'shared.txt'),
  ]
  const files = [manual, photo, shared].map((remote, at) => ({ name: `${at}.${at === 1 ? 'png' : 'txt'}`, remote }))
  const values = { field1: 'Castellan', notes: 'behind the bookcase' }
  const itemID = await owner.newItem(projectID, roomID, values, filesJSON(files))
  await owner.must(setProjectCover, { body: { projectID, remote: photo } })
  const editors = await editor.newItem(
    projectID,
    roomID,
    { field1: 'Harbor' },
    filesJSON([{ name: 'theirs.txt', remote: theirs }]),
  )
  const lost = await owner.newItem(
    projectID,
    roomID,
    { field1: 'Lost', notes: 'in the trash' },
    filesJSON([{ name: 'receipt.txt', remote: receipt }]),
  )
  await owner.must(deleteItem, { query: { itemID: lost } })
  await owner.must(deleteItemFile, { query: { itemID, remote: manual } })
  // The owner's other home has the same upload and equal bytes.
  const elsewhere = await owner.newProject('Birch Lane')
  const kept = await upload(owner, 'kept.txt', Buffer.from('bytes of receipt.txt'))
  const other = await owner.newItem(
    elsewhere,
    await owner.newRoom(elsewhere),
    { field1: 'Elsewhere' },
    filesJSON([
      { name: 'shared.txt', remote: shared },
      { name: 'kept.txt', remote: kept },
    ]),
  )
  await owner.newLink(projectID, roomID)
  const invitation = await inviteSomebody(owner, projectID)
  return {
    ...{ editor, roomID, itemID, editors, lost, other, elsewhere, upload, invitation },
    remotes: { manual, receipt, photo, theirs, shared, kept },
  }
}
