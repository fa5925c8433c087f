import { expect, test } from 'vitest'
import { createLink, listLinks } from '../../../src/shared/sharing/links.api.ts'
import { listFields } from '../../../src/shared/structure/room-structure.api.ts'
import { startWithHome } from '../../support/furnished-home.ts'
import { readPDF } from '../../support/read-pdf.ts'
import { subcategoryIDs, type Client } from '../../support/test-app.ts'

const SAGE = { field1: 'Harrow & Vale Matte', field2: 'Dry Sage #B9C6B4', field3: 'HV-6102', field4: 'Eggshell' }
const SLATE = { ...SAGE, field2: 'Harbor Slate #24424A', field3: 'HV-6204' }

const scheduleOf = async (client: Client, asked: Record<string, string | number>) => {
  const query = new URLSearchParams({ kind: 'schedule', ...asked } as Record<string, string>)
  const response = await client.raw({ url: `/paper?${query}` })
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
  const pdf = await readPDF(response.rawPayload)
  return { ...pdf, lines: pdf.pages.flatMap(({ lines }) => lines) }
}

test('the finish schedule has a row per room with finishes, a column per surface, and a legend of marks', async () => {
  const { robin, projectID, hall, kitchen, newItem, newUser } = await startWithHome()
  await robin.newRoom(projectID, 'Attic')
  await newItem('wall', hall, { ...SAGE, field5: 'All walls', notes: 'Two coats, #x *b* $y$' })
  await newItem('wall', kitchen, { ...SAGE, field4: 'Satin', field5: 'East and north walls' })
  await newItem('wall', kitchen, { ...SLATE, field5: 'alcove' })
  await newItem('wall', kitchen, { ...SLATE, field5: 'Wall and ceiling' })
  await newItem('wall', kitchen, { ...SLATE, field5: 'All walls' })
  await newItem('trim', kitchen, { ...SLATE, field5: 'Around the large window that looks to the garden' })
  await newItem('floor', kitchen, { field1: 'Lindqvist', field2: 'Red Oak', field3: 'Natural', field5: 'Oiled' })
  await newItem('faucet', kitchen, { field1: 'Castellan' })

  const schedule = await scheduleOf(robin, { projectID })
  const { Title, Language, isTagged, accessible, outline, lines, pages } = schedule
  expect({ Title, Language, isTagged, accessible }).toEqual({
    ...{ Title: 'Finish Schedule, Maple Street', Language: 'en', isTagged: true, accessible: '1' },
  })
  expect(outline).toEqual(['Finish Schedule'])
  expect([...schedule.fonts.values()]).not.toContain(false)
  expect(pages.map(({ width, height }) => [width, height])).toEqual([[792, 612]])
  expect(pages[0]?.roles).toEqual(expect.arrayContaining(['Table', 'TH', 'TD', 'Link', 'H1', 'H2']))
  const heads = ['Room', 'Floor', 'Base', 'Walls', 'Ceiling', 'Trim', 'Doors', 'Tile', 'Remarks']
  const from = lines.indexOf('Room')
  expect(lines.slice(from, from + heads.length)).toEqual(heads)
  const table = lines.slice(from + heads.length, lines.indexOf('Legend'))
  expect(table.join(' ')).toBe(
    'Hall – – PT-1 – – – – PT-1 Two coats, #x *b* $y$ ' +
      'Kitchen FL-1 – PT-2 N, E PT-3 all, alcove, Wall and ceiling – PT-3 – – ' +
      'PT-3 Around the large window that looks to the garden',
  )
  const legend = lines.slice(lines.indexOf('Legend')).join(' ')
  expect(legend).toContain('PT-1 Dry Sage HV-6102 Harrow & Vale Matte, Eggshell')
  expect(legend).toContain('PT-2 Dry Sage HV-6102 Harrow & Vale Matte, Satin')
  expect(legend).toContain('FL-1')
  expect(legend).not.toContain('Castellan')

  const less = await scheduleOf(robin, { projectID, rooms: `${hall},${hall}`, without: 'notes', size: 'a4' })
  expect(less.lines).toEqual(expect.arrayContaining(['Hall', 'PT-1']))
  for (const text of ['Kitchen', 'Two coats, #x *b* $y$', 'PT-2', 'PT-3']) expect(less.lines).not.toContain(text)
  expect(less.pages[0]?.width).toBeCloseTo(841.89, 1)

  const other = await newUser('other')
  const foreign = await other.newRoom(await other.newProject(), 'Hall')
  const asked = async (query: string) => {
    const response = await robin.raw({ url: `/paper?projectID=${projectID}&kind=schedule&${query}` })
    return [response.statusCode, response.json<{ fields?: object }>().fields]
  }
  expect(await asked(`rooms=${hall},${foreign}`)).toEqual([404, undefined])
  for (const wrong of [`rooms=${hall}&roomID=${hall}`, 'rooms=hall'])
    expect(await asked(wrong)).toEqual([400, { rooms: expect.any(String) }])
})

