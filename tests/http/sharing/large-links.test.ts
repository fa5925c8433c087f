import { expect, test } from 'vitest'
import { getItem } from '../../../src/shared/items/items.api.ts'
import { searchView, VIEW_ITEMS, viewItems, viewRoom } from '../../../src/shared/sharing/links.api.ts'
import { makeMissingWords } from '../../../src/server/search/words-of-items.repo.ts'
import { askByLink, newToken } from '../../support/links.ts'
import { startTestApp } from '../../support/test-app.ts'

test('a read-only link shows a large room and searches it in parts, each item once and in order', async () => {
  const started = await startTestApp()
  const owner = await started.newUser('owner')
  const projectID = await owner.newProject('Maple Street')
  const roomID = await owner.newRoom(projectID)
  const first = await owner.newItem(projectID, roomID, { field1: 'Quill', field2: 'Castellan' })
  const { id: _, ...row } = await started.services.db
    .selectFrom('items')
    .selectAll()
    .where('id', '=', first)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: VIEW_ITEMS }, (_, at) => ({ ...row, field2: at === 400 ? 'Quill' : row.field2 }))
  const added = await started.services.db.insertInto('items').values(rows).returning('id').execute()
  const ids = [first, ...added.map(({ id }) => id)].toSorted((one, other) => one - other)

  const { labels } = await owner.must(getItem, { query: { itemID: first } })
  const propID = labels.find(({ field }) => field === 'field1')?.propID ?? 0
  const { token } = await newToken(owner, projectID, { hides: { labels: [propID] } })
  const opened = await askByLink(started, token, viewRoom, { query: { roomID } })
  const room = viewRoom.response.parse(opened.json())
  expect(room.items).toHaveLength(VIEW_ITEMS)
  const rest = await askByLink(started, token, viewItems, { query: { roomID, from: room.next } })
  const { items, next } = viewItems.response.parse(rest.json())
  expect([...room.items, ...items].map(({ itemID }) => itemID)).toEqual(ids)
  expect(next).toBeNull()

  const searched = async () => {
    const found: number[] = []
    for (let from: number | undefined, parts = 1; ; parts++) {
      const answer = await askByLink(started, token, searchView, { query: { q: 'quill', ...(from && { from }) } })
      const part = searchView.response.parse(answer.json())
      found.push(...part.items.map(({ itemID }) => itemID))
      if (part.next === null) return { found, parts, more: part.more }
      from = part.next
    }
  }
  // The words of the added ones are not stored yet, so each may contain the word; then, that it is hidden in the others.
  const expected = { found: [ids[401]], parts: expect.any(Number) as number, more: false }
  expect(await searched()).toEqual(expected)
  await makeMissingWords(started.services.db)
  expect(await searched()).toEqual(expected)
  expect((await searched()).parts).toBeGreaterThan(1)
})
