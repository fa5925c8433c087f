import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, createDeflateRaw } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checkSheet, importSheet, readSheet, type Matching } from '../../src/shared/exchange/sheets.api.ts'
import { createItem, listItems, type ItemInputs } from '../../src/shared/items/items.api.ts'
import { listRooms } from '../../src/shared/projects/rooms.api.ts'
import { roomTypeID, startTestApp, subcategoryIDs, type Client } from '../support/test-app.ts'
import { scaleFolder } from './daemon.ts'

const MIB = 1024 * 1024

/** Opens, recalculates and saves a file with LibreOffice, in a new folder and profile. */
const savedByOffice = (bytes: Buffer | string, name: string, to: string, how: readonly string[] = []): Buffer => {
  const folder = join(scaleFolder(), `office-${process.hrtime.bigint()}`)
  const out = join(folder, 'out')
  mkdirSync(out, { recursive: true })
  writeFileSync(join(folder, name), bytes)
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const args = [profile, '--headless', '--norestore', ...how, '--convert-to', to, '--outdir', out, join(folder, name)]
  execFileSync('soffice', args, { stdio: 'ignore', timeout: 180_000, env: { PATH: process.env.PATH, HOME: folder } })
  const [made = ''] = readdirSync(out)
  return readFileSync(join(out, made))
}
const AS_XLSX = 'xlsx:Calc MS Excel 2007 XML'
/** LibreOffice's options: commas, quotation marks, UTF-8, and each column as text, because '007' would become a number. */
const COLUMNS_AS_TEXT = Array.from({ length: 40 }, (_, at) => `${at + 1}/2`).join('/')
const OPENED_AS_TEXT = [`--infilter=Text - txt - csv (StarCalc):44,34,76,1,${COLUMNS_AS_TEXT}`]
/** Commas, quotation marks, UTF-8; cells as displayed, all texts quoted. */
const AS_CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false'

const uploaded = async (client: Client, bytes: Buffer, name: string) =>
  (await client.upload([{ name, bytes }]))[0]?.remote ?? ''

/** Uploads a table and accepts the proposed columns. */
const matched = async (client: Client, projectID: number, bytes: Buffer, name: string) => {
  const remote = await uploaded(client, bytes, name)
  const sheet = await client.must(readSheet, { body: { projectID, remote } })
  const columns = sheet.columns.map(({ is, name: label }) => ({ is, ...(label !== undefined && { name: label }) }))
  return { sheet, body: { projectID, remote, columns, fillDown: sheet.hasGaps } satisfies Matching }
}

const download = async (client: Client, projectID: number, format: 'csv' | 'xlsx') =>
  (await client.raw({ url: `/sheet?projectID=${projectID}&format=${format}` })).rawPayload

/** Values that programs tend to change: leading zeros, dates, numbers, formulas, quotation marks, lines, other scripts. */
const VALUES = [
  'HV-6102',
  '007',
  '0.50',
  '1e5',
  '12/25',
  '3-4',
  '=1+1',
  '+49 30 1234',
  '-7',
  '@home',
  "'quoted",
  'He said "so"',
  'a,b;c\td',
  'first\nsecond',
  '2031-01-30',
  '1234567890123456789',
  'TRUE',
  'Eiche natur – größer',
  '漆塗り',
  '  spaces  ',
] as const

const startWithHome = async () => {
  const started = await startTestApp()
  const robin = await started.newUser('robin')
  const projectID = await robin.newProject()
  const kitchen = await robin.newRoom(projectID, 'Kitchen')
  const fridge = await subcategoryIDs(robin, 'Kitchen', 'Appliances', 'Refrigerator')
  for (const [at, value] of VALUES.entries()) {
    await robin.newItem(projectID, kitchen, { field1: value, notes: value })
    const inputs: ItemInputs = { field1: 'Nordhaus', field2: value, field4: `20${10 + at}-02-0${1 + (at % 9)}` }
    await robin.must(createItem, { body: { projectID, roomID: kitchen, ...fridge, inputs } })
  }
  return { ...started, robin, projectID, kitchen }
}