test('a long finish schedule repeats its column heads on each page, and an empty one says so', async () => {
  const { robin, projectID, kitchen, newItem } = await startWithHome()
  const none = await scheduleOf(robin, { projectID })
  expect(none.lines).toContain('No finishes have been recorded here yet.')
  expect(none.lines).not.toContain('Legend')
  await newItem('wall', kitchen, SAGE)
  for (let room = 1; room <= 28; room++)
    await newItem('wall', await robin.newRoom(projectID, `Room ${room}`), { ...SAGE, notes: `Coats: ${room}` })
  const { pages } = await scheduleOf(robin, { projectID })
  expect(pages.length).toBeGreaterThan(2)
  for (const { lines } of pages)
    if (lines.includes('–')) expect(lines).toEqual(expect.arrayContaining(['Room', 'Floor']))
})

test('rooms with equal finishes are one row', async () => {
  const { robin, projectID, hall, newItem } = await startWithHome()
  await newItem('wall', hall, SLATE)
  for (const room of [101, 102, 103]) await newItem('wall', await robin.newRoom(projectID, `Bedroom ${room}`), SAGE)
  const { lines } = await scheduleOf(robin, { projectID })
  const table = lines.slice(lines.indexOf('Remarks') + 1, lines.indexOf('Legend')).join(' ')
  expect(table).toBe('Bedrooms 101–103, typical – – PT-2 – – – – Hall – – PT-1 – – – –')
})

test('a legend that fits a sheet is on one, and the remarks on a finish of a room stay together', async () => {
  const { robin, projectID, newItem } = await startWithHome()
  for (let room = 1; room <= 6; room++) {
    const roomID = await robin.newRoom(projectID, `Room ${room}`)
    for (let n = 1; n <= 3; n++) {
      const paint = { ...SAGE, field2: `Sage ${room}${n}`, field3: `HV-${room}${n}` }
      await newItem('wall', roomID, { ...paint, field5: n === 1 ? 'Above the rail that goes around the room' : '' })
    }
  }
  const { pages } = await scheduleOf(robin, { projectID })
  const last = pages.at(-1)?.lines ?? []
  expect(pages.slice(0, -1).flatMap(({ lines }) => lines)).not.toContain('Legend')
  expect(last.slice(last.indexOf('Legend')).filter((line) => line.startsWith('PT-'))).toHaveLength(18)

  const cellar = await robin.newRoom(projectID, 'Cellar')
  await newItem('wall', cellar, { ...SLATE, notes: 'Two coats' })
  for (const notes of ['Three coats', 'Three coats', 'Sanded'])
    await newItem('trim', cellar, { ...SAGE, field2: 'Sage 11', field3: 'HV-11', notes })
  const { lines } = await scheduleOf(robin, { projectID, roomID: cellar })
  const table = lines.slice(0, lines.indexOf('Legend')).join(' ')
  expect(table).toMatch(/PT-1 Three coats Sanded PT-19 Two coats$/)
})

test('a room whose remarks span several sheets is named at the top of the first', async () => {
  const { robin, projectID, hall, newItem } = await startWithHome()
  for (let n = 0; n < 14; n++)
    await newItem('wall', hall, { ...SAGE, field3: `HV-${n}`, notes: `Coat ${n}. ${'Sand it well. '.repeat(17)}` })
  const { pages } = await scheduleOf(robin, { projectID, rooms: hall })
  expect(pages.length).toBeGreaterThan(1)
  const [head, name] = ['Room', 'Hall'].map((word) => pages[0]?.texts.find(({ text }) => text === word)?.bottom ?? 0)
  expect(Number(head) - Number(name)).toBeLessThan(40)
})

test('the finish schedule of a link has only what the link does not hide', async () => {
  const { robin, projectID, hall, kitchen, newItem, app } = await startWithHome()
  await newItem('wall', hall, SLATE)
  await newItem('wall', kitchen, { ...SAGE, field5: 'North wall', notes: 'Two coats' })
  const { subcatID } = await subcategoryIDs(robin, 'Kitchen', 'Paint', 'Wall Paint')
  const fields = await robin.must(listFields, { query: { subCatID: subcatID } })
  const labels = fields.filter(({ label }) => ['Sheen', 'Location'].includes(label)).map(({ propID }) => propID)
  await robin.must(createLink, { body: { projectID, name: 'Painter', hides: { notes: true, files: true, labels } } })
  const { links } = await robin.must(listLinks, { query: { projectID } })
  const token = links.find(({ name }) => name === 'Painter')?.address?.split('/view/')[1] ?? ''
  const opened = await app.inject({ url: '/openlink', headers: { authorization: `Link ${token}` } })
  const { paperTicket } = opened.json<{ paperTicket: string }>()
  const textOf = async (asked: string) => {
    const url = `/paper?projectID=${projectID}&kind=schedule&link=${paperTicket}${asked}`
    const { pages } = await readPDF((await app.inject({ url })).rawPayload)
    return pages.flatMap(({ lines }) => lines).join(' ')
  }
  const text = await textOf('')
  expect(text).toContain('PT-2 Dry Sage HV-6102 Harrow & Vale Matte')
  // A schedule of some rooms keeps the marks of the whole.
  const ofKitchen = await textOf(`&rooms=${kitchen}`)
  expect(ofKitchen).toContain('PT-2 Dry Sage HV-6102 Harrow & Vale Matte')
  expect(ofKitchen).not.toContain('PT-1')
  for (const hidden of ['Eggshell', 'N', 'Two coats']) expect(text.split(' ')).not.toContain(hidden)
  expect(text).not.toContain('Two coats')
})
