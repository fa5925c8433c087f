import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { noise } from '../../support/sample-pictures.ts'
import type { Book } from '../../../src/server/papers/kinds/book.ts'
import { openPaperMaker, type PaperData } from '../../../src/server/papers/paper-process.ts'

const MB = 1024 * 1024
const PICTURES = 40
/** The size of each picture's place, in millimeters. */
const PLACE = { width: 56, height: 36 }

const NO_BOARD = { seed: 1, pieces: [] }

const bookOf = (pictures: readonly Buffer[], place = PLACE): PaperData & Book => ({
  ...{ title: 'Spec Book', project: 'Maple Street', size: 'letter', codes: [], picturesLeftOut: 0 },
  pictures: pictures.map(({ length }) => ({ bytes: length, ...place })),
  ...{ place: { client: '', address: [] }, date: 'today', revision: null, cover: null, roomCount: 1, itemCount: 1 },
  brand: { firm: '', phone: '', number: '', drawnBy: '', logo: null },
  board: NO_BOARD,
  ...{ parts: { contents: 'Contents', 'room-0': 'Hall' }, categories: [], files: [], contacts: [] },
  rooms: [
    {
      ...{ name: 'Hall', count: 1, itemCount: 1, categories: [], change: null, hasChanges: false, out: [] },
      ...{ cover: null, board: NO_BOARD },
      pictures: pictures.map((_, picture) => ({ picture, mark: 'PT-1', about: `${picture}.jpg` })),
    },
  ],
})

/** The peak memory of its process in MB, and the size of the PDF. */
const made = async (pictures: readonly Buffer[], place = PLACE) => {
  const maker = openPaperMaker()
  onTestFinished(() => maker.close())
  const parts = [Buffer.from(`${JSON.stringify(bookOf(pictures, place))}\n`), ...pictures]
  const outcome = await maker.make(
    { template: 'book.typ', whose: 1 },
    async () => Readable.from(parts, { objectMode: false }),
    async (paper) => ('pdf' in paper ? paper.pdf.length : 0),
  )
  const status = readFileSync(`/proc/${maker.pid}/status`, 'utf8')
  const most = (Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024) / MB
  return { most, bytes: outcome && 'made' in outcome ? outcome.made : 0 }
}

test('distinct pictures need memory for their printed size, and few bytes of the PDF', async () => {
  // As large as previews for screens.
  const pictures = await Promise.all(Array.from({ length: PICTURES }, () => noise(1600, 1200).jpeg().toBuffer()))
  const [without, withThem] = [await made([]), await made(pictures)]
  expect(withThem.bytes).toBeGreaterThan(MB / 2)
  expect(withThem.bytes).toBeLessThan(10 * MB)
  expect(withThem.most - without.most).toBeLessThan(200)
})

test.each([
  ['few', 0, 24],
  ['more than tell how much there is to see', 0, 34],
  ['after those with little', 24, 22],
])('detailed pictures, %s, are reduced until all of them together need few bytes', async (_, plain, busy) => {
  const flat = { create: { width: 900, height: 675, channels: 3, background: '#b9c6b4' } } as const
  const pictures = await Promise.all([
    ...Array.from({ length: plain }, () => sharp(flat).jpeg().toBuffer()),
    ...Array.from({ length: busy }, () => noise(900, 675).jpeg().toBuffer()),
  ])
  const { bytes } = await made(pictures, { width: 200, height: 150 })
  expect(bytes).toBeGreaterThan(2 * MB)
  expect(bytes).toBeLessThan(6 * MB)
})