describe('LibreOffice', () => {
  test.each([
    ['xlsx', AS_XLSX],
    ['csv', AS_CSV],
  ] as const)(
    'opens our %s, recalculates and saves it, and what it saves comes in without a change',
    async (format, to) => {
      const { robin, projectID } = await startWithHome()
      const ours = await download(robin, projectID, format)
      const saved = savedByOffice(ours, `ours.${format}`, to, format === 'csv' ? OPENED_AS_TEXT : [])
      expect(saved.equals(ours)).toBe(false)
      const { body } = await matched(robin, projectID, saved, `saved.${format}`)
      expect(await robin.must(checkSheet, { body })).toMatchObject({
        ...{ creates: 0, changes: 0, same: 2 * VALUES.length, errors: [], unknownRooms: [], unknownKinds: [] },
      })
    },
  )

  test.each([1899, 1904])(
    'saves a list with merged cells, hidden rows, days from %i on and 50 columns of other names, which is read',
    async (year) => {
      const started = await startTestApp()
      const robin = await started.newUser('robin')
      const projectID = await robin.newProject()
      const saved = savedByOffice(flatList(year), 'list.fods', AS_XLSX)
      const { sheet, body } = await matched(robin, projectID, saved, 'list.xlsx')
      // One row of three is hidden, and skipped unless requested.
      expect(sheet).toMatchObject({ rows: 2, hasGaps: true, sheets: [{ rows: 3, hiddenRows: 1 }] })
      expect(sheet.columns).toHaveLength(50)
      const bought = sheet.columns.find(({ title }) => title === 'Bought')
      expect(bought?.values).toEqual(['2031-01-30'])
      const newRooms = [{ name: 'Kitchen', roomTypeID: await roomTypeID(robin, 'Kitchen') }]
      const columns = body.columns.map((column, at) => (at > 6 ? { is: 'ignore' as const } : column))
      const whole = { ...body, columns, newRooms, toNotes: true, hiddenRows: true }
      const dry = await robin.must(checkSheet, { body: whole })
      expect(dry).toMatchObject({ creates: 3, errors: [] })
      const { eventID } = await robin.must(importSheet, { body: { ...whole, fingerprint: dry.fingerprint ?? '' } })
      expect(eventID).toBeGreaterThan(0)
      const { rooms = [] } = (await robin.call(listRooms, { query: { projectID } })).body ?? {}
      const items = await robin.must(listItems, { query: { roomID: rooms[0]?.ID ?? 0 } })
      expect(items.map(({ field1 }) => field1)).toEqual(['Castellan', 'Castellan', 'Castellan'])
    },
  )
})

/** A flat OpenDocument list: rooms merged over three rows, of which the second is hidden. */
const flatList = (year: number): string => {
  const cell = (text: string, more = '') =>
    `<table:table-cell ${more} office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
  const day = (value: string, style: string) =>
    `<table:table-cell table:style-name="${style}" office:value-type="date" office:date-value="${value}"/>`
  const titles = ['Area', 'Type', 'Make', 'Model #', 'Bought', 'Amount', 'Remarks']
  while (titles.length < 50) titles.push(`Builder's own ${titles.length}`)
  const rest = Array.from({ length: 43 }, (_, at) => cell(`x${at}`)).join('')
  const row = (first: string, bought: string, more = '') =>
    `<table:table-row ${more}>${first}${cell('Faucet')}${cell('Castellan')}${cell('7120')}${bought}<table:table-cell office:value-type="float" office:value="0.3"/>${cell('left')}${rest}</table:table-row>`
  const covered = '<table:covered-table-cell/>'
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>
<number:date-style style:name="D"><number:day/><number:text>.</number:text><number:month/><number:text>.</number:text><number:year number:style="long"/></number:date-style>
<number:date-style style:name="T"><number:year number:style="long"/><number:text>-</number:text><number:month number:style="long"/><number:text>-</number:text><number:day number:style="long"/><number:text> </number:text><number:hours/><number:text>:</number:text><number:minutes number:style="long"/><number:text>:</number:text><number:seconds number:style="long"/></number:date-style>
<style:style style:name="day" style:family="table-cell" style:data-style-name="D"/>
<style:style style:name="time" style:family="table-cell" style:data-style-name="T"/>
</office:automatic-styles>
<office:body><office:spreadsheet>
<table:calculation-settings><table:null-date table:date-value="${year === 1904 ? '1904-01-01' : '1899-12-30'}"/></table:calculation-settings>
<table:table table:name="List">
<table:table-row>${titles.map((title) => cell(title)).join('')}</table:table-row>
${row(cell('Kitchen', 'table:number-rows-spanned="3"'), day('2031-01-30', 'day'))}
${row(covered, day('2031-01-30T14:05:09', 'time'), 'table:visibility="collapse"')}
${row(covered, day('2031-01-30', 'day'))}
</table:table></office:spreadsheet></office:body></office:document>`
}

interface Entry {
  name: string
  content: Iterable<Buffer>
  /** A false size for the directory. */
  claims?: number
}

/** A ZIP of deflated entries, written in pieces; its directory may have false sizes. */
const zipOf = async (entries: readonly Entry[]): Promise<Buffer> => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claims } of entries) {
    let [crc, size] = [0, 0]
    const deflate = createDeflateRaw()
    const packed: Buffer[] = []
    const ended = new Promise<void>((resolve, reject) => {
      deflate
        .on('data', (chunk: Buffer) => packed.push(chunk))
        .on('end', resolve)
        .on('error', reject)
    })
    for (const piece of content) {
      crc = crc32(piece, crc)
      size += piece.length
      if (!deflate.write(piece)) await new Promise((resolve) => deflate.once('drain', resolve))
    }
    deflate.end()
    await ended
    const bytes = Buffer.concat(packed)
    const said = claims ?? size
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(crc, 14)
    head.writeUInt32LE(bytes.length, 18)
    head.writeUInt32LE(said, 22)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 4)
    entry.writeUInt16LE(20, 6)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(crc, 16)
    entry.writeUInt32LE(bytes.length, 20)
    entry.writeUInt32LE(said, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    parts.push(head, Buffer.from(name), bytes)
    directory.push(entry, Buffer.from(name))
    offset += head.length + name.length + bytes.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listed, end])
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const once = (text: string): Buffer[] => [Buffer.from(text)]
const workbook = (sheet: Iterable<Buffer>, claims?: number): Promise<Buffer> =>
  zipOf([
    {
      name: '[Content_Types].xml',
      content: once(
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
      ),
    },
    {
      name: 'xl/workbook.xml',
      content: once(
        `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: once(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheet, ...(claims !== undefined && { claims }) },
  ])

