import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { ADDRESS, formOf, readKitchens, signIn, type Ask, type Home } from './home.ts'
import { median } from './median.ts'
import { besideAnotherUser, OTHERS_TARGET_MS } from './other-user.ts'
import type { Size } from './sizes.ts'

/**
 * Measures how long the spec book of a large home takes, first with pictures that nobody has looked at, then again, and
 * how long another user waits while books and other papers are made.
 */

const [WIDTH, HEIGHT] = [1600, 1200]
/** What a book may take, in milliseconds and in bytes. */
const BOOK_TARGET_MS = 5000
const BOOK_TARGET_BYTES = 10 * 1024 * 1024

/** As large as a photograph, and with as much to see: patches that run into each other, each picture with its own. */
const photograph = (): Promise<Buffer> => {
  const [width, height] = [WIDTH / 20, HEIGHT / 20]
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .resize({ width: WIDTH, height: HEIGHT })
    .jpeg({ quality: 80 })
    .toBuffer()
}

const makeLargeHome = async (ask: Ask, size: Size['papers']): Promise<number> => {
  const { projectID } = await ask<{ projectID: number }>('PUT', '/project', {
    inputs: { name: 'Orchard Row', ...ADDRESS },
  })
  const { roomType, kinds } = await readKitchens(ask)
  const rooms: number[] = []
  for (let n = 1; n <= size.rooms; n++) {
    const made = { projectID, roomType, roomName: `Kitchen ${n}` }
    rooms.push((await ask<{ roomID: number }>('PUT', '/createroom', made)).roomID)
  }
  for (let n = 0; n < size.items; n++) {
    let files = {}
    if (n < size.pictures) {
      const form = formOf(`picture ${n}.jpg`, await photograph())
      const [sent] = await ask<{ remote: string }[]>('POST', '/upload', form)
      files = { [`picture ${n}.jpg`]: sent?.remote }
    }
    const inputs = { field1: 'Castellan & Sons', field2: `Model ${n}`, notes: 'As chosen with the owner.' }
    const place = { projectID, roomID: rooms[n % rooms.length], ...kinds[n % kinds.length] }
    await ask('PUT', '/item', { ...place, inputs, files: JSON.stringify(files) })
  }
  return projectID
}

/** `home` belongs to the other user; its third account has no project yet and prints. */
export const measurePapers = async (url: string, home: Home, size: Size['papers']) => {
  const { ask, accessToken } = await signIn(url, home.accounts[2])
  const projectID = await makeLargeHome(ask, size)
  const print = async (kind: string): Promise<number> => {
    const headers = { authorization: `Bearer ${accessToken}` }
    const response = await fetch(`${url}/paper?projectID=${projectID}&kind=${kind}`, { headers })
    const { byteLength } = await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`A paper was answered with ${response.status}.`)
    return byteLength
  }
  const first = await besideAnotherUser(url, home, () => print('book'))
  const books = []
  for (let n = 0; n < size.books; n++) books.push(await besideAnotherUser(url, home, () => print('book')))
  const many = await besideAnotherUser(url, home, () =>
    Promise.all(Array.from({ length: size.atOnce }, () => print('touchup'))),
  )
  const bookMs = median(books.map(({ ms }) => ms))
  const bookBytes = Math.max(...books.map(({ result }) => result))
  const p99 = Math.max(first.p99, many.p99, ...books.map((book) => book.p99))
  const isFastEnough = bookMs <= BOOK_TARGET_MS && bookBytes <= BOOK_TARGET_BYTES && p99 <= OTHERS_TARGET_MS
  return { firstMs: first.ms, bookMs, bookBytes, manyMs: many.ms, p99, isFastEnough }
}
