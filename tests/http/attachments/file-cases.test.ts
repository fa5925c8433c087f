import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { addItemFiles } from '../../../src/shared/items/items.api.ts'
import { pdfOf } from '../../support/pdf.ts'
import { movingPNG, noise, photoHEIC, twoHalves, twoHalvesBMP } from '../../support/sample-pictures.ts'
import { startTestApp } from '../../support/test-app.ts'

const fileOf = (name: string) => readFile(`tests/cases/files/${name}`)

/** Red above blue, 48 by 40, as a camera that lay on its side writes it in each of eight ways. */
const TURNS = ['', '-h', '180', '-v', '-v270', '90', '-v90', '270']
const turned = async (orientation: number, format: 'jpeg' | 'png' | 'webp' | 'tiff'): Promise<Buffer> => {
  const turn = TURNS[orientation - 1] ?? ''
  let picture = sharp(await (await twoHalves(48, 40, '#f00', '#00f')).png().toBuffer())
  if (turn.includes('h')) picture = picture.flop()
  if (turn.includes('v')) picture = picture.flip()
  const upright = await picture.png().toBuffer()
  const degrees = (360 - Number(/\d+/.exec(turn)?.[0] ?? 0)) % 360
  return sharp(upright).rotate(degrees).withMetadata({ orientation }).toFormat(format, { quality: 100 }).toBuffer()
}

const PICTURES: Record<string, [file: () => Promise<Buffer>, type: string, size: string]> = {
  'p01 a HEIC that its container turns': [async () => Promise.resolve(photoHEIC()), 'image/heic', '64 x 48'],
  'p03 CMYK': [
    async () => (await twoHalves(48, 40, '#f00', '#00f')).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer(),
    'image/jpeg',
    '48 x 40',
  ],
  ...Object.fromEntries(
    [2, 3, 4, 5, 6, 7, 8].map((orientation) => [
      `p05 orientation ${orientation} in a JPEG`,
      [() => turned(orientation, 'jpeg'), 'image/jpeg', '48 x 40'] satisfies [() => Promise<Buffer>, string, string],
    ]),
  ),
  ...Object.fromEntries(
    (['png', 'webp', 'tiff'] as const).map((format) => [
      `p05 orientation 6 in a ${format}`,
      [() => turned(6, format), `image/${format}`, '48 x 40'] satisfies [() => Promise<Buffer>, string, string],
    ]),
  ),
  'p07 an animated PNG': [
    async () => movingPNG(await (await twoHalves(48, 40, '#f00', '#00f')).png().toBuffer()),
    'image/png',
    '48 x 40',
  ],
  'p07 a BMP with a palette': [() => twoHalvesBMP(8, false), 'image/bmp', '61 x 40'],
}