const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`
const BEGIN = `<worksheet xmlns="${MAIN}"><sheetData>`
const END = '</sheetData></worksheet>'
const HEAD = `<row r="1">${text('A1', 'Room')}${text('B1', 'Subcategory')}</row>`

/** The most rows that a sheet can have, empty or with a cell each. */
function* allRows(cell: (row: number) => string) {
  yield Buffer.from(BEGIN + HEAD)
  for (let row = 2; row <= 1_048_576; row += 4096) {
    const some = Array.from({ length: Math.min(4096, 1_048_577 - row) }, (_, at) => row + at)
    yield Buffer.from(some.map((each) => `<row r="${each}">${cell(each)}</row>`).join(''))
  }
  yield Buffer.from(END)
}

/** A cell of 300 MB. */
function* largeCell() {
  yield Buffer.from(`${BEGIN}${HEAD}<row r="2"><c r="A2" t="inlineStr"><is><t>`)
  const piece = Buffer.alloc(MIB, 0x61)
  for (let at = 0; at < 300; at++) yield piece
  yield Buffer.from(`</t></is></c>${text('B2', 'Faucet')}</row>${END}`)
}

function* csvCell() {
  yield Buffer.from('Room,Subcategory\n"')
  const piece = Buffer.alloc(MIB, 0x61)
  for (let at = 0; at < 300; at++) yield piece
  yield Buffer.from('",Faucet\n')
}

/** The peak memory of a process, as the kernel counts it. */
const peakOf = (pid: number): number => {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** The limit of the worker process, and what Node itself needs. */
const MOST_MEMORY = 1024 * MIB

const TEXT_CELL = 'a cell of 300 MB in a file of text'

describe('a hostile file', () => {
  test.each<[string, string, () => Promise<Buffer>]>([
    ['1,048,576 rows that hold nothing', 'too large', () => workbook(allRows(() => ''))],
    ['1,048,576 rows that hold something', 'too large', () => workbook(allRows((row) => text(`A${row}`, 'x')))],
    ['a cell of 300 MB', 'too large', () => workbook(largeCell())],
    ['a cell of 300 MB that its directory says is 100 bytes', 'damaged', () => workbook(largeCell(), 100)],
    [TEXT_CELL, 'up to 20 MB', () => Promise.resolve(Buffer.concat([...csvCell()]))],
  ])('of %s is a 400 that says so, in bounded memory', async (what, reason, make) => {
    const { services, newUser } = await startTestApp({ maxFileBytes: 400 * MIB })
    const robin = await newUser('robin')
    const projectID = await robin.newProject()
    const remote = await uploaded(robin, await make(), what === TEXT_CELL ? 'list.csv' : 'list.xlsx')
    let peak = 0
    const look = () => {
      const { pid } = services.sheets
      if (pid === undefined) return
      try {
        peak = Math.max(peak, peakOf(pid))
      } catch {
        // The process has just ended.
      }
    }
    const looks = setInterval(look, 20)
    onTestFinished(() => clearInterval(looks))
    const began = performance.now()
    const { problem } = await robin.call(readSheet, { body: { projectID, remote } })
    const took = performance.now() - began
    // After an immediate refusal the process still exists.
    look()
    console.log(`${what}: ${problem?.message} after ${(took / 1000).toFixed(1)} s, ${Math.round(peak / MIB)} MB`)
    expect(problem).toMatchObject({ statusCode: 400, code: 'invalid_input' })
    expect(problem?.message).toContain(reason)
    // A file that is too large as sent never reaches the process.
    if (what !== TEXT_CELL) expect(peak).toBeGreaterThan(0)
    expect(peak).toBeLessThan(MOST_MEMORY)
  })
})
