import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { deleteMyAccount } from '../../../src/shared/identity/account.api.ts'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { acceptOffer, offerProject, type Goes } from '../../../src/shared/sharing/handover.api.ts'
import {
  addUnsorted,
  deleteUnsorted,
  listUnsorted,
  MOST_UNSORTED,
  sortPhotos,
  turnPhoto,
} from '../../../src/shared/attachments/inbox.api.ts'
import { addItemFiles, createItem, deleteItem, getItem, updateItemFile } from '../../../src/shared/items/items.api.ts'
import { moveRooms } from '../../../src/shared/items/bulk/moves.api.ts'
import { deleteProject, getProject } from '../../../src/shared/projects/projects.api.ts'
import { deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import { deleteForGood, listDeleted, restore } from '../../../src/shared/history/trash.api.ts'
import { undo } from '../../../src/shared/items/bulk/undo.api.ts'
import { DAY, HOUR } from '../../../src/server/platform/lib/clock.ts'
import { batches } from '../../../src/server/platform/db/database.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { accountExportOf } from '../../support/account-export.ts'
import type { TestServices } from '../../support/one-server.ts'
import { noise, twoHalves } from '../../support/sample-pictures.ts'
import { backUp, contentOf, emptyInstallation, installationOf, restoreInto } from '../../support/backups.ts'
import { addMember, GOES_ALL, tokenOf } from '../../support/members.ts'
import { PASSWORD, signIn, startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

const YEAR = 366 * 24 * HOUR

const start = async () => {
  const started = await startTestApp()
  const { services, newUser } = started
  const [owner, editor, viewer] = [await newUser('owner'), await newUser('editor'), await newUser('viewer')]
  const projectID = await owner.newProject('Maple Street')
  const hall = await owner.newRoom(projectID, 'Hall')
  const kitchen = await owner.newRoom(projectID, 'Kitchen')
  await addMember(services.db, projectID, 'editor', 'editor')
  await addMember(services.db, projectID, 'viewer', 'viewer')
  const upload = async (user: Client, name: string) =>
    (await user.upload([{ name, bytes: Buffer.from(`bytes of ${name}`) }]))[0]?.remote ?? ''
  return {
    ...started,
    ...{ owner, editor, viewer, projectID, hall, kitchen, upload },
    add: async (user: Client, name: string, roomID?: number) => {
      const remote = await upload(user, name)
      const place = { projectID, ...(roomID !== undefined && { roomID }) }
      return { remote, ...(await user.must(addUnsorted, { body: { ...place, remote } })) }
    },
    inbox: (user: Client) => user.must(listUnsorted, { query: { projectID } }),
    /** After the clock was turned, when sessions have ended. */
    again: (username: string) => signIn(started.app, username),
    offer: async (user: Client, email: string, goes: Goes) => {
      const body = { projectID, email, goes, stays: false }
      return tokenOf((await user.must(offerProject, { body })).link)
    },
  }
}

const bytesOf = async (user: Client, remote: string) => {
  const { statusCode, body } = await user.raw({ url: `/download/${remote}` })
  return statusCode === 200 ? body : statusCode
}

/** Puts so many more photos into the inbox, all of the bytes that are there already. */
const fill = async ({ db }: TestServices, projectID: number, count: number) => {
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

describe('the photo inbox', () => {
  test('puts photos on an item in one go, and has them again as they were when that is undone', async () => {
    const { owner, editor, viewer, projectID, hall, kitchen, add, inbox } = await start()
    const itemID = await owner.newItem(projectID, hall, { field1: 'Dry Sage' })
    const [first, second] = [await add(owner, 'plate.jpg', hall), await add(editor, 'plate.jpg', kitchen)]
    const before = await inbox(owner)
    const photoIDs = [second.photoID, first.photoID]
    expect((await viewer.call(sortPhotos, { body: { itemID, photoIDs } })).status).toBe(403)
    const absent = { itemID, photoIDs: [first.photoID, second.photoID + 100] }
    expect((await editor.call(sortPhotos, { body: absent })).status).toBe(404)
    expect(await inbox(owner)).toEqual(before)

    const { eventID, message } = await editor.must(sortPhotos, { body: { itemID, photoIDs } })
    expect(message).toBe('Put 2 photos on "Dry Sage"')
    expect((await inbox(owner)).photos).toEqual([])
    const files = async () => (await owner.must(getItem, { query: { itemID } })).attachments
    expect((await files()).map(({ name, remote }) => [name, remote])).toEqual([
      ['plate.jpg', first.remote],
      ['plate (2).jpg', second.remote],
    ])
    // Put already, by whoever was quicker.
    expect((await owner.call(sortPhotos, { body: { itemID, photoIDs } })).status).toBe(404)

    const undone = await owner.must(undo, { body: { eventID } })
    expect(undone.message).toBe('Put 2 photos back in the inbox.')
    expect(await files()).toEqual([])
    const { photos } = await inbox(owner)
    const told = (all: typeof photos) => all.map(({ photoID: _, ...photo }) => photo)
    expect(told(photos)).toEqual(told(before.photos))
    expect(await bytesOf(viewer, first.remote)).toBe('bytes of plate.jpg')
    expect((await owner.call(undo, { body: { eventID } })).body).toMatchObject({ code: 'undone_already' })
    expect(await owner.must(listDeleted, {})).toEqual([])
    const { events } = await owner.must(getActivity, { query: { projectID } })
    expect(events.slice(0, 2).map(({ kind, was, is }) => [kind, was, is])).toEqual([
      ['photos unsorted', '2 photos: Dry Sage', null],
      ['photos sorted', null, '2 photos: Dry Sage'],
    ])
  })

  test('leaves on the item what was described since, and all of it where the item is gone', async () => {
    const { owner, editor, projectID, hall, kitchen, add, inbox } = await start()
    const itemID = await owner.newItem(projectID, kitchen)
    const [first, second] = [await add(owner, 'one.jpg', hall), await add(owner, 'two.jpg', hall)]
    const photoIDs = [first.photoID, second.photoID]
    const { eventID } = await owner.must(sortPhotos, { body: { itemID, photoIDs } })
    const inputs = { caption: 'Behind the panel' }
    await editor.must(updateItemFile, { body: { itemID, remote: first.remote, inputs } })
    await owner.must(deleteRoom, { query: { roomID: hall } })
    const { message } = await owner.must(undo, { body: { eventID } })
    expect(message).toBe('Put 1 photo back in the inbox.')
    expect((await inbox(owner)).photos).toMatchObject([{ filename: 'two.jpg', roomID: null }])
    expect((await owner.must(getItem, { query: { itemID } })).attachments).toMatchObject([{ name: 'one.jpg' }])

    const [photo] = (await inbox(owner)).photos
    const again = await owner.must(sortPhotos, { body: { itemID, photoIDs: [photo?.photoID ?? 0] } })
    await owner.must(deleteItem, { query: { itemID } })
    const refused = await owner.call(undo, { body: { eventID: again.eventID } })
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'changed_since' }])
  })

  test('leaves photos on the item where the full inbox has no room for them, whatever else is undone along with it', async () => {
    const { owner, services, projectID, hall, add, inbox } = await start()
    const itemID = await owner.newItem(projectID, hall)
    const photo = await add(owner, 'plate.jpg', hall)
    const sorted = await owner.must(sortPhotos, { body: { itemID, photoIDs: [photo.photoID] } })
    await owner.must(deleteItem, { query: { itemID: await owner.newItem(projectID, hall, { field1: 'Old Tap' }) } })
    const { events } = await owner.must(getActivity, { query: { projectID } })
    const deleted = events.find(({ kind }) => kind === 'item deleted')?.eventID ?? 0
    await fill(services, projectID, MOST_UNSORTED)
    const both = await owner.must(undo, { body: { eventIDs: [sorted.eventID, deleted] } })
    expect([both.message, both.eventIDs.length]).toEqual(['Restored 1 item.', 1])
    expect((await owner.must(getItem, { query: { itemID } })).attachments).toMatchObject([{ remote: photo.remote }])
    expect(await bytesOf(owner, photo.remote)).toBe('bytes of plate.jpg')

    const [waiting] = (await inbox(owner)).photos
    await owner.must(deleteUnsorted, { body: { projectID, photoIDs: [waiting?.photoID ?? 0] } })
    await owner.must(undo, { body: { eventID: sorted.eventID } })
    expect((await inbox(owner)).photos).toHaveLength(MOST_UNSORTED)
    expect((await owner.must(getItem, { query: { itemID } })).attachments).toEqual([])
  })

  test('leaves a photo on the item that is in the trash of the inbox by now, and takes off one that waits there again', async () => {
    const { owner, projectID, hall, add, inbox } = await start()
    const itemID = await owner.newItem(projectID, hall)
    const sort = async (name: string) => {
      const photo = await add(owner, name, hall)
      const { eventID } = await owner.must(sortPhotos, { body: { itemID, photoIDs: [photo.photoID] } })
      const again = await owner.must(addUnsorted, { body: { projectID, remote: photo.remote } })
      return { eventID, photoID: again.photoID, remote: photo.remote }
    }
    const remotes = async () =>
      (await owner.must(getItem, { query: { itemID } })).attachments.map(({ remote }) => remote)
    const [deleted, waits] = [await sort('deleted.jpg'), await sort('waits.jpg')]
    await owner.must(deleteUnsorted, { body: { projectID, photoIDs: [deleted.photoID] } })
    expect((await owner.call(undo, { body: { eventID: deleted.eventID } })).problem.code).toBe('changed_since')
    expect(await remotes()).toEqual([deleted.remote, waits.remote])
    await owner.must(undo, { body: { eventID: waits.eventID } })
    expect(await remotes()).toEqual([deleted.remote])
    expect((await inbox(owner)).photos.map(({ photoID }) => photoID)).toEqual([waits.photoID])
  })

  test('is left by a photo that is on the item already, which an Undo does not take off', async () => {
    const { owner, projectID, hall, add, upload, inbox } = await start()
    const itemID = await owner.newItem(projectID, hall)
    const remote = await upload(owner, 'manual.png')
    const files = [{ name: 'Manual.png', remote }]
    await owner.must(addItemFiles, { body: { itemID, files } })
    const again = () => owner.must(addUnsorted, { body: { projectID, remote } })
    const [{ photoID }, other] = [await again(), await add(owner, 'other.jpg')]
    const { eventID } = await owner.must(sortPhotos, { body: { itemID, photoIDs: [photoID, other.photoID] } })
    expect((await inbox(owner)).photos).toEqual([])
    const names = async () => (await owner.must(getItem, { query: { itemID } })).attachments.map(({ name }) => name)
    expect(await names()).toEqual(['Manual.png', 'other.jpg'])
    expect((await owner.must(undo, { body: { eventID } })).message).toBe('Put 1 photo back in the inbox.')
    expect(await names()).toEqual(['Manual.png'])

    const alone = await owner.must(sortPhotos, { body: { itemID, photoIDs: [(await again()).photoID] } })
    expect((await owner.call(undo, { body: { eventID: alone.eventID } })).problem.code).toBe('changed_since')
    await again()
    await owner.must(addItemFiles, { body: { itemID, files } })
    expect((await inbox(owner)).photos.map(({ filename }) => filename)).toEqual(['other.jpg'])
    expect(await names()).toEqual(['Manual.png'])
  })

  test('has what members added, the latest first, with the likeliest items, for all who may read the project', async () => {
    const { owner, editor, viewer, newUser, projectID, hall, kitchen, add, inbox, clock } = await start()
    const sage = await owner.newItem(projectID, hall, { field1: 'Dry Sage' })
    clock.turn(HOUR / 10)
    const faucet = await owner.newItem(projectID, kitchen, { field1: 'Castellan' })
    expect((await owner.must(getProject, { query: { projectID } })).unsorted).toBe(0)
    const first = await add(owner, 'first.jpg', hall)
    expect(first.message).toBe('Added photo "first.jpg"')
    const second = await add(editor, 'second.jpg')
    const { projectName, may, photos, items } = await inbox(viewer)
    expect([projectName, may]).toEqual(['Maple Street', 'read'])
    expect(photos).toMatchObject([
      { photoID: second.photoID, remote: second.remote, filename: 'second.jpg', roomID: null, roomName: null },
      { photoID: first.photoID, filename: 'first.jpg', roomID: hall, roomName: 'Hall', size: 18 },
    ])
    // The hall's first, for a photo was taken there, then what was changed last.
    expect(items.map(({ itemID }) => itemID)).toEqual([sage, faucet])
    expect(items[0]).toMatchObject({ title: 'Dry Sage', roomName: 'Hall' })
    expect((await viewer.must(getProject, { query: { projectID } })).unsorted).toBe(2)
    for (const user of [owner, editor, viewer]) expect(await bytesOf(user, second.remote)).toBe('bytes of second.jpg')
    expect(await bytesOf(await newUser('stranger'), second.remote)).toBe(404)

    const again = await owner.must(addUnsorted, { body: { projectID, remote: first.remote } })
    expect(again.photoID).toBe(first.photoID)
    const elsewhere = await owner.newProject('Elm Street')
    const room = await owner.newRoom(elsewhere)
    const { remote } = first
    expect((await owner.call(addUnsorted, { body: { projectID, roomID: room, remote } })).status).toBe(404)
    expect((await owner.call(addUnsorted, { body: { projectID: elsewhere, remote } })).problem.fields).toHaveProperty(
      'remote',
    )
  })

  test('is left by a photo that is put on an item, old or new, by whoever may write, whoever took it', async () => {
    const started = await start()
    const { owner, editor, viewer, projectID, hall, add, inbox } = started
    const itemID = await owner.newItem(projectID, hall, { field1: 'Dry Sage' })
    const [one, two, three] = [await add(editor, 'one.jpg'), await add(owner, 'two.jpg'), await add(owner, 'three.jpg')]
    const files = [one, two].map(({ remote }, at) => ({ name: `${at}.jpg`, remote }))
    expect((await viewer.call(addItemFiles, { body: { itemID, files } })).status).toBe(403)
    await owner.must(addItemFiles, { body: { itemID, files } })
    expect((await inbox(owner)).photos.map(({ photoID }) => photoID)).toEqual([three.photoID])
    const ids = await subcategoryIDs(owner, 'Kitchen', 'Plumbing', 'Faucet')
    const body = { projectID, roomID: hall, ...ids, inputs: {}, files: JSON.stringify({ 'a.jpg': three.remote }) }
    const created = await editor.must(createItem, { body })
    expect((await inbox(owner)).photos).toEqual([])
    const item = await viewer.must(getItem, { query: { itemID } })
    expect(item.attachments.map(({ remote }) => remote)).toEqual([one.remote, two.remote])
    const made = await viewer.must(getItem, { query: { itemID: created.itemID } })
    expect(made.attachments.map(({ filename }) => filename)).toEqual(['three.jpg'])
  })

  test('loses nothing to a sweep, however long it waits, and lets it be put on an item then', async () => {
    const started = await start()
    const { owner, editor, projectID, hall, kitchen, add, upload, clock, services, again } = started
    const itemID = await owner.newItem(projectID, kitchen)
    const waiting = [await add(owner, 'own.jpg', hall), await add(editor, 'theirs.jpg')]
    const deleted = await add(owner, 'deleted.jpg')
    const forgotten = await upload(owner, 'forgotten.jpg')
    clock.turn(YEAR)
    await sweep(services)
    const later = await again('owner')
    // What was taken in a room that moves to another home, or goes for good, waits on.
    const elsewhere = await later.newProject('Elm Street')
    await later.must(moveRooms, { body: { roomIDs: [hall], toProjectID: elsewhere } })
    const { trashID } = await later.must(deleteUnsorted, { body: { projectID, photoIDs: [deleted.photoID] } })
    await Promise.all([sweep(services), sweep(services), sweep(services)])
    expect((await later.must(listUnsorted, { query: { projectID } })).photos).toMatchObject([
      { photoID: waiting[1]?.photoID },
      { photoID: waiting[0]?.photoID, roomID: null },
    ])
    expect(await bytesOf(later, forgotten)).toBe(404)
    await later.must(restore, { body: { trashID } })
    for (const { remote, message } of [...waiting, deleted])
      expect(await bytesOf(later, remote)).toBe(`bytes of ${/"(.*)"/.exec(message)?.[1]}`)

    const files = waiting.map(({ remote }, at) => ({ name: `${at}.jpg`, remote }))
    await later.must(addItemFiles, { body: { itemID, files } })
    await later.must(deleteRoom, { query: { roomID: kitchen } })
    await sweep(services)
    expect(await bytesOf(later, deleted.remote)).toBe('bytes of deleted.jpg')
    // The database itself refuses to let an upload go that waits.
    const row = services.db.deleteFrom('uploads').where('remote', '=', deleted.remote).execute()
    await expect(row).rejects.toThrow()
  })

  test('turns a photo in its place, whoever took it, and keeps nothing else of it', async () => {
    const { owner, editor, viewer, projectID, hall, clock, services, again, inbox, add } = await start()
    const bytes = await (await twoHalves(60, 40, '#ff0000', '#0000ff')).jpeg().toBuffer()
    const [file] = await owner.upload([{ name: 'plate.jpg', bytes }])
    const remote = file?.remote ?? ''
    const { photoID } = await owner.must(addUnsorted, { body: { projectID, roomID: hall, remote } })
    await add(owner, 'later.jpg')
    const body = { projectID, photoID }
    expect((await viewer.call(turnPhoto, { body })).problem?.code).toBe('not_allowed')

    const turned = await editor.must(turnPhoto, { body })
    expect(turned.message).toBe('Turned photo "plate.jpg"')
    const [, photo] = (await inbox(viewer)).photos
    const { remote: now } = turned
    expect(photo).toMatchObject({ photoID, remote: now, filename: 'plate.jpg', type: 'image/jpeg', roomID: hall })
    const shown = async (user: Client, version: string) =>
      sharp((await user.raw({ url: `/download/${now}?version=${version}` })).rawPayload)
    expect((await viewer.raw({ url: `/download/${now}` })).rawPayload.equals(bytes)).toBe(true)
    for (const version of ['thumbnail', 'screen', 'whole'])
      expect(await (await shown(viewer, version)).metadata()).toMatchObject({ format: 'webp', width: 40, height: 60 })
    // To the left: what was above is there.
    const left = { left: 5, top: 30, width: 1, height: 1 }
    const [red = 0, , blue = 0] = await (await shown(viewer, 'whole')).extract(left).removeAlpha().raw().toBuffer()
    expect(red - blue).toBeGreaterThan(200)
    const [first] = (await owner.must(getActivity, { query: { projectID } })).events
    expect(first).toMatchObject({ kind: 'photo turned', who: 'editor', is: 'plate.jpg' })

    for (let n = 0; n < 3; n++) await owner.must(turnPhoto, { body })
    const [, asBefore] = (await inbox(owner)).photos
    const whole = await owner.raw({ url: `/download/${asBefore?.remote}?version=whole` })
    expect(whole.rawPayload.equals(bytes)).toBe(true)
    // It is turned wherever it is shown.
    await owner.must(turnPhoto, { body })
    clock.turn(2 * DAY)
    await sweep(services)
    const later = await again('owner')
    expect([await bytesOf(later, remote), await bytesOf(later, now)]).toEqual([404, 404])
    const itemID = await later.newItem(projectID, hall)
    await later.must(sortPhotos, { body: { itemID, photoIDs: [photoID] } })
    const { attachments } = await later.must(getItem, { query: { itemID } })
    expect(attachments).toMatchObject([{ filename: 'plate.jpg', size: bytes.length }])
    const picture = await later.raw({ url: `/download/${attachments[0]?.remote}?version=thumbnail` })
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ width: 40, height: 60 })
  })

  test('is turned as often as somebody is told so, of two who turn it at once too', async () => {
    const { owner, editor, projectID, inbox, services } = await start()
    const [file] = await owner.upload([{ name: 'plate.jpg', bytes: await noise(60, 40).jpeg().toBuffer() }])
    const { photoID } = await owner.must(addUnsorted, { body: { projectID, remote: file?.remote ?? '' } })
    let turns = 0
    for (let round = 0; round < 5; round++) {
      const calls = [owner, editor].map((user) => user.call(turnPhoto, { body: { projectID, photoID } }))
      const statuses = (await Promise.all(calls)).map(({ status }) => status)
      for (const status of statuses) expect([200, 404]).toContain(status)
      expect(statuses).toContain(200)
      turns += statuses.filter((status) => status === 200).length
    }
    const [photo] = (await inbox(owner)).photos
    const { rotation } = await services.db
      .selectFrom('uploads')
      .where('remote', '=', photo?.remote ?? '')
      .select('rotation')
      .executeTakeFirstOrThrow()
    expect(rotation).toBe([0, 270, 180, 90][turns % 4])
  })

  test('turns nothing that is no picture', async () => {
    const { owner, projectID, add, inbox } = await start()
    const { photoID } = await add(owner, 'text.txt')
    const before = await inbox(owner)
    const { problem } = await owner.call(turnPhoto, { body: { projectID, photoID } })
    expect(problem).toMatchObject({ statusCode: 415, code: 'cannot_turn' })
    expect(await inbox(owner)).toEqual(before)
  })

  test('gives photos to the trash as one entry, from where they come back until they go for good with their bytes', async () => {
    const { owner, editor, viewer, projectID, add, inbox, services } = await start()
    const photos = [await add(owner, 'one.jpg'), await add(owner, 'two.jpg'), await add(owner, 'three.jpg')]
    const [one, two, three] = photos.map(({ photoID }) => photoID)
    const photoIDs = [one ?? 0, two ?? 0]
    expect((await viewer.call(deleteUnsorted, { body: { projectID, photoIDs } })).status).toBe(403)
    const absent = { projectID, photoIDs: [...photoIDs, 9999] }
    expect((await editor.call(deleteUnsorted, { body: absent })).status).toBe(404)
    const { trashID, message } = await editor.must(deleteUnsorted, { body: { projectID, photoIDs } })
    expect(message).toBe('Deleted 2 photos')
    expect((await inbox(owner)).photos.map(({ photoID }) => photoID)).toEqual([three])
    expect(await bytesOf(viewer, photos[0]?.remote ?? '')).toBe(404)
    expect(await owner.must(listDeleted, {})).toMatchObject([
      { trashID, kind: 'photos', name: '2 photos', where: 'Maple Street > Photo Inbox', deletedBy: 'editor' },
    ])
    // Not before its project, while that is in the trash, too.
    const gone = await owner.must(deleteProject, { query: { projectID } })
    expect((await owner.call(restore, { body: { trashID } })).problem.code).toBe('restore_parent_first')
    await owner.must(restore, { body: { trashID: gone.trashID } })
    await owner.must(restore, { body: { trashID } })
    expect((await inbox(owner)).photos).toHaveLength(3)

    const last = await owner.must(deleteUnsorted, { body: { projectID, photoIDs } })
    await owner.must(deleteForGood, { query: { trashID: last.trashID } })
    expect(await bytesOf(owner, photos[0]?.remote ?? '')).toBe(404)
    expect((await inbox(owner)).photos.map(({ photoID }) => photoID)).toEqual([three])
    const { events } = await owner.must(getActivity, { query: { projectID } })
    expect(events.filter(({ kind }) => kind.startsWith('photo')).map(({ kind, was, is }) => [kind, was ?? is])).toEqual(
      [
        ['photos removed', '2 photos'],
        ['photos deleted', '2 photos'],
        ['photos restored', '2 photos'],
        ['photos deleted', '2 photos'],
        ['photo added', 'three.jpg'],
        ['photo added', 'two.jpg'],
        ['photo added', 'one.jpg'],
      ],
    )
    const project = await owner.must(deleteProject, { query: { projectID } })
    await owner.must(deleteForGood, { query: { trashID: project.trashID } })
    expect(await services.db.selectFrom('uploads').select('id').execute()).toEqual([])
    expect(await services.db.selectFrom('blobs').select('id').execute()).toEqual([])
  })

  test('stays with its project when whoever took a photo ends their account, or hands the project over', async () => {
    const started = await start()
    const { owner, editor, newUser, services, clock, projectID, add, inbox, offer } = started
    const [mine, theirs] = [await add(owner, 'mine.jpg'), await add(editor, 'theirs.jpg')]
    expect((await editor.call(deleteMyAccount, { body: { currentPass: PASSWORD } })).status).toBeLessThan(300)
    expect(await bytesOf(owner, theirs.remote)).toBe('bytes of theirs.jpg')
    const buyer = await newUser('buyer')
    const token = await offer(owner, 'buyer@example.com', GOES_ALL)
    await buyer.must(acceptOffer, { body: { token } })
    expect((await inbox(buyer)).photos).toHaveLength(2)
    expect((await owner.call(listUnsorted, { query: { projectID } })).status).toBe(404)
    expect((await owner.call(deleteMyAccount, { body: { currentPass: PASSWORD } })).status).toBeLessThan(300)
    clock.turn(HOUR / 10)
    await sweep(services)
    expect(await bytesOf(buyer, mine.remote)).toBe('bytes of mine.jpg')

    // Files that do not go along are gone, those of the inbox too.
    const heir = await newUser('heir')
    const offered = await offer(buyer, 'heir@example.com', { ...GOES_ALL, files: false, history: false })
    await heir.must(acceptOffer, { body: { token: offered } })
    expect((await inbox(heir)).photos).toEqual([])
    expect(await services.db.selectFrom('uploads').select('id').execute()).toEqual([])
  })

  test('goes along in the export, and in a backup', async () => {
    const started = await start()
    const { owner, hall, add } = started
    await add(owner, 'plate.jpg', hall)
    const [exported] = (await accountExportOf(owner)).projects
    expect(exported?.lines).toContainEqual({ photo: expect.objectContaining({ path: 'inbox/plate.jpg', room: 1 }) })
    expect(exported?.files.get('inbox/plate.jpg')?.toString()).toBe('bytes of plate.jpg')
    const from = installationOf(started)
    const there = await emptyInstallation()
    await restoreInto(there, (await backUp(from, from.folder)).path)
    const content = await contentOf(there)
    expect(content.tables['inbox_photos']).toHaveLength(1)
    expect(content).toEqual(await contentOf(from))
  })

  test('takes so many photos and no more', async () => {
    const { owner, projectID, add, upload, services } = await start()
    await add(owner, 'first.jpg')
    await fill(services, projectID, MOST_UNSORTED - 1)
    const remote = await upload(owner, 'one too many.jpg')
    expect((await owner.call(addUnsorted, { body: { projectID, remote } })).problem.fields?.['projectID']).toMatch(
      /^The inbox holds 1000 photos/,
    )
  })
})
