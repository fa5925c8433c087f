import { expect, test } from 'vitest'
import { addItemFiles, deleteItem, deleteItemFile } from '../../../src/shared/items/items.api.ts'
import { HITS_AT_ONCE, search, type Found, type HitKind } from '../../../src/shared/search/search.api.ts'
import { restore } from '../../../src/shared/history/trash.api.ts'
import { addMember } from '../../support/members.ts'
import { pdfOf } from '../../support/pdf.ts'
import { startTestApp, type Client } from '../../support/test-app.ts'

const itemsIn = ({ groups }: Found) =>
  groups.flatMap(({ rooms }) => rooms.flatMap(({ items }) => items)).toSorted((one, other) => one.rank - other.rank)
const idsOf = (found: Found) => itemsIn(found).map(({ itemID }) => itemID)
const textsOf = (found: Found) =>
  itemsIn(found).flatMap((item) =>
    item.found.flatMap((place) => (place.in === 'text' ? [`${place.shown.text}, page ${place.page}`] : [])),
  )

const MANUAL = pdfOf(12, {
  lines: (page) => [
    `Sheet ${page}`,
    'Rinse daily',
    ...(page === 7 ? ['Cartridge'] : []),
    ...(page >= 11 ? ['Replace the cartridge', 'with pliers'] : []),
  ],
})

const start = async () => {
  const started = await startTestApp()
  const user = await started.newUser('user')
  const projectID = await user.newProject('Quarry Lodge')
  const roomID = await user.newRoom(projectID, 'Scullery')
  const attach = async (itemID: number, name: string, bytes: Buffer, client: Client = user): Promise<string> => {
    const [file] = await client.upload([{ name, bytes }])
    const remote = file?.remote ?? ''
    await client.must(addItemFiles, { body: { itemID, files: [{ name, remote }] } })
    return remote
  }
  const find = (q: string, more: object = {}, client: Client = user) => client.must(search, { query: { q, ...more } })
  return { ...started, user, projectID, roomID, attach, find }
}

test('an item is found by words of its manual, with the page that has the most of them', async () => {
  const { user, projectID, roomID, attach, find, jobsDone } = await start()
  const itemID = await user.newItem(projectID, roomID, { field1: 'Castellan' })
  const remote = await attach(itemID, 'manual.pdf', MANUAL)
  await jobsDone()
  expect(textsOf(await find('CARTRIDGE'))).toEqual(['manual.pdf, page 7'])
  expect(textsOf(await find('pliers cartr'))).toEqual(['manual.pdf, page 11'])
  const found = await find('castellan scullery pliers')
  expect(idsOf(found)).toEqual([itemID])
  expect(itemsIn(found)[0]?.found.find((place) => place.in === 'text')).toMatchObject({
    ...{ remote, page: 11 },
    excerpt: { text: 'Sheet 11 Rinse daily Replace the cartridge with pliers', marks: [[48, 54]] },
  })
  expect(idsOf(await find('castellan walnut'))).toEqual([])
})

test('a text file is found without a page', async () => {
  const { user, projectID, roomID, attach, find, jobsDone } = await start()
  const itemID = await user.newItem(projectID, roomID)
  const far = 'oak '.repeat(200)
  await attach(itemID, 'notes.txt', Buffer.from(`${far}Gasket,\n木地板 ${far}`))
  await jobsDone()
  expect(textsOf(await find('gasket'))).toEqual(['notes.txt, page null'])
  const [place] = itemsIn(await find('gasket'))[0]?.found ?? []
  expect(place?.excerpt?.text).toMatch(/^… (?:oak )+Gasket, 木地板 (?:oak )+…$/)
  expect(idsOf(await find('地板'))).toEqual([itemID])
})

test('ends of words match too, of compounds and serial numbers, with the page', async () => {
  const { user, projectID, roomID, attach, find, jobsDone } = await start()
  const itemID = await user.newItem(projectID, roomID)
  const lines = (page: number) => (page === 2 ? ['Gartenstuhl', 'WH1234567X'] : ['Receipt'])
  await attach(itemID, 'receipt.pdf', pdfOf(2, { lines }))
  await jobsDone()
  for (const q of ['stuhl', '34567', '4567X', 'WH1234567X']) {
    expect([q, textsOf(await find(q))]).toEqual([q, ['receipt.pdf, page 2']])
  }
  expect(idsOf(await find('artenst'))).toEqual([])
})

test('items with the words rank before items whose files have them, over all pages, each once', async () => {
  const { user, projectID, roomID, attach, find, jobsDone } = await start()
  const inFiles: number[] = []
  for (let n = 0; n < HITS_AT_ONCE + 5; n++) {
    const itemID = await user.newItem(projectID, roomID)
    await attach(itemID, 'manual.pdf', MANUAL)
    inFiles.push(itemID)
  }
  const itself = await user.newItem(projectID, roomID, { notes: 'new cartridge' })
  await attach(itself, 'manual.pdf', MANUAL)
  await jobsDone()
  const first = await find('cartridge')
  expect(idsOf(first)).toEqual([itself, ...inFiles.slice(0, HITS_AT_ONCE - 1)])
  const second = await find('cartridge', { after: first.after })
  expect(idsOf(second)).toEqual(inFiles.slice(HITS_AT_ONCE - 1))
  expect(second.after).toBeNull()
})

