import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { deleteMyAccount } from '../../../src/shared/identity/account.api.ts'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { acceptOffer } from '../../../src/shared/sharing/handover.api.ts'
import {
  addInboxPhoto,
  deleteInboxPhotos,
  listInboxPhotos,
  MOST_INBOX_PHOTOS,
  addPhotosToItem,
  turnPhoto,
} from '../../../src/shared/items/inbox.api.ts'
import { addItemFiles, getItem } from '../../../src/shared/items/items.api.ts'
import { moveRooms } from '../../../src/shared/items/bulk/moves.api.ts'
import { deleteProject, getProject } from '../../../src/shared/projects/projects.api.ts'
import { deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import { deletePermanently, listTrash, restore } from '../../../src/shared/history/trash.api.ts'
import { DAY, HOUR } from '../../../src/server/platform/lib/clock.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { accountExportOf } from '../../support/account-export.ts'
import { noise, twoHalves } from '../../support/sample-pictures.ts'
import { backUp, contentOf, emptyInstallation, installationOf, restoreInto } from '../../support/backups.ts'
import { ALL_PARTS } from '../../support/members.ts'
import { PASSWORD, type Client } from '../../support/test-app.ts'
import { YEAR, start, bytesOf, fill } from './inbox-photos.ts'

describe('the photo inbox', () => {
  test('shows readers the photos that members added, newest first, with the likeliest items', async () => {
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
    // Items of the hall first, where a photo was taken, then by last change.
    expect(items.map(({ itemID }) => itemID)).toEqual([sage, faucet])
    expect(items[0]).toMatchObject({ title: 'Dry Sage', roomName: 'Hall' })
    expect((await viewer.must(getProject, { query: { projectID } })).unsorted).toBe(2)
    for (const user of [owner, editor, viewer]) expect(await bytesOf(user, second.remote)).toBe('bytes of second.jpg')
    expect(await bytesOf(await newUser('stranger'), second.remote)).toBe(404)

    const again = await owner.must(addInboxPhoto, { body: { projectID, remote: first.remote } })
    expect(again.photoID).toBe(first.photoID)
    const elsewhere = await owner.newProject('Elm Street')
    const room = await owner.newRoom(elsewhere)
    const { remote } = first
    expect((await owner.call(addInboxPhoto, { body: { projectID, roomID: room, remote } })).status).toBe(404)
    expect((await owner.call(addInboxPhoto, { body: { projectID: elsewhere, remote } })).problem.fields).toHaveProperty(
      'remote',
    )
  })

  test('keeps its photos through sweeps, and a photo can still be put on an item a year later', async () => {
    const started = await start()
    const { owner, editor, projectID, hall, kitchen, add, upload, clock, services, again } = started
    const itemID = await owner.newItem(projectID, kitchen)
    const waiting = [await add(owner, 'own.jpg', hall), await add(editor, 'theirs.jpg')]
    const deleted = await add(owner, 'deleted.jpg')
    const forgotten = await upload(owner, 'forgotten.jpg')
    clock.turn(YEAR)
    await sweep(services)
    const later = await again('owner')
    // Photos of a room that is moved or permanently deleted stay in the inbox.
    const elsewhere = await later.newProject('Elm Street')
    await later.must(moveRooms, { body: { roomIDs: [hall], toProjectID: elsewhere } })
    const { trashID } = await later.must(deleteInboxPhotos, { body: { projectID, photoIDs: [deleted.photoID] } })
    await Promise.all([sweep(services), sweep(services), sweep(services)])
    expect((await later.must(listInboxPhotos, { query: { projectID } })).photos).toMatchObject([
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
    // The database refuses to delete the upload of a photo in the inbox.
    const row = services.db.deleteFrom('uploads').where('remote', '=', deleted.remote).execute()
    await expect(row).rejects.toThrow()
  })

  test('rotates a photo of any member in place', async () => {
    const { owner, editor, viewer, projectID, hall, clock, services, again, inbox, add } = await start()
    const bytes = await (await twoHalves(60, 40, '#ff0000', '#0000ff')).jpeg().toBuffer()
    const [file] = await owner.upload([{ name: 'plate.jpg', bytes }])
    const remote = file?.remote ?? ''
    const { photoID } = await owner.must(addInboxPhoto, { body: { projectID, roomID: hall, remote } })
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
    // Turned left: the former top is at the left.
    const left = { left: 5, top: 30, width: 1, height: 1 }
    const [red = 0, , blue = 0] = await (await shown(viewer, 'whole')).extract(left).removeAlpha().raw().toBuffer()
    expect(red - blue).toBeGreaterThan(200)
    const [first] = (await owner.must(getActivity, { query: { projectID } })).events
    expect(first).toMatchObject({ kind: 'photo turned', who: 'editor', is: 'plate.jpg' })

    for (let n = 0; n < 3; n++) await owner.must(turnPhoto, { body })
    const [, asBefore] = (await inbox(owner)).photos
    const whole = await owner.raw({ url: `/download/${asBefore?.remote}?version=whole` })
    expect(whole.rawPayload.equals(bytes)).toBe(true)
    // It is rotated wherever it is shown.
    await owner.must(turnPhoto, { body })
    clock.turn(2 * DAY)
    await sweep(services)
    const later = await again('owner')
    expect([await bytesOf(later, remote), await bytesOf(later, now)]).toEqual([404, 404])
    const itemID = await later.newItem(projectID, hall)
    await later.must(addPhotosToItem, { body: { itemID, photoIDs: [photoID] } })
    const { attachments } = await later.must(getItem, { query: { itemID } })
    expect(attachments).toMatchObject([{ filename: 'plate.jpg', size: bytes.length }])
    const picture = await later.raw({ url: `/download/${attachments[0]?.remote}?version=thumbnail` })
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ width: 40, height: 60 })
  })

  test('counts every acknowledged rotation when two users rotate a photo at once', async () => {
    const { owner, editor, projectID, inbox, services } = await start()
    const [file] = await owner.upload([{ name: 'plate.jpg', bytes: await noise(60, 40).jpeg().toBuffer() }])
    const { photoID } = await owner.must(addInboxPhoto, { body: { projectID, remote: file?.remote ?? '' } })
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

  test('refuses to rotate other files than pictures', async () => {
    const { owner, projectID, add, inbox } = await start()
    const { photoID } = await add(owner, 'text.txt')
    const before = await inbox(owner)
    const { problem } = await owner.call(turnPhoto, { body: { projectID, photoID } })
    expect(problem).toMatchObject({ statusCode: 415, code: 'cannot_turn' })
    expect(await inbox(owner)).toEqual(before)
  })

  test('moves photos to the trash as one entry, which can be restored until it is permanently deleted with its bytes', async () => {
    const { owner, editor, viewer, projectID, add, inbox, services } = await start()
    const photos = [await add(owner, 'one.jpg'), await add(owner, 'two.jpg'), await add(owner, 'three.jpg')]
    const [one, two, three] = photos.map(({ photoID }) => photoID)
    const photoIDs = [one ?? 0, two ?? 0]
    expect((await viewer.call(deleteInboxPhotos, { body: { projectID, photoIDs } })).status).toBe(403)
    const absent = { projectID, photoIDs: [...photoIDs, 9999] }
    expect((await editor.call(deleteInboxPhotos, { body: absent })).status).toBe(404)
    const { trashID, message } = await editor.must(deleteInboxPhotos, { body: { projectID, photoIDs } })
    expect(message).toBe('Deleted 2 photos')
    expect((await inbox(owner)).photos.map(({ photoID }) => photoID)).toEqual([three])
    expect(await bytesOf(viewer, photos[0]?.remote ?? '')).toBe(404)
    expect(await owner.must(listTrash, {})).toMatchObject([
      { trashID, kind: 'photos', name: '2 photos', where: 'Maple Street > Photo Inbox', deletedBy: 'editor' },
    ])
    // Not while its project is in the trash too.
    const gone = await owner.must(deleteProject, { query: { projectID } })
    expect((await owner.call(restore, { body: { trashID } })).problem.code).toBe('restore_parent_first')
    await owner.must(restore, { body: { trashID: gone.trashID } })
    await owner.must(restore, { body: { trashID } })
    expect((await inbox(owner)).photos).toHaveLength(3)

    const last = await owner.must(deleteInboxPhotos, { body: { projectID, photoIDs } })
    await owner.must(deletePermanently, { query: { trashID: last.trashID } })
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
    await owner.must(deletePermanently, { query: { trashID: project.trashID } })
    expect(await services.db.selectFrom('uploads').select('id').execute()).toEqual([])
    expect(await services.db.selectFrom('blobs').select('id').execute()).toEqual([])
  })

  test('stays with its project when a member deletes their account or the owner hands it over', async () => {
    const started = await start()
    const { owner, editor, newUser, services, clock, projectID, add, inbox, offer } = started
    const [mine, theirs] = [await add(owner, 'mine.jpg'), await add(editor, 'theirs.jpg')]
    expect((await editor.call(deleteMyAccount, { body: { currentPass: PASSWORD } })).status).toBeLessThan(300)
    expect(await bytesOf(owner, theirs.remote)).toBe('bytes of theirs.jpg')
    const buyer = await newUser('buyer')
    const token = await offer(owner, 'buyer@example.com', ALL_PARTS)
    await buyer.must(acceptOffer, { body: { token } })
    expect((await inbox(buyer)).photos).toHaveLength(2)
    expect((await owner.call(listInboxPhotos, { query: { projectID } })).status).toBe(404)
    expect((await owner.call(deleteMyAccount, { body: { currentPass: PASSWORD } })).status).toBeLessThan(300)
    clock.turn(HOUR / 10)
    await sweep(services)
    expect(await bytesOf(buyer, mine.remote)).toBe('bytes of mine.jpg')

    // Files that are not handed over are deleted, those of the inbox too.
    const heir = await newUser('heir')
    const offered = await offer(buyer, 'heir@example.com', { ...ALL_PARTS, files: false, history: false })
    await heir.must(acceptOffer, { body: { token: offered } })
    expect((await inbox(heir)).photos).toEqual([])
    expect(await services.db.selectFrom('uploads').select('id').execute()).toEqual([])
  })

  test('is part of exports and backups', async () => {
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

  test('refuses photos beyond its limit', async () => {
    const { owner, projectID, add, upload, services } = await start()
    await add(owner, 'first.jpg')
    await fill(services, projectID, MOST_INBOX_PHOTOS - 1)
    const remote = await upload(owner, 'one too many.jpg')
    expect((await owner.call(addInboxPhoto, { body: { projectID, remote } })).problem.fields?.['projectID']).toMatch(
      /^The photo inbox holds up to 1000 photos/,
    )
  })
})
