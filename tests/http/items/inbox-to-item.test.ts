import { describe, expect, test } from 'vitest'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import {
  addInboxPhoto,
  deleteInboxPhotos,
  MOST_INBOX_PHOTOS,
  addPhotosToItem,
} from '../../../src/shared/items/inbox.api.ts'
import { addItemFiles, createItem, deleteItem, getItem, updateItemFile } from '../../../src/shared/items/items.api.ts'
import { deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import { listTrash } from '../../../src/shared/history/trash.api.ts'
import { undo } from '../../../src/shared/history/undo.api.ts'
import { subcategoryIDs } from '../../support/test-app.ts'
import { start, bytesOf, fill } from './inbox-photos.ts'

describe('putting inbox photos on an item', () => {
  test('takes several photos at once, and Undo returns them unchanged to the inbox', async () => {
    const { owner, editor, viewer, projectID, hall, kitchen, add, inbox } = await start()
    const itemID = await owner.newItem(projectID, hall, { field1: 'Dry Sage' })
    const [first, second] = [await add(owner, 'plate.jpg', hall), await add(editor, 'plate.jpg', kitchen)]
    const before = await inbox(owner)
    const photoIDs = [second.photoID, first.photoID]
    expect((await viewer.call(addPhotosToItem, { body: { itemID, photoIDs } })).status).toBe(403)
    const absent = { itemID, photoIDs: [first.photoID, second.photoID + 100] }
    expect((await editor.call(addPhotosToItem, { body: absent })).status).toBe(404)
    expect(await inbox(owner)).toEqual(before)

    const { eventID, message } = await editor.must(addPhotosToItem, { body: { itemID, photoIDs } })
    expect(message).toBe('Added 2 photos to "Dry Sage"')
    expect((await inbox(owner)).photos).toEqual([])
    const files = async () => (await owner.must(getItem, { query: { itemID } })).attachments
    expect((await files()).map(({ name, remote }) => [name, remote])).toEqual([
      ['plate.jpg', first.remote],
      ['plate (2).jpg', second.remote],
    ])
    // Another user was faster.
    expect((await owner.call(addPhotosToItem, { body: { itemID, photoIDs } })).status).toBe(404)

    const undone = await owner.must(undo, { body: { eventID } })
    expect(undone.message).toBe('Put 2 photos back in the photo inbox.')
    expect(await files()).toEqual([])
    const { photos } = await inbox(owner)
    const withoutIDs = (all: typeof photos) => all.map(({ photoID: _, ...photo }) => photo)
    expect(withoutIDs(photos)).toEqual(withoutIDs(before.photos))
    expect(await bytesOf(viewer, first.remote)).toBe('bytes of plate.jpg')
    expect((await owner.call(undo, { body: { eventID } })).body).toMatchObject({ code: 'undone_already' })
    expect(await owner.must(listTrash, {})).toEqual([])
    const { events } = await owner.must(getActivity, { query: { projectID } })
    expect(events.slice(0, 2).map(({ kind, was, is }) => [kind, was, is])).toEqual([
      ['photos unsorted', '2 photos: Dry Sage', null],
      ['photos sorted', null, '2 photos: Dry Sage'],
    ])
  })

  test('is undone except for photos described since, and not at all if the item is gone', async () => {
    const { owner, editor, projectID, hall, kitchen, add, inbox } = await start()
    const itemID = await owner.newItem(projectID, kitchen)
    const [first, second] = [await add(owner, 'one.jpg', hall), await add(owner, 'two.jpg', hall)]
    const photoIDs = [first.photoID, second.photoID]
    const { eventID } = await owner.must(addPhotosToItem, { body: { itemID, photoIDs } })
    const inputs = { caption: 'Behind the panel' }
    await editor.must(updateItemFile, { body: { itemID, remote: first.remote, inputs } })
    await owner.must(deleteRoom, { query: { roomID: hall } })
    const { message } = await owner.must(undo, { body: { eventID } })
    expect(message).toBe('Put 1 photo back in the photo inbox.')
    expect((await inbox(owner)).photos).toMatchObject([{ filename: 'two.jpg', roomID: null }])
    expect((await owner.must(getItem, { query: { itemID } })).attachments).toMatchObject([{ name: 'one.jpg' }])

    const [photo] = (await inbox(owner)).photos
    const again = await owner.must(addPhotosToItem, { body: { itemID, photoIDs: [photo?.photoID ?? 0] } })
    await owner.must(deleteItem, { query: { itemID } })
    const refused = await owner.call(undo, { body: { eventID: again.eventID } })
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'changed_since' }])
  })

  test('is not undone for photos that the full inbox has no room for', async () => {
    const { owner, services, projectID, hall, add, inbox } = await start()
    const itemID = await owner.newItem(projectID, hall)
    const photo = await add(owner, 'plate.jpg', hall)
    const sorted = await owner.must(addPhotosToItem, { body: { itemID, photoIDs: [photo.photoID] } })
    await owner.must(deleteItem, { query: { itemID: await owner.newItem(projectID, hall, { field1: 'Old Tap' }) } })
    const { events } = await owner.must(getActivity, { query: { projectID } })
    const deleted = events.find(({ kind }) => kind === 'item deleted')?.eventID ?? 0
    await fill(services, projectID, MOST_INBOX_PHOTOS)
    const both = await owner.must(undo, { body: { eventIDs: [sorted.eventID, deleted] } })
    expect([both.message, both.eventIDs.length]).toEqual(['Restored 1 item.', 1])
    expect((await owner.must(getItem, { query: { itemID } })).attachments).toMatchObject([{ remote: photo.remote }])
    expect(await bytesOf(owner, photo.remote)).toBe('bytes of plate.jpg')

    const [waiting] = (await inbox(owner)).photos
    await owner.must(deleteInboxPhotos, { body: { projectID, photoIDs: [waiting?.photoID ?? 0] } })
    await owner.must(undo, { body: { eventID: sorted.eventID } })
    expect((await inbox(owner)).photos).toHaveLength(MOST_INBOX_PHOTOS)
    expect((await owner.must(getItem, { query: { itemID } })).attachments).toEqual([])
  })

  test('is not undone for a photo now in the trash of the inbox, but is for one that is in the inbox again', async () => {
    const { owner, projectID, hall, add, inbox } = await start()
    const itemID = await owner.newItem(projectID, hall)
    const sort = async (name: string) => {
      const photo = await add(owner, name, hall)
      const { eventID } = await owner.must(addPhotosToItem, { body: { itemID, photoIDs: [photo.photoID] } })
      const again = await owner.must(addInboxPhoto, { body: { projectID, remote: photo.remote } })
      return { eventID, photoID: again.photoID, remote: photo.remote }
    }
    const remotes = async () =>
      (await owner.must(getItem, { query: { itemID } })).attachments.map(({ remote }) => remote)
    const [deleted, waits] = [await sort('deleted.jpg'), await sort('waits.jpg')]
    await owner.must(deleteInboxPhotos, { body: { projectID, photoIDs: [deleted.photoID] } })
    expect((await owner.call(undo, { body: { eventID: deleted.eventID } })).problem.code).toBe('changed_since')
    expect(await remotes()).toEqual([deleted.remote, waits.remote])
    await owner.must(undo, { body: { eventID: waits.eventID } })
    expect(await remotes()).toEqual([deleted.remote])
    expect((await inbox(owner)).photos.map(({ photoID }) => photoID)).toEqual([waits.photoID])
  })

  test('removes a photo that the item already has from the inbox, and Undo leaves it on the item', async () => {
    const { owner, projectID, hall, add, upload, inbox } = await start()
    const itemID = await owner.newItem(projectID, hall)
    const remote = await upload(owner, 'manual.png')
    const files = [{ name: 'Manual.png', remote }]
    await owner.must(addItemFiles, { body: { itemID, files } })
    const again = () => owner.must(addInboxPhoto, { body: { projectID, remote } })
    const [{ photoID }, other] = [await again(), await add(owner, 'other.jpg')]
    const { eventID } = await owner.must(addPhotosToItem, { body: { itemID, photoIDs: [photoID, other.photoID] } })
    expect((await inbox(owner)).photos).toEqual([])
    const names = async () => (await owner.must(getItem, { query: { itemID } })).attachments.map(({ name }) => name)
    expect(await names()).toEqual(['Manual.png', 'other.jpg'])
    expect((await owner.must(undo, { body: { eventID } })).message).toBe('Put 1 photo back in the photo inbox.')
    expect(await names()).toEqual(['Manual.png'])

    const alone = await owner.must(addPhotosToItem, { body: { itemID, photoIDs: [(await again()).photoID] } })
    expect((await owner.call(undo, { body: { eventID: alone.eventID } })).problem.code).toBe('changed_since')
    await again()
    await owner.must(addItemFiles, { body: { itemID, files } })
    expect((await inbox(owner)).photos.map(({ filename }) => filename)).toEqual(['other.jpg'])
    expect(await names()).toEqual(['Manual.png'])
  })

  test('is open to editors, for existing and new items and photos of any member', async () => {
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
})
