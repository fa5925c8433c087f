import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { ADDRESS, callsOf, formOf, readKitchens, signIn, type Home } from './home.ts'
import { median } from './median.ts'

/**
 * Measures how long the spec book of a large home takes, with pictures that nobody has looked at and again; and how long
 * somebody else waits for a room while fifty papers are made, against how long they wait before.
 */

const ROOMS = 25
const ITEMS = 400
const PICTURES = 300
const [WIDTH, HEIGHT] = [1600, 1200]
const BOOKS = 5
const AT_ONCE = 50
const LOOKS = 400
/** What a book may take, in milliseconds and in bytes. */
const BOOK_TARGET_MS = 5000
const BOOK_TARGET_BYTES = 10 * 1024 * 1024
/** What a look at a room may take while papers are made, of what it takes before. */
const LOOK_TARGET = 2

/** As large as a photograph, and with as much to see: patches that run into each other, each picture with its own. */
const photograph = (): Promise<Buffer> => {
  const [width, height] = [WIDTH / 20, HEIGHT / 20]
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .resize({ width: WIDTH, height: HEIGHT })
    .jpeg({ quality: 80 })
    .toBuffer()
}

const makeLargeHome = async (ask: ReturnType<typeof callsOf>): Promise<number> => {
  const { projectID } = await ask<{ projectID: number }>('PUT', '/project', {
    inputs: { name: 'Orchard Row', ...ADDRESS },
  })
  const { roomType, kinds } = await readKitchens(ask)
  const rooms: number[] = []
  for (let n = 1; n <= ROOMS; n++) {
    const made = { projectID, roomType, roomName: `Kitchen ${n}` }
    rooms.push((await ask<{ roomID: number }>('PUT', '/createroom', made)).roomID)
  }
  for (let n = 0; n < ITEMS; n++) {
    let files = {}
    if (n < PICTURES) {
      const form = formOf(`picture ${n}.jpg`, await photograph())
      const [sent] = await ask<{ remote: string }[]>('POST', '/upload', form)
      files = { [`picture ${n}.jpg`]: sent?.remote }
    }
    const inputs = { field1: 'Castellan & Sons', field2: `Model ${n}`, notes: 'As chosen with the owner.' }
    const place = { projectID, roomID: rooms[n % ROOMS], ...kinds[n % kinds.length] }
    await ask('PUT', '/item', { ...place, inputs, files: JSON.stringify(files) })
  }
  return projectID
}

interface Papers {
  firstMs: number
  bookMs: number
  bookBytes: number
  lookMs: number
  meanwhileMs: number
  areFastEnough: boolean
}

/** On a server where somebody has a home, who looks at it, and somebody else has none yet, who prints. */
export const measurePapers = async (url: string, home: Home): Promise<Papers> => {
  const { ask, accessToken } = await signIn(url, home.accounts[2])
  const projectID = await makeLargeHome(ask)
  const print = async (kind: string) => {
    const begun = performance.now()
    const headers = { authorization: `Bearer ${accessToken}` }
    const response = await fetch(`${url}/paper?projectID=${projectID}&kind=${kind}`, { headers })
    const { byteLength } = await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`A paper was answered with ${response.status}.`)
    return { ms: performance.now() - begun, bytes: byteLength }
  }
  const first = await print('book')
  const books = []
  for (let n = 0; n < BOOKS; n++) books.push(await print('book'))

  const looker = callsOf(url, home.accessToken)
  const look = async () => {
    const begun = performance.now()
    await looker('GET', `/items?roomID=${home.roomID}`)
    return performance.now() - begun
  }
  const before: number[] = []
  for (let n = 0; n < LOOKS; n++) before.push(await look())
  let areMaking = true
  const printing = Promise.all(Array.from({ length: AT_ONCE }, () => print('touchup'))).finally(
    () => (areMaking = false),
  )
  const meanwhile: number[] = []
  while (areMaking) meanwhile.push(await look())
  await printing
  const [firstMs, bookMs] = [first.ms, median(books.map(({ ms }) => ms))]
  const bookBytes = Math.max(...books.map(({ bytes }) => bytes))
  const [lookMs, meanwhileMs] = [median(before), median(meanwhile)]
  const areFastEnough =
    bookMs <= BOOK_TARGET_MS && bookBytes <= BOOK_TARGET_BYTES && meanwhileMs <= LOOK_TARGET * lookMs
  return { firstMs, bookMs, bookBytes, lookMs, meanwhileMs, areFastEnough }
}

export const PRINTED = `${ROOMS} rooms, ${ITEMS} items, ${PICTURES} pictures`
