import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import readExcelFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { createItem, filesJSON, updateItem, type ItemInputs } from '../../../src/shared/items/items.api.ts'
import { updateProject } from '../../../src/shared/projects/projects.api.ts'
import { withoutMarks } from '../../../src/server/platform/lib/csv.ts'
import { startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

const OF_FAUCETS = ['Brand', 'Model Number', 'Finish', 'Cartridge / Valve Number', 'Supplier', 'Warranty Expires']
const OF_REFRIGERATORS = ['Brand', 'Model Number', 'Serial Number', 'Water Filter Number', 'Purchase Date']

const startWithKitchen = async () => {
  const started = await startTestApp()
  const robin = await started.newUser('robin')
  const projectID = await robin.newProject('Maple Street')
  const roomID = await robin.newRoom(projectID, 'Kitchen')
  const newFaucet = (inputs: ItemInputs) => robin.newItem(projectID, roomID, inputs)
  const newRefrigerator = async (inputs: ItemInputs) => {
    const ids = await subcategoryIDs(robin, 'Kitchen', 'Appliances', 'Refrigerator')
    const { itemID } = await robin.must(createItem, { body: { projectID, roomID, ...ids, inputs } })
    return { itemID, catID: ids.catID }
  }
  return { ...started, robin, projectID, roomID, newFaucet, newRefrigerator }
}

interface Asked {
  projectID: number
  roomID?: number
  catID?: number
}

const sheetOf = async (client: Client, format: 'xlsx' | 'csv', asked: Asked) => {
  const query = new URLSearchParams(Object.entries({ ...asked, format }).map(([name, value]) => [name, String(value)]))
  const response = await client.raw({ url: `/sheet?${query}` })
  expect(response.statusCode).toBe(200)
  return response
}

const xlsx = async (client: Client, asked: Asked) => {
  const { rawPayload } = await sheetOf(client, 'xlsx', asked)
  return readExcelFile(Readable.from([rawPayload]), { trim: false })
}

const csv = async (client: Client, asked: Asked): Promise<string[][]> => {
  const { rawPayload } = await sheetOf(client, 'csv', asked)
  return parse(rawPayload, { bom: true })
}

test('a workbook has a sheet per category, with days and numbers as such and everything else as text', async () => {
  const { robin, projectID, newFaucet, newRefrigerator, clock } = await startWithKitchen()
  const inputs = { field1: 'Castellan', field2: '7120', field3: '12.5', field4: '', field6: '2031-01-30' }
  const faucet = await newFaucet({ ...inputs, notes: 'Two\nlines' })
  await newFaucet({ field1: '=1+1', field2: '-5', field3: '0.0000001', field5: '007', field6: '2031-02-30' })
  const { itemID: refrigerator } = await newRefrigerator({ field1: 'Nordhaus' })

  const sheets = await xlsx(robin, { projectID })
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Appliances', 'Plumbing'])
  const [appliances, plumbing] = sheets.map(({ data }) => data)
  const [first, last] = [
    ['Room', 'Subcategory'],
    ['Notes', 'Files', 'Updated', 'Item'],
  ]
  expect(plumbing?.[0]).toEqual([...first, ...OF_FAUCETS, ...last])
  expect(appliances?.[0]).toEqual([...first, ...OF_REFRIGERATORS, 'Warranty Expires', ...last])
  const day = new Date('2031-01-30')
  const kitchen = ['Kitchen', 'Faucet']
  expect(plumbing?.slice(1).map((row) => row.slice(0, 10))).toEqual([
    [...kitchen, 'Castellan', '7120', 12.5, null, null, day, 'Two\nlines', null],
    [...kitchen, '=1+1', '-5', '0.0000001', null, '007', '2031-02-30', null, null],
  ])
  // To the second: a day is a number, which some readers truncate and others round.
  const [updated, id] = plumbing?.[1]?.slice(10) ?? []
  expect(Math.round(Number(updated) / 1000)).toBe(Math.round(clock.now().getTime() / 1000))
  expect(id).toBe(faucet)
  expect(appliances?.[1]?.at(-1)).toBe(refrigerator)
})

test('a CSV is one table, in which formulas are escaped', async () => {
  const { robin, projectID, newFaucet, newRefrigerator, clock } = await startWithKitchen()
  const inputs = {
    field1: '=HYPERLINK("http://example.com")',
    field2: '-5',
    field3: '+1 (802) 555-0100',
    field5: "'=1",
  }
  const [{ itemID: refrigerator }, faucet] = [
    await newRefrigerator({}),
    await newFaucet({ ...inputs, notes: '"a", b' }),
  ]
  const rows = await csv(robin, { projectID })
  const labels = [...OF_REFRIGERATORS, 'Warranty Expires', 'Finish', 'Cartridge / Valve Number', 'Supplier']
  expect(rows[0]).toEqual(['Room', 'Category', 'Subcategory', ...labels, 'Notes', 'Files', 'Updated', 'Item'])
  const now = clock.now().toISOString()
  const empty = labels.map(() => '')
  expect(rows[1]).toEqual(['Kitchen', 'Appliances', 'Refrigerator', ...empty, '', '', now, String(refrigerator)])
  const values = [`'${inputs.field1}`, '-5', '', '', '', '', `'+1 (802) 555-0100`, '', `''=1`]
  expect(rows[2]).toEqual(['Kitchen', 'Plumbing', 'Faucet', ...values, '"a", b', '', now, String(faucet)])
  expect((await sheetOf(robin, 'csv', { projectID })).rawPayload.subarray(0, 3)).toEqual(Buffer.from('\uFEFF'))
})

test('a spreadsheet is of a project, room or category, with rooms in order and file names', async () => {
  const { robin, projectID, roomID, newFaucet, newRefrigerator } = await startWithKitchen()
  await newFaucet({})
  const { catID } = await newRefrigerator({})
  const bath = await robin.newRoom(projectID, 'Bath')
  const [{ remote } = { remote: '' }] = await robin.upload([{ name: 'a.txt', bytes: Buffer.from('a') }])
  await robin.newItem(projectID, bath, {}, filesJSON([{ name: 'Manual.txt', remote }]))

  const placesIn = async (asked: Asked) =>
    (await csv(robin, asked)).slice(1).map(([room, category]) => [room, category])
  const [inBath, inKitchen] = [
    ['Bath', 'Plumbing'],
    ['Kitchen', 'Plumbing'],
  ]
  expect(await placesIn({ projectID })).toEqual([inBath, ['Kitchen', 'Appliances'], inKitchen])
  expect(await placesIn({ projectID, roomID: bath })).toEqual([inBath])
  expect(await placesIn({ projectID, catID })).toEqual([['Kitchen', 'Appliances']])
  expect(await placesIn({ projectID, roomID: bath, catID })).toEqual([])
  expect((await csv(robin, { projectID, roomID: bath }))[1]?.at(-3)).toBe('Manual.txt')
  expect(await xlsx(robin, { projectID, roomID: bath, catID })).toMatchObject([
    { data: [['Room', 'Category', 'Subcategory', 'Notes', 'Files', 'Updated', 'Item']] },
  ])

  const other = await robin.newProject('Elsewhere')
  for (const absent of [`projectID=${other}&roomID=${roomID}`, `projectID=${projectID}&catID=987654`])
    expect((await robin.raw({ url: `/sheet?${absent}&format=csv` })).statusCode).toBe(404)
  expect((await robin.raw({ url: `/sheet?projectID=${projectID}&format=ods` })).json()).toMatchObject({
    fields: { format: 'Must be one of xlsx, csv.' },
  })
})

test('a spreadsheet is named after its project and room, and not cached', async () => {
  const { app, robin, projectID, roomID } = await startWithKitchen()
  const inputs = {
    name: 'Maple: "Street" / ✓',
    client: '',
    address: '1 Elm',
    address2: '',
    city: 'A',
    state: 'VT',
    zip: '05401',
  }
  await robin.must(updateProject, { body: { projectID, inputs } })
  const { headers } = await sheetOf(robin, 'xlsx', { projectID, roomID })
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(decodeURIComponent(String(headers['content-disposition']))).toContain(
    "UTF-8''Maple_ _Street_ _ ✓, Kitchen.xlsx",
  )
  const head = await robin.raw({ method: 'HEAD', url: `/sheet?projectID=${projectID}&format=csv` })
  expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([200, 'text/csv; charset=utf-8', ''])
  expect((await app.inject(`/sheet?projectID=${projectID}&format=csv`)).statusCode).toBe(401)
})

describe('any value', () => {
  test('is unchanged in both formats', async () => {
    const { robin, projectID, newFaucet } = await startWithKitchen()
    const itemID = await newFaucet({})
    const sign = fc.constantFrom(...'=+-@\t\r\n\'",;<&_x0041_ 0123456789.e/é水😀\u0001\u001f\u2028')
    const value = fc.oneof(fc.string({ unit: sign, maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 12 }))
    await fc.assert(
      fc.asyncProperty(fc.array(value, { minLength: 6, maxLength: 6 }), async (values) => {
        const clean = values.map((text) => text.replaceAll('\0', ''))
        const inputs = Object.fromEntries(clean.map((text, at) => [`field${at + 1}`, text])) as ItemInputs
        await robin.must(updateItem, { body: { itemID, inputs } })
        const [fromXLSX] = await xlsx(robin, { projectID })
        const text = (cell: unknown) =>
          cell instanceof Date ? cell.toISOString().slice(0, 10) : cell === null ? '' : String(cell)
        expect(fromXLSX?.data[1]?.slice(2, 8).map(text)).toEqual(clean)
        const [, fromCSV] = await csv(robin, { projectID })
        expect(fromCSV?.slice(3, 9).map(withoutMarks)).toEqual(clean)
      }),
      { numRuns: 60 },
    )
  })
})
