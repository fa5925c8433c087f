import { expect, test } from 'vitest'
import { animation, noise, photoHEIC, pngOfZeros } from '../../support/sample-pictures.ts'
import { pdfOf } from '../../support/pdf.ts'
import { startTestApp } from '../../support/test-app.ts'

/** A TIFF of one strip that states too large a size. */
const tiffThatClaims = (width: number, height: number): Buffer => {
  const strip = Buffer.from('789c630000000100015e', 'hex')
  const entries = [
    [256, width],
    [257, height],
    [258, 8],
    [259, 8],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, height],
    [279, strip.length],
  ]
  const directory = Buffer.alloc(2 + entries.length * 12 + 4)
  directory.writeUInt16LE(entries.length)
  for (const [at, [tag = 0, value = 0]] of entries.entries()) {
    directory.writeUInt16LE(tag, 2 + at * 12)
    directory.writeUInt16LE(4, 4 + at * 12)
    directory.writeUInt32LE(1, 6 + at * 12)
    directory.writeUInt32LE(value, 10 + at * 12)
  }
  const header = Buffer.from('49492a0000000000', 'hex')
  header.writeUInt32LE(header.length + strip.length, 4)
  return Buffer.concat([header, strip, directory])
}

/** Each frame is one pixel. */
const gifOfFrames = (frames: number): Buffer => {
  const header = Buffer.from('47494638396101000100800000000000ffffff', 'hex')
  const frame = Buffer.from('21f904000a0000002c00000000010001000002024401003b'.slice(0, -2), 'hex')
  return Buffer.concat([header, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')])
}

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

const start = async () => {
  const started = await startTestApp()
  const user = await started.newUser()
  return {
    ...started,
    user,
    /** The type of a file and the status of its two pictures; the file itself must download unchanged. */
    outcome: async (bytes: Buffer, name = 'photo.jpg') => {
      const [file] = await user.upload([{ name, bytes }])
      const url = `/download/${file?.remote}`
      const thumbnail = await user.raw({ url: `${url}?version=thumbnail` })
      const screen = await user.raw({ url: `${url}?version=screen` })
      const whole = await user.raw({ url })
      expect(whole.rawPayload.equals(bytes), name).toBe(true)
      return [whole.headers['content-type'], thumbnail.statusCode, screen.statusCode]
    },
  }
}

test('a PNG of 30,000 by 30,000 pixels in a few kilobytes is refused by its header', async () => {
  const { outcome } = await start()
  const bytes = pngOfZeros(3751 * 30_000, { width: 30_000, height: 30_000 })
  expect(bytes.length).toBeLessThan(200_000)
  expect(await outcome(bytes, 'plan.png')).toEqual(['image/png', 415, 415])
})

/** A JPEG that states too large a size. */
const jpegThatClaims = async (width: number, height: number, progressive: boolean): Promise<Buffer> => {
  const jpeg = await noise(80, 60).jpeg({ progressive }).toBuffer()
  const size = jpeg.indexOf(Buffer.from(progressive ? 'ffc2' : 'ffc0', 'hex')) + 5
  jpeg.writeUInt16BE(height, size)
  jpeg.writeUInt16BE(width, size + 2)
  return jpeg
}

test('a JPEG of 108 megapixels is shown if it shrinks while it is read', async () => {
  const { outcome } = await start()
  expect(await outcome(await jpegThatClaims(12_000, 9_000, false))).toEqual(['image/jpeg', 200, 200])
  expect(await outcome(await jpegThatClaims(12_000, 9_000, true))).toEqual(['image/jpeg', 415, 415])
  expect(await outcome(await jpegThatClaims(60_000, 60_000, false))).toEqual(['image/jpeg', 415, 415])
})

test('a HEIC of 400 megapixels is refused by its header', async () => {
  const { outcome } = await start()
  const photo = photoHEIC()
  for (let at = photo.indexOf('ispe'); at >= 0; at = photo.indexOf('ispe', at + 1)) {
    photo.writeUInt32BE(20_000, at + 8)
    photo.writeUInt32BE(20_000, at + 12)
  }
  expect(await outcome(photo)).toEqual(['image/heic', 415, 415])
})

test('a picture that needs more memory than the limit fails', async () => {
  const { outcome } = await start()
  const size = { width: 10_000, height: 9_999, bits: 16, colour: 6, interlaced: true }
  expect(await outcome(pngOfZeros(81_000 * 9_999, size), 'plan.png')).toEqual(['image/png', 415, 415])
  expect(await outcome(await noise(30, 20).png().toBuffer())).toEqual(['image/png', 200, 200])
})

test('a truncated picture shows its existing part', async () => {
  const { outcome } = await start()
  const jpeg = await noise(800, 600).jpeg().toBuffer()
  expect(await outcome(jpeg.subarray(0, jpeg.length / 2))).toEqual(['image/jpeg', 200, 200])
})

test('a picture smaller than it states shows its existing part', async () => {
  const { outcome } = await start()
  expect(await outcome(pngOfZeros(2000, { width: 1000, height: 1000 }), 'a.png')).toEqual(['image/png', 200, 200])
})

test('a TIFF that unpacks to gigabytes is refused, and one with a false size is harmless', async () => {
  const { outcome } = await start()
  expect(await outcome(tiffThatClaims(60_000, 60_000), 'scan.tiff')).toEqual(['image/tiff', 415, 415])
  const [type, ...statuses] = await outcome(tiffThatClaims(9_000, 9_000), 'scan.tiff')
  expect(type).toBe('image/tiff')
  for (const status of statuses) expect([200, 415]).toContain(status)
})

test('an animation of very many frames is answered', async () => {
  const { outcome } = await start()
  expect(await outcome(gifOfFrames(30_000), 'blink.gif')).toEqual(['image/gif', 200, 200])
})

test('a GIF named .pdf is a GIF, and a PDF named .jpg is a PDF that has no picture', async () => {
  const { outcome } = await start()
  expect(await outcome(await animation(2, 40, 30).gif().toBuffer(), 'a.pdf')).toEqual(['image/gif', 200, 200])
  expect(await outcome(pdfOf(1), 'a.jpg')).toEqual(['application/pdf', 415, 415])
})

test('a picture of one pixel by 20,000 gets its smaller pictures', async () => {
  const { outcome } = await start()
  expect(await outcome(await noise(1, 20_000).png().toBuffer())).toEqual(['image/png', 200, 200])
  expect(await outcome(await noise(20_000, 1).png().toBuffer())).toEqual(['image/png', 200, 200])
})

test('a file with only the first bytes of a picture has no smaller picture', async () => {
  const { outcome } = await start()
  for (const [start, type] of [
    ['89504e470d0a1a0a0000000d49484452', 'image/png'],
    ['ffd8ffe0', 'image/jpeg'],
    ['474946383961', 'image/gif'],
    ['49492a0008000000', 'image/tiff'],
    ['524946460000000057454250', 'image/webp'],
    ['0000001866747970686569630000000068656963', 'image/heic'],
    ['0000001866747970617669660000000061766966', 'image/avif'],
  ] as const) {
    expect(await outcome(Buffer.concat([Buffer.from(start, 'hex'), Buffer.alloc(40)])), type).toEqual([type, 415, 415])
  }
})

test('corrupt pictures of every kind are answered, and the next good one is made', async () => {
  const { user, outcome } = await start()
  for (const format of ['jpeg', 'png', 'gif', 'webp', 'tiff', 'avif', 'heic'] as const) {
    const good = format === 'heic' ? photoHEIC() : await noise(60, 40).toFormat(format).toBuffer()
    for (let seed = 1; seed <= 8; seed++) {
      const [file] = await user.upload([{ name: 'a.jpg', bytes: spoiled(good, seed) }])
      const { statusCode } = await user.raw({ url: `/download/${file?.remote}?version=screen` })
      expect([200, 415], `${format} ${seed}`).toContain(statusCode)
    }
    expect((await outcome(good)).slice(1), format).toEqual([200, 200])
  }
})
