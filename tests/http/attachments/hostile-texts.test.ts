import { deflateSync } from 'node:zlib'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { ZipFile } from 'yazl'
import { MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { openTextReader } from '../../../src/server/attachments/text/text-process.ts'
import { pdfOf } from '../../support/pdf.ts'
import { builtProgram } from '../../support/programs.ts'

const open = (patience = 5 * MINUTE) => {
  const reader = openTextReader({
    patience,
    longestWait: 5 * MINUTE,
    program: { file: builtProgram('text-worker'), execArgv: [] },
  })
  onTestFinished(() => reader.close())
  return {
    reader,
    /** The words of a file, or the reason it has none. */
    read: async (file: Buffer): Promise<string[] | string | undefined> => {
      const outcome = await reader.make(
        { whose: 1 },
        async () => file,
        async ({ words }) => words.map(([word]) => word),
      )
      return outcome && ('made' in outcome ? outcome.made : outcome.failed)
    },
  }
}

/** A PDF of these objects: the catalog, the pages and others. */
const pdfWith = (objects: readonly (string | Buffer)[]): Buffer => {
  const numbered = objects.map((body, at) =>
    Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')]),
  )
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...numbered, Buffer.from('trailer << /Root 1 0 R >>\n%%EOF')])
}
const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
const PAGE = '/Type /Page /Parent 2 0 R /MediaBox [0 0 600 800]'
const stream = (content: string | Buffer, entries = '') =>
  Buffer.concat([
    Buffer.from(`<< /Length ${content.length} ${entries} >>\nstream\n`),
    Buffer.from(content),
    Buffer.from('\nendstream'),
  ])

const zipOf = async (entries: Record<string, Buffer>): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(content, name)
  zip.end()
  return buffer(zip.outputStream)
}
const TYPES = { '[Content_Types].xml': Buffer.from('<Types/>') }

/** The bytes with some of them corrupted, the same ones in each run. */
const spoiled = (bytes: Buffer, seed: number): Buffer => {
  const copy = Buffer.from(bytes)
  let state = seed
  for (let n = 0; n < 12; n++) {
    state = (state * 1103515245 + 12345) % 2 ** 31
    copy[state % copy.length] = state >> 16
  }
  return copy
}

test('hostile files end within the limits without words, and the next file is read', async () => {
  const { read } = open()
  const inner = await zipOf({ ...TYPES, 'word/document.xml': Buffer.from('<w:p>walnut</w:p>') })
  const hostile: Record<string, Buffer> = {
    'a password': pdfOf(2, { locked: true }),
    'pages that hold themselves': pdfWith([CATALOG, '<< /Type /Pages /Count 1000000000 /Kids [2 0 R] >>']),
    'a billion pages that are not there': pdfWith([
      CATALOG,
      '<< /Type /Pages /Count 1000000000 /Kids [3 0 R] >>',
      `<< ${PAGE} >>`,
    ]),
    'a form that draws itself': pdfWith([
      CATALOG,
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      `<< ${PAGE} /Resources << /XObject << /X 4 0 R >> >> /Contents 5 0 R >>`,
      stream('/X Do /X Do', '/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /X 4 0 R >> >>'),
      stream('/X Do'),
    ]),
    'lists in lists': pdfWith([
      CATALOG,
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      `<< ${PAGE} /Contents 4 0 R >>`,
      stream('['.repeat(1_000_000)),
    ]),
    'a script': pdfWith([
      '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (while \\(true\\) {}) >> >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      `<< ${PAGE} >>`,
    ]),
    'a table that comes before itself': Buffer.from(
      '%PDF-1.4\nxref\n0 0\ntrailer << /Prev 9 /Size 1 >>\nstartxref\n9\n%%EOF',
    ),
    'a document that unpacks to 100 MB': await zipOf({ ...TYPES, 'word/document.xml': Buffer.alloc(100_000_000, ' ') }),
    'a ZIP in a ZIP': await zipOf({ ...TYPES, 'word/inner.docx': inner, 'inner.zip': inner }),
    'a ZIP that breaks off': inner.subarray(0, 60),
    'a million open scripts': Buffer.from(`<html>${'<script>'.repeat(1_000_000)}`),
  }
  for (const [name, file] of Object.entries(hostile)) expect([[], 'unreadable'], name).toContainEqual(await read(file))
  expect(await read(pdfOf(1, { lines: () => ['oak'] }))).toEqual(['oak'])
})

test('a PDF that unpacks to more memory than the limit fails, and the next one is read', async () => {
  const { read } = open()
  const zeros = deflateSync(deflateSync(Buffer.alloc(700_000_000), { level: 1 }))
  const bomb = pdfWith([
    CATALOG,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< ${PAGE} /Contents 4 0 R >>`,
    stream(zeros, '/Filter [/FlateDecode /FlateDecode]'),
  ])
  expect(await read(bomb)).toBe('too large')
  expect(await read(pdfOf(1, { lines: () => ['oak'] }))).toEqual(['oak'])
})

test('a file that takes too long fails, and its process is ended', async () => {
  const { read, reader } = open(1)
  expect(await read(pdfOf(1))).toBe('too slow')
  expect(reader.pid).toBeUndefined()
})

test('a file of thousands of pages has the words that can be read in time', async () => {
  const words = await open().read(pdfOf(3000, { lines: (page) => [`oak${page}x`] }))
  expect(words).toContain('oak1x')
})

test('corrupt files end, and the next good one is read', async () => {
  const { read } = open()
  const word = await zipOf({ ...TYPES, 'word/document.xml': Buffer.from('<w:p>oak</w:p>'.repeat(100)) })
  for (const good of [
    pdfOf(3, { lines: () => ['oak'] }),
    word,
    Buffer.from('{\\rtf1 oak\\par }'),
    Buffer.from('oak'),
  ]) {
    for (let seed = 1; seed <= 8; seed++) expect(await read(spoiled(good, seed))).toBeDefined()
    expect(await read(good)).toContain('oak')
  }
})
