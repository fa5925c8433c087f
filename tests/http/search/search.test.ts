import { describe, expect, test } from 'vitest'
import { deleteItem, getItem } from '../../../src/shared/items/items.api.ts'
import { HITS_AT_ONCE, usedInRooms, whereUsed, type Found } from '../../../src/shared/search/search.api.ts'
import { subcategoryIDs } from '../../support/test-app.ts'
import { byRank, idsOf, start } from './found-items.ts'

/** Texts of one item each, and queries with the texts they find, in any order. */
const TEXTS = {
  eiche: 'Eiche natur, geölt – Fußboden',
  strasse: 'Straße 5, Große Tür',
  creme: 'Crème brûlée, façade côté œuvre',
  bano: 'Baño pequeño, año 2024',
  lodz: 'Łódź żółty ściana',
  odos: 'ΟΔΟΣ Ερμού, λευκό',
  elka: 'Ёлка зелёная, йод',
  arabic: 'شَارِع أحمد رمـــادي',
  hebrew: 'שָׁלוֹם לבן',
  chinese: '原木地板',
  japanese: 'システム・キッチン ｶﾞﾗｽ',
  korean: '원목 마루',
  thai: 'ไม้สักทอง',
  code: 'SW 7008',
  model: 'HV-6102-B',
  serial: '4F7A9C2E11',
  fraction: '1¼ in',
  size: '60 × 80 cm',
  emoji: '🛁🚿',
  digits: '٧٠٠٨١',
} as const
type Name = keyof typeof TEXTS

const QUERIES: readonly [query: string, ...finds: Name[]][] = [
  ['eiche', 'eiche'],
  ['EICHE Natur', 'eiche'],
  ['geolt', 'eiche'],
  ['fussboden', 'eiche'],
  ['strasse', 'strasse'],
  ['STRASSE 5', 'strasse'],
  ['grosse tur', 'strasse'],
  ['creme', 'creme'],
  ['facade oeuvre', 'creme'],
  ['bano', 'bano'],
  ['BAÑO 2024', 'bano'],
  ['lodz', 'lodz'],
  ['zolty sciana', 'lodz'],
  ['οδός', 'odos'],
  ['λευκο ερμου', 'odos'],
  ['елка', 'elka'],
  ['ЙОД зеленая', 'elka'],
  ['شارع', 'arabic'],
  ['رمادي احمد', 'arabic'],
  ['שלום', 'hebrew'],
  ['地板', 'chinese'],
  ['原木 地板', 'chinese'],
  ['システムキッチン', 'japanese'],
  ['ガラス', 'japanese'],
  ['마루', 'korean'],
  ['원목마루', 'korean'],
  ['สัก', 'thai'],
  ['sw7008', 'code'],
  ['SW-7008', 'code'],
  ['sw 70', 'code'],
  ['6102b', 'model'],
  ['hv 6102', 'model'],
  ['hv6102b', 'model'],
  ['4f7a9c2e11', 'serial'],
  ['1 1/4', 'fraction'],
  ['1¼', 'fraction'],
  ['60x80', 'size'],
  ['60 x 80', 'size'],
  ['🚿', 'emoji'],
  ['70081', 'digits'],
  ['7008', 'code', 'digits'],
  ['iche'],
  ['eiche strasse'],
  ["'; drop table items; --"],
  ['%'],
  ['=xyz'],
]

test('each query finds exactly its texts, in every script and on both databases', async () => {
  const { user, projectID, roomID, found } = await start()
  const ids = new Map<number, Name>()
  for (const [name, text] of Object.entries(TEXTS) as [Name, string][]) {
    ids.set(await user.newItem(projectID, roomID, { field1: text }), name)
  }
  const wrong: unknown[] = []
  for (const [query, ...expected] of QUERIES) {
    const names = (await found(query)).map((id) => ids.get(id)).sort()
    if (names.join() !== expected.toSorted().join()) wrong.push({ query, expected, names })
  }
  expect(wrong).toEqual([])
})

