import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { fromBufferPromise, openPromise } from 'yauzl'
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts'
import { ZipWriter, type Method } from './zip-writer.ts'

/** An odd number of seconds, which the DOS time cannot store. */
const TIME = new Date('2026-03-09T18:45:07Z')
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const write = async (
  entries: Iterable<[name: string, bytes: Buffer, method: Method]>,
  { zip64From, asWhole = false }: { zip64From?: number | undefined; asWhole?: boolean } = {},
) => {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'a.zip')
  const file = await open(path, 'wx')
  const zip = new ZipWriter((bytes) => file.writeFile(bytes), zip64From)
  const written = []
  for (const [name, bytes, method] of entries) {
    written.push(await zip.add(name, asWhole ? bytes : Readable.from([bytes]), { method, time: TIME }))
  }
  const size = await zip.end()
  await file.close()
  return { path, written, whole: size }
}

const readBack = async (path: string) => {
  const zip = await openPromise(path, { autoClose: false })
  const entries: [name: string, hash: string, time: string][] = []
  for await (const entry of zip.eachEntry()) {
    const bytes = await buffer(await zip.openReadStreamPromise(entry))
    entries.push([entry.fileName, sha256(bytes), entry.getLastModDate({ timezone: 'UTC' }).toISOString()])
  }
  zip.close()
  return entries
}

const ENTRIES: [string, Buffer, Method][] = [
  ['empty', Buffer.alloc(0), 'stored'],
  ['empty, compressed', Buffer.alloc(0), 'compressed'],
  ['folder/Ångström 🏠.txt', Buffer.from('text '.repeat(100_000)), 'compressed'],
  ['random.bin', randomBytes(700_000), 'stored'],
  ['random, framed', randomBytes(700_000), 'framed'],
  ['random, compressed', randomBytes(700_000), 'compressed'],
]

test.each([
  ['small', undefined, false],
  ['small, of bytes that are known', undefined, true],
  ['too large for the short form', 0, false],
  ['too large for the short form, of bytes that are known', 0, true],
  ['of which some lies too far for it', 300_000, false],
])('a ZIP that is %s has the bytes, names and times of its entries', async (_, zip64From, asWhole) => {
  const { path, written, whole } = await write(ENTRIES, { zip64From, asWhole })
  expect(await readBack(path)).toEqual(ENTRIES.map(([name, bytes]) => [name, sha256(bytes), TIME.toISOString()]))
  const bytes = readFileSync(path)
  expect(whole).toBe(bytes.length)
  for (const [at, [, content, method]] of ENTRIES.entries()) {
    const { start, size, sha256: hash } = written[at] ?? { start: 0, size: 0, sha256: '' }
    expect([size, hash]).toEqual([content.length, sha256(content)])
    if (method === 'stored') expect(bytes.subarray(start, start + size).equals(content)).toBe(true)
  }
})

test('a ZIP can have more entries than the short format allows', async () => {
  const COUNT = 66_000
  const many = function* (): Generator<[string, Buffer, Method]> {
    for (let n = 0; n < COUNT; n++) yield [`${n}`, Buffer.alloc(0), 'stored']
  }
  const { path } = await write(many(), { asWhole: true })
  const zip = await fromBufferPromise(readFileSync(path))
  expect(zip.entryCount).toBe(COUNT)
  let seen = 0
  for await (const { fileName } of zip.eachEntry()) if (fileName === `${seen}`) seen++
  expect(seen).toBe(COUNT)
})

test('a ZIP with a failing source is not completed', async () => {
  const breaks = async function* () {
    yield Buffer.from('some')
    throw new Error('EIO: i/o error, read')
  }
  for (const method of ['stored', 'framed', 'compressed'] as const) {
    const zip = new ZipWriter(async () => {})
    await expect(zip.add('a', breaks(), { method, time: TIME })).rejects.toThrow('EIO')
  }
})

test('a ZIP is written at the speed of its reader, and closes its source if the reader leaves', async () => {
  let taken = 0
  let given = 0
  let isLetGo = false
  const source = async function* () {
    try {
      for (;;) {
        given += 64 * 1024
        yield Buffer.alloc(64 * 1024)
      }
    } finally {
      isLetGo = true
    }
  }
  const zip = new ZipWriter(async (bytes) => {
    expect(given - taken).toBeLessThan(1024 * 1024)
    await new Promise(setImmediate)
    taken += bytes.length
    if (taken > 4 * 1024 * 1024) throw new Error('nobody takes it')
  })
  await expect(zip.add('a', source(), { method: 'stored', time: TIME })).rejects.toThrow('nobody takes it')
  expect(isLetGo).toBe(true)
})