test('removed files, items in the trash, and equal bytes of strangers are not found', async () => {
  const { user, newUser, services, projectID, roomID, attach, find, jobsDone } = await start()
  const stranger = await newUser('stranger')
  const theirProject = await stranger.newProject('Mill House')
  const theirItem = await stranger.newItem(theirProject, await stranger.newRoom(theirProject))
  const [first, second] = [await user.newItem(projectID, roomID), await user.newItem(projectID, roomID)]
  const remote = await attach(first, 'manual.pdf', MANUAL)
  await attach(second, 'manual.pdf', MANUAL)
  await jobsDone()
  expect(idsOf(await find('cartridge'))).toEqual([first, second])
  expect(idsOf(await find('cartridge', {}, stranger))).toEqual([])
  await attach(theirItem, 'manual.pdf', MANUAL, stranger)
  await jobsDone()
  expect(idsOf(await find('cartridge', {}, stranger))).toEqual([theirItem])

  const member = await newUser('member')
  await addMember(services.db, projectID, 'member', 'viewer')
  expect(idsOf(await find('cartridge', {}, member))).toEqual([first, second])
  await services.db.deleteFrom('project_members').execute()
  expect(idsOf(await find('cartridge', {}, member))).toEqual([])

  const removed = await user.must(deleteItemFile, { query: { itemID: first, remote } })
  expect(idsOf(await find('cartridge'))).toEqual([second])
  const { trashID } = await user.must(deleteItem, { query: { itemID: second } })
  expect(idsOf(await find('cartridge'))).toEqual([])
  await user.must(restore, { body: { trashID } })
  await user.must(restore, { body: { trashID: removed.trashID } })
  expect(idsOf(await find('cartridge'))).toEqual([first, second])
  expect(idsOf(await find('cartridge', {}, stranger))).toEqual([theirItem])
})

test('one typo in a word of a manual is corrected if nothing has the word itself', async () => {
  const { user, projectID, roomID, attach, find, jobsDone } = await start()
  const itemID = await user.newItem(projectID, roomID)
  await attach(itemID, 'manual.pdf', MANUAL)
  await jobsDone()
  for (const typed of ['cartrdige', 'cartidge', 'carttridge', 'cartridgw', 'acrtridge', 'ccartridge', 'crtridge']) {
    const found = await find(typed)
    expect([typed, idsOf(found)]).toEqual([typed, [itemID]])
    expect(found.read).toEqual([{ word: typed, as: ['cartridge'] }])
    expect(textsOf(found)).toEqual(['manual.pdf, page 7'])
  }
  expect(idsOf(await find('karburator'))).toEqual([])
})

test('totals count items and files over all pages, by project and category, and filters keep them', async () => {
  const { user, projectID, roomID, attach, find, jobsDone } = await start()
  const mill = await user.newProject('Mill House')
  const pantry = await user.newRoom(mill, 'Cartridge Room')
  const [itself, byName, inText] = [
    await user.newItem(projectID, roomID, { notes: 'new cartridge' }),
    await user.newItem(projectID, roomID),
    await user.newItem(mill, await user.newRoom(mill)),
  ]
  await attach(byName, 'cartridge.txt', Buffer.from('Brass'))
  await attach(inText, 'manual.pdf', MANUAL)
  const there = await user.newItem(mill, pantry)
  await jobsDone()
  const all = await find('cartridge', { countFiles: true })
  expect(all.totals).toMatchObject({
    ...{ items: 2, inFiles: 2 },
    projects: [
      { name: 'Mill House', items: 2, rooms: 2 },
      { name: 'Quarry Lodge', items: 2, rooms: 1 },
    ],
    categories: [{ name: 'Plumbing', items: 4 }],
  })
  expect(itemsIn(all).map(({ itemID, inFiles }) => [itemID, inFiles])).toEqual([
    [itself, false],
    [byName, true],
    [there, false],
    [inText, true],
  ])
  const only = async (kind: HitKind) => {
    const found = await find('cartridge', { countFiles: true, kind })
    expect(found.totals).toEqual(all.totals)
    expect(found.rooms).toBe(1)
    return {
      items: idsOf(found),
      rooms: found.groups.flatMap(({ rooms }) => rooms.filter(({ rank }) => rank !== null)),
    }
  }
  expect(await only('items')).toEqual({ items: [itself, there], rooms: [] })
  expect(await only('files')).toEqual({ items: [byName, inText], rooms: [] })
  expect(await only('rooms')).toMatchObject({ items: [], rooms: [{ roomID: pantry }] })
  expect((await find('cartridge')).totals).toMatchObject({ items: 2, inFiles: 1 })
  expect((await find('cartridge', { projectID })).totals).toMatchObject({ projects: [{ projectID, items: 2 }] })
  expect((await find('walnut')).totals).toBeNull()
})

test('equal bytes on several items are told apart from other files', async () => {
  const { user, projectID, roomID, attach, find, jobsDone } = await start()
  const itemIDs = [await user.newItem(projectID, roomID), await user.newItem(projectID, roomID)]
  for (const itemID of itemIDs) await attach(itemID, 'manual.pdf', MANUAL)
  await attach(itemIDs[0] ?? 0, 'notes.txt', Buffer.from('Cartridge'))
  await jobsDone()
  const files = itemsIn(await find('cartridge')).map(({ found }) => found.map(({ bytes }) => bytes))
  const [manual, notes] = files[0] ?? []
  expect(notes).not.toBe(manual)
  expect(files).toEqual([[manual, notes], [manual]])
})