describe('a hit', () => {
  test('has its place, the fields with its words, and highlights', async () => {
    const { user, projectID, roomID, find } = await start()
    const [file] = await user.upload([{ name: 'Original name.pdf', bytes: Buffer.from('a') }])
    const files = JSON.stringify({ 'care guide.pdf': file?.remote })
    const itemID = await user.newItem(
      projectID,
      roomID,
      { field1: 'Castellan', field3: 'HV-6102', notes: 'Left of it' },
      files,
    )
    const answer = await find('hv61 guide left')
    expect(answer).toMatchObject({
      after: null,
      groups: [
        {
          projectID,
          name: { text: 'Quarry Lodge', marks: [] },
          may: 'own',
          rank: null,
          rooms: [
            {
              roomID,
              name: { text: 'Scullery' },
              rank: null,
              items: [{ itemID, subCatName: { text: 'Faucet' }, rank: 1, field1: 'Castellan', field3: 'HV-6102' }],
            },
          ],
        },
      ],
    })
    const [hit] = byRank(answer.groups)
    const { labels, telling } = await user.must(getItem, { query: { itemID } })
    expect(hit).toMatchObject({ labels, telling })
    expect(hit?.found.map(({ in: where, shown }) => [where, shown])).toEqual([
      ['field', { text: 'HV-6102', marks: [[0, 5]] }],
      ['notes', { text: 'Left of it', marks: [[0, 4]] }],
      ['file', { text: 'care guide.pdf', marks: [[5, 10]] }],
    ])
    expect(await find('original')).toMatchObject({
      groups: [{ rooms: [{ items: [{ found: [{ shown: { text: 'Original name.pdf' } }] }] }] }],
    })
  })

  test('is found by subcategory, category, room and project, and by a label that has a value', async () => {
    const { user, projectID, roomID, found } = await start()
    const { labels } = await user.must(getItem, { query: { itemID: await user.newItem(projectID, roomID, {}) } })
    const last = labels.at(-1)
    const itemID = await user.newItem(projectID, roomID, { [last?.field ?? 'field1']: 'zzz' })
    expect(await found(`zzz ${last?.label}`)).toEqual([itemID])
    expect(await found(`zzz faucet plumbing`)).toEqual([itemID])
    expect(await found('zzz scullery quarry lodge burlington')).toEqual([itemID])
    expect(await found(`${last?.label}`)).toEqual([itemID])
    expect(await found('zzz attic')).toEqual([])
  })

  test('is ranked by fit: whole value, value, label, notes, file', async () => {
    const { user, projectID, roomID, found } = await start()
    const [file] = await user.upload([{ name: 'walnut.pdf', bytes: Buffer.from('a') }])
    const inFile = await user.newItem(projectID, roomID, {}, JSON.stringify({ 'walnut.pdf': file?.remote }))
    const inNotes = await user.newItem(projectID, roomID, { notes: 'like walnut' })
    const inValue = await user.newItem(projectID, roomID, { field1: 'Walnut Hill' })
    const whole = await user.newItem(projectID, roomID, { field3: 'Walnut' })
    expect(await found('walnut')).toEqual([whole, inValue, inNotes, inFile])
  })

  test('is ranked first if it is what was named, and found by the trade that works on it', async () => {
    const { user, projectID, roomID, found } = await start()
    const light = await user.newItem(projectID, roomID, { field1: 'Wall' })
    const place = { projectID, roomID, inputs: { field2: 'Dry Sage' } }
    const paint = await user.newItemOf(['Paint', 'Wall Paint'], place)
    expect(await found('scullery wall')).toEqual([paint, light])
    expect(await found('painter')).toEqual([paint])
  })

  test('is on one of several pages of twenty, each hit once', async () => {
    const { user, projectID, roomID, find } = await start()
    const items: number[] = []
    for (let n = 0; n < 2 * HITS_AT_ONCE + 3; n++) {
      items.push(await user.newItem(projectID, roomID, n % 3 === 0 ? { notes: 'brass' } : { field1: 'Brass' }))
    }
    const pages: number[][] = []
    let after: string | null | undefined
    while (after !== null) {
      const answer: Found = await find('brass', after === undefined ? {} : { after })
      pages.push(idsOf(answer))
      after = answer.after
    }
    expect(pages.map(({ length }) => length)).toEqual([HITS_AT_ONCE, HITS_AT_ONCE, 3])
    expect(pages.flat().toSorted((one, other) => one - other)).toEqual(items)
  })
})

test('exact words rank before prefixes, and fractions do not match other numbers', async () => {
  const { user, projectID, roomID, found } = await start()
  const switches: number[] = []
  for (let n = 0; n < 3; n++) switches.push(await user.newItem(projectID, roomID, { field1: `Switch 120V ${n}` }))
  const valve = await user.newItem(projectID, roomID, { field1: 'Ball valve 1/2" brass' })
  const oakland = await user.newItem(projectID, roomID, { field1: 'Oakland' })
  const oak = await user.newItem(projectID, roomID, { notes: 'made of oak' })
  const dozen = await user.newItem(projectID, roomID, { field1: 'Box of 12 pieces' })
  expect(await found('1/2"')).toEqual([valve])
  expect(await found('½')).toEqual([valve])
  expect(await found('12')).toEqual([dozen, ...switches])
  expect(await found('oak')).toEqual([oak, oakland])
})