test.each(Object.entries(PICTURES))('%s is a picture that stands upright', async (_, [file, type, size]) => {
  const { newUser } = await startTestApp()
  const robin = await newUser('robin')
  const [uploaded] = await robin.upload([{ name: 'photo', bytes: await file() }])
  const url = `/download/${uploaded?.remote}`
  expect((await robin.raw({ url })).headers['content-type']).toBe(type)
  const { rawPayload } = await robin.raw({ url: `${url}?version=screen` })
  const { data, info } = await sharp(rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(`${info.width} x ${info.height}`).toBe(size)
  const at = (y: number) => (Math.floor(y * info.height) * info.width + Math.floor(info.width / 2)) * 3
  const [above, below] = [at(0.2), at(0.8)]
  expect(data[above]).toBeGreaterThan(200)
  expect(data[above + 2]).toBeLessThan(60)
  expect(data[below]).toBeLessThan(60)
  expect(data[below + 2]).toBeGreaterThan(120)
})

test('p02 an AVIF that its container turns stands upright', async () => {
  const { newUser } = await startTestApp()
  const robin = await newUser('robin')
  const [uploaded] = await robin.upload([{ name: 'photo.avif', bytes: await fileOf('p02-irot1.avif') }])
  const { rawPayload } = await robin.raw({ url: `/download/${uploaded?.remote}?version=screen` })
  const { width, height } = await sharp(rawPayload).metadata()
  expect(`${width} x ${height}`).toBe('400 x 640')
})

test('a JPEG behind a line break is no picture, and is downloaded as it is', async () => {
  const { newUser } = await startTestApp()
  const robin = await newUser('robin')
  const bytes = Buffer.concat([Buffer.from('\r\n'), await noise(40, 30).jpeg().toBuffer()])
  const [uploaded] = await robin.upload([{ name: 'photo.jpg', bytes }])
  const whole = await robin.raw({ url: `/download/${uploaded?.remote}` })
  expect(whole.headers['content-type']).toBe('application/octet-stream')
  expect(whole.rawPayload.equals(bytes)).toBe(true)
})

const behind = (text: string) => Buffer.concat([Buffer.from(text), pdfOf(1, { lines: () => ['Walnut guide'] })])
const DOCUMENTS: Record<string, [file: () => Promise<Buffer>, words: readonly string[]]> = {
  'd02 with a password': [() => fileOf('d02-userpw.pdf'), []],
  'd03 with a password of its owner alone': [
    () => fileOf('d03-owneronly-aes256.pdf'),
    ['cartridge', 'owneronly', 'zyxwvu'],
  ],
  'd04c behind the head of an answer': [
    async () => Promise.resolve(behind('HTTP/1.1 200 OK\r\nX: y\r\n\r\n')),
    ['guide', 'walnut'],
  ],
  'd04e behind a line feed': [async () => Promise.resolve(behind('\n')), ['guide', 'walnut']],
  'd07 with a picture in JPEG 2000': [() => fileOf('d07-jpx.pdf'), ['image', 'jpx']],
  'd08 with a picture in JBIG2': [() => fileOf('d08-jbig2.pdf'), ['2scan', 'jbig2scan', 'scan']],
  'd10 with a form that is filled in': [
    () => fileOf('d10-acroform.pdf'),
    ['778', 'form', 'formvalue778', 'registration', 'snformvalue778', 'warranty'],
  ],
  'd11 with a form of XFA': [
    () => fileOf('d11-xfa.pdf'),
    ['eventually', 'if', 'is', 'message', 'not', 'please', 'repla', 'this', 'wait'],
  ],
  'd12 with files in it': [
    () => fileOf('d12-portfolio.pdf'),
    ['best', 'experience', 'for', 'in', 'manualpdf', 'open', 'pdf', 'portfolio', 'the', 'this'],
  ],
  'd16 with a font that is not in it': [
    () => fileOf('d16-cjk-nonembedded.pdf'),
    ['cjk', '保証書', '床材保', '書', '材保証', '証書'],
  ],
}

test('PDFs of every kind are PDFs, and what they say is found', async () => {
  const { newUser, services, jobsDone } = await startTestApp()
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  const itemID = await robin.newItem(projectID, await robin.newRoom(projectID))
  const words: Record<string, string[]> = {}
  for (const [what, [file]] of Object.entries(DOCUMENTS)) {
    const [uploaded] = await robin.upload([{ name: 'guide', bytes: await file() }])
    const remote = uploaded?.remote ?? ''
    expect((await robin.raw({ url: `/download/${remote}` })).headers['content-type'], what).toBe('application/pdf')
    await robin.must(addItemFiles, { body: { itemID, files: [{ name: what, remote }] } })
    await jobsDone()
    const blob = await services.db
      .selectFrom('uploads')
      .where('remote', '=', remote)
      .select('blob_id')
      .executeTakeFirst()
    const found = await services.db
      .selectFrom('file_words')
      .where('blob_id', '=', blob?.blob_id ?? 0)
      .select('word')

      .execute()
    words[what] = found
      .map(({ word }) => word)
      .filter((word) => !word.startsWith('<'))
      .toSorted()
  }
  expect(words).toEqual(Object.fromEntries(Object.entries(DOCUMENTS).map(([what, [, right]]) => [what, right])))
})
