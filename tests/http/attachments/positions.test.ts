import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { exportMyData } from '../../../src/shared/identity/account.api.ts'
import { copyProject } from '../../../src/shared/items/bulk/copies.api.ts'
import { download } from '../../../src/shared/attachments/files.api.ts'
import { addItemFiles, listItems, updateItem } from '../../../src/shared/items/items.api.ts'
import { updateLink } from '../../../src/shared/sharing/links.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { askByLink, newToken } from '../../support/links.ts'
import { addMember } from '../../support/members.ts'
import { PLACES, takenAtHome } from '../../support/sample-pictures.ts'
import { startTestApp, type Client } from '../../support/test-app.ts'
import { unzip } from '../../support/zip.ts'

const startWithPhoto = async () => {
  const started = await startTestApp()
  const owner = await started.newUser('owner')
  const editor = await started.newUser('editor')
  const viewer = await started.newUser('viewer')
  const projectID = await owner.newProject('Maple Street')
  const itemID = await owner.newItem(projectID, await owner.newRoom(projectID))
  const photo = await takenAtHome('jpeg')
  const [file] = await owner.upload([{ name: 'front.jpg', bytes: photo }])
  const remote = file?.remote ?? ''
  await owner.must(addItemFiles, { body: { itemID, files: [{ name: 'front.jpg', remote }] } })
  await addMember(started.services.db, projectID, 'editor', 'editor')
  await addMember(started.services.db, projectID, 'viewer', 'viewer')
  const url = `/download/${remote}`
  return { ...started, owner, editor, viewer, projectID, itemID, photo, remote, url }
}

/** The traces of the position that a file contains. */
const placesIn = (bytes: Buffer) => PLACES.filter((place) => bytes.includes(place)).map(String)

const bytesFor = async (user: Client, url: string) => (await user.raw({ url })).rawPayload

describe('the position of a photo', () => {
  test('is kept in the unchanged file for owners and editors, and removed for viewers', async () => {
    const { owner, editor, viewer, photo, url } = await startWithPhoto()
    for (const user of [owner, editor]) expect((await bytesFor(user, url)).equals(photo)).toBe(true)
    for (const address of [url, `${url}?version=whole`]) {
      const sent = await bytesFor(viewer, address)
      expect(placesIn(sent)).toEqual([])
      expect([sent.length, sent.includes('Robin Sample')]).toEqual([photo.length, true])
      expect(await sharp(sent).raw().toBuffer()).toEqual(await sharp(photo).raw().toBuffer())
    }
  })

  test('is removed from ranges too, and the file has its own tag', async () => {
    const { owner, viewer, photo, url } = await startWithPhoto()
    const whole = await viewer.raw({ url })
    const half = Math.floor(photo.length / 2)
    const parts = []
    for (const range of [`bytes=0-${half - 1}`, `bytes=${half}-`]) {
      const part = await viewer.raw({ url, headers: { range, 'if-range': String(whole.headers.etag) } })
      expect(part.statusCode).toBe(206)
      parts.push(part.rawPayload)
    }
    expect(Buffer.concat(parts).equals(whole.rawPayload)).toBe(true)
    const headers = { 'if-none-match': String(whole.headers.etag) }
    expect((await viewer.raw({ url, headers })).statusCode).toBe(304)
    expect((await owner.raw({ url, headers })).statusCode).toBe(200)
  })

  test('is shown through a link only if its owner allows it', async () => {
    const started = await startWithPhoto()
    const { owner, projectID, remote, photo } = started
    const { linkID, token } = await newToken(owner, projectID, { hides: { positions: true } })
    const asked = async () => (await askByLink(started, token, download, { params: { remote } })).rawPayload
    expect(placesIn(await asked())).toEqual([])
    const hides = { notes: false, files: false, labels: [] }
    await owner.must(updateLink, { body: { linkID, hides: { ...hides, positions: false } } })
    expect((await asked()).equals(photo)).toBe(true)
    // As callers of the previous version, which lacked this setting.
    await owner.must(updateLink, { body: { linkID, hides } })
    expect(placesIn(await asked())).toEqual([])
  })

  test('is not in the project file of a viewer, which can still be imported', async () => {
    const { owner, viewer, projectID, photo } = await startWithPhoto()
    const zipOf = async (user: Client) =>
      (await user.raw({ url: `${exportMyData.path}?projectID=${projectID}` })).rawPayload
    const photoIn = async (zip: Buffer) => [...(await unzip(zip))].find(([path]) => path.endsWith('front.jpg'))?.[1]
    expect((await photoIn(await zipOf(owner)))?.equals(photo)).toBe(true)
    const theirs = await zipOf(viewer)
    expect(placesIn((await photoIn(theirs)) ?? photo)).toEqual([])
    expect([...(await unzip(theirs)).keys()]).not.toContain('MISSING.txt')
  })

  test('is not in copies by a viewer nor in copies of those, but in copies by an editor', async () => {
    const { editor, viewer, projectID, photo } = await startWithPhoto()
    const copied = async (user: Client, of: number) => {
      const { projectID: copy } = await user.must(copyProject, { body: { projectID: of } })
      const [room] = (await user.must(listRooms, { query: { projectID: copy } })).rooms
      const [item] = await user.must(listItems, { query: { roomID: room?.ID ?? 0 } })
      const remote = item?.attachments[0]?.remote ?? ''
      // Saving makes the rows of its files again.
      const body = { itemID: item?.itemID ?? 0, inputs: {}, files: JSON.stringify({ 'renamed.jpg': remote }) }
      await user.must(updateItem, { body })
      return { copy, bytes: await bytesFor(user, `/download/${remote}`) }
    }
    const first = await copied(viewer, projectID)
    expect(placesIn(first.bytes)).toEqual([])
    expect(placesIn((await copied(viewer, first.copy)).bytes)).toEqual([])
    expect((await copied(editor, projectID)).bytes.equals(photo)).toBe(true)
  })
})