test('parts of longer words rank last, and umlauts match their spellings', async () => {
  const { user, projectID, roomID, find, found } = await start()
  const compound = await user.newItem(projectID, roomID, { field1: 'Bürostuhl', field3: 'WH1234567X' })
  const chair = await user.newItem(projectID, roomID, { field1: 'Stuhl' })
  const mill = await user.newItem(projectID, roomID, { field1: 'Mueller' })
  const hall = await user.newRoom(projectID, 'Wohnzimmer')
  expect(await found('stuhl')).toEqual([chair, compound])
  expect(await found('567x')).toEqual([])
  expect(await found('34567')).toEqual([compound])
  expect(await found('4567')).toEqual([compound])
  expect(await found('buerost')).toEqual([compound])
  expect(await found('Müller')).toEqual([mill])
  expect((await find('zimmer')).groups[0]?.rooms).toMatchObject([{ roomID: hall, rank: 1 }])
})

test('many rooms and projects are shown in pages with their total, each once', async () => {
  const { user, find } = await start()
  for (let n = 0; n < 50; n++) await user.newRoom(await user.newProject(`Unit ${n}`), 'Bathroom')
  for (const [q, projects, rooms] of [
    ['bathroom', 0, 50],
    ['unit', 50, 0],
  ] as const) {
    const seen: string[] = []
    let afterPlaces: string | null | undefined
    while (afterPlaces !== null) {
      const answer: Found = await find(q, afterPlaces === undefined ? {} : { afterPlaces })
      expect(answer).toMatchObject({ projects, rooms, after: null })
      for (const group of answer.groups) {
        if (group.rank !== null) seen.push(`project ${group.projectID}`)
        for (const room of group.rooms) if (room.rank !== null) seen.push(`room ${room.roomID}`)
      }
      afterPlaces = answer.afterPlaces
    }
    expect([seen.length, new Set(seen).size]).toEqual([50, 50])
  }
  // Best first: the exact word before prefixes.
  expect((await find('unit 4')).groups[0]?.name.text).toBe('Unit 4')
})

test('rooms and projects are found by name, limited to one project or category on request', async () => {
  const { user, projectID, roomID, find } = await start()
  const itemID = await user.newItem(projectID, roomID, { field1: 'Castellan' })
  const other = await user.newProject('Harbor Loft')
  const otherRoom = await user.newRoom(other, 'Scullery')
  const ranks = async (q: string, more: object = {}) =>
    (await find(q, more)).groups.map((group) => ({
      project: group.projectID,
      rank: group.rank,
      rooms: group.rooms.map((room) => [room.roomID, room.rank, room.items.length]),
    }))
  expect(await ranks('harbor')).toEqual([{ project: other, rank: 1, rooms: [] }])
  expect(await ranks('scullery')).toEqual([
    { project: other, rank: null, rooms: [[otherRoom, 1, 0]] },
    { project: projectID, rank: null, rooms: [[roomID, 2, 1]] },
  ])
  expect(await ranks('scullery', { projectID })).toEqual([{ project: projectID, rank: null, rooms: [[roomID, 1, 1]] }])
  const { catID } = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Faucet')
  expect(await ranks('scullery', { catID })).toEqual([{ project: projectID, rank: null, rooms: [[roomID, null, 1]] }])
  expect(await ranks('castellan', { catID: catID + 1 })).toEqual([])
  expect(idsOf(await find('castellan quarry', { projectID }))).toEqual([itemID])
})

test('one typo in a long word is corrected if nothing matches exactly, and the answer says so', async () => {
  const { user, projectID, roomID, find } = await start()
  const itemID = await user.newItem(projectID, roomID, { field1: 'Harrow & Vale', notes: 'ceramic cartridge' })
  for (const q of [
    'harow',
    'harrwo vale',
    'xarrow',
    'catridge',
    'cartrigde scullery',
    'fauect',
    'sculery castellan'.split(' ')[0] ?? '',
  ]) {
    const answer = await find(q)
    expect({ q, items: idsOf(answer) }).toEqual({ q, items: [itemID] })
    expect(answer.read).toHaveLength(1)
  }
  expect((await find('Harow')).read).toEqual([{ word: 'Harow', as: ['harrow'] }])
  expect((await find('harrow')).read).toEqual([])
  expect(idsOf(await find('vael'))).toEqual([])
  expect(idsOf(await find('harrow-vale'))).toEqual([itemID])
})

test('two joined words are separated if nothing has the joined word, and every page says so', async () => {
  const { user, projectID, roomID, find, found } = await start()
  const itemIDs: number[] = []
  for (let n = 0; n < HITS_AT_ONCE + 2; n++)
    itemIDs.push(await user.newItem(projectID, roomID, { field1: 'Smoke detector' }))
  const first = await find('Smokedetector scullery')
  expect(first.read).toEqual([{ word: 'Smokedetector', as: ['smoke detector'] }])
  expect(idsOf(first)).toEqual(itemIDs.slice(0, HITS_AT_ONCE))
  expect(idsOf(await find('Smokedetector scullery', { after: first.after }))).toEqual(itemIDs.slice(HITS_AT_ONCE))
  expect(await found('smokexylophone')).toEqual([])
  const whole = await user.newItem(projectID, roomID, { field1: 'Smokedetector' })
  expect(await found('smokedetector')).toEqual([whole])
})

test('1.5 does not match 15, and the answer names ignored words beyond the sixth', async () => {
  const { user, projectID, roomID, find, found } = await start()
  const hose = await user.newItem(projectID, roomID, { field1: 'Hose 1,5 m' })
  const bulb = await user.newItem(projectID, roomID, { field1: 'Bulb 15 W' })
  expect(await found('1.5')).toEqual([hose])
  expect(await found('15')).toEqual([bulb])
  const seven = await find('hose 1.5 m quarry lodge scullery Brass')
  expect([idsOf(seven), seven.ignored]).toEqual([[hose], ['Brass']])
})

test('an empty result names close matches and the missing word', async () => {
  const { user, projectID, roomID, find } = await start()
  const itemID = await user.newItem(projectID, roomID, { field1: 'Dry Sage' })
  await user.newItem(projectID, roomID, { field1: 'Dry Oak' })
  const answer = await find('dry sage Xylophone')
  expect(answer).toMatchObject({ groups: [], missing: ['Xylophone'] })
  expect(byRank(answer.close).map((hit) => hit.itemID)).toEqual([itemID])
  expect(await find('Xylophone')).toEqual({
    ...{ groups: [], after: null, projects: 0, rooms: 0, afterPlaces: null, totals: null },
    ...{ read: [], close: [], missing: ['Xylophone'], ignored: [] },
  })
  expect(await find('?!')).toEqual({
    ...{ groups: [], after: null, projects: 0, rooms: 0, afterPlaces: null, totals: null },
    ...{ read: [], close: [], missing: [], ignored: [] },
  })
})

test('equal values of a label are counted and found in any spelling', async () => {
  const { user, newUser, projectID, roomID, find, db } = await start()
  const itemID = await user.newItem(projectID, roomID, { field1: 'SW 7008', field3: '-' })
  const second = await user.newItem(projectID, await user.newRoom(projectID), { field1: 'sw-7008' })
  const third = await user.newItem(projectID, roomID, { field1: 'SW7008', field2: 'Other' })
  await user.newItem(projectID, roomID, { field2: 'SW 7008' })
  await user.newItem(projectID, roomID, { field1: 'SW 70081' })
  const trashed = await user.newItem(projectID, roomID, { field1: 'SW 7008' })
  await user.must(deleteItem, { query: { itemID: trashed } })
  const stranger = await newUser('stranger')
  const theirs = await stranger.newProject()
  await stranger.newItem(theirs, await stranger.newRoom(theirs), { field1: 'SW 7008' })
  const { values } = await user.must(whereUsed, { query: { itemID } })
  expect(values).toEqual([{ field: 'field1', propID: expect.any(Number) as number, items: 3, rooms: 2 }])
  const [value] = values
  const inRoom = (await user.must(usedInRooms, { query: { roomID } })).items
  expect(inRoom[0]).toEqual({ itemID, propID: value?.propID, value: 'SW 7008', items: 3, rooms: 2 })
  expect(idsOf(await find('SW 7008', { propID: value?.propID }))).toEqual([itemID, second, third])
  expect(idsOf(await find('SW', { propID: value?.propID }))).toEqual([])
  expect(await db.selectFrom('items_without_words').selectAll().execute()).toEqual([])
})
