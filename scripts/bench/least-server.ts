import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import fastify, { type FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import { sampleOf } from '../../src/server/items/sample-of.ts'
import { titleOf } from '../../src/shared/items/item-title.ts'
import type { Slot } from '../../src/shared/structure/room-structure.api.ts'
import type { HeldItem, StoredFile } from './least-database.ts'
import { openLeastPostgres } from './least-postgres.ts'
import { openLeastSqlite } from './least-sqlite.ts'

/**
 * The least server that does the measured work: five routes on bare Fastify and the bare driver, on the database and in
 * the file folder of the server it is compared with. It keeps what makes the work what it is (session look-up, owner
 * check, validation, durability, the throttle of logins) and leaves out everything else.
 */

const MINUTE = 60_000
const KEEPS_PROJECTS = [1001, 2023]
const FIELDS = ['field1', 'field2', 'field3', 'field4', 'field5', 'field6'] as const
const TEXT_MAX = 255
const FILE_MAX = 25 * 1024 * 1024
const FILES_MAX = 20
const SNIFFED = 4100

const { DATABASE_URL, DATA_DIR = '' } = process.env
const database = DATABASE_URL ? openLeastPostgres(DATABASE_URL) : openLeastSqlite(join(DATA_DIR, 'roomfolio.sqlite'))
const files = join(DATA_DIR, 'files')

class Refusal extends Error {
  readonly statusCode: number
  constructor(statusCode: number) {
    super('Refused')
    this.statusCode = statusCode
  }
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The id of the user who calls. */
const signedIn = async (request: FastifyRequest): Promise<number> => {
  const { authorization } = request.headers
  if (!authorization?.startsWith('Bearer ')) throw new Refusal(401)
  const rows = await database.findSession(hashOf(authorization.slice(7)), new Date().toISOString())
  const [first] = rows
  if (!first) throw new Refusal(401)
  if (!rows.some(({ role }) => role !== null && KEEPS_PROJECTS.includes(role))) throw new Refusal(403)
  return first.user_id
}

const idOf = (value: unknown): number => {
  const id = Number(value)
  if (!Number.isSafeInteger(id) || id <= 0) throw new Refusal(400)
  return id
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' &&
  (value.length <= TEXT_MAX || [...value].length <= TEXT_MAX) &&
  !value.includes('\0') &&
  value.isWellFormed()

const app = fastify()

app.get<{ Querystring: { roomID?: string } }>('/items', async (request, reply) => {
  const userID = await signedIn(request)
  const roomID = idOf(request.query.roomID)
  const text = await database.itemsText(userID, roomID)
  if (text === undefined && !(await database.isReadableRoom(userID, roomID))) throw new Refusal(404)
  return reply.type('application/json; charset=utf-8').send(text ?? '[]')
})

interface ItemBody {
  itemID?: unknown
  inputs?: Record<string, unknown>
}

app.post<{ Body: ItemBody }>('/item', async (request) => {
  const userID = await signedIn(request)
  const { itemID: sentID, inputs } = request.body
  const itemID = idOf(sentID)
  if (typeof inputs !== 'object') throw new Refusal(400)
  const held = await database.heldItem(userID, itemID)
  if (!held) throw new Refusal(404)
  const labels = JSON.parse(held.labels) as { name: string; slot: number }[]
  const given = (name: (typeof FIELDS)[number] | 'notes'): string => {
    const value = inputs[name]
    if (value === undefined) return held[name]
    if (value === null) return ''
    if (!isText(value)) throw new Refusal(400)
    return value
  }
  const fields: Pick<HeldItem, (typeof FIELDS)[number]> = {
    field1: given('field1'),
    field2: given('field2'),
    field3: given('field3'),
    field4: given('field4'),
    field5: given('field5'),
    field6: given('field6'),
  }
  FIELDS.forEach((name, at) => {
    const isLabelled = labels.some(({ slot }) => slot === at + 1)
    if (!isLabelled && fields[name] !== '' && fields[name] !== held[name]) throw new Refusal(400)
  })
  const sample = sampleOf(
    held.subcategory,
    labels.map(({ name, slot }) => ({ label: name, value: fields[FIELDS[slot - 1] ?? 'field1'] })),
  )
  const title = titleOf(JSON.parse(held.telling) as Slot[], fields, held.subcategory)
  const saved = { itemID, ...fields, notes: given('notes'), sample, title }
  const version = await database.saveItem(userID, saved, new Date().toISOString())
  if (version === undefined) throw new Refusal(404)
  return { version, message: `Successfully Updated ${held.category} – ${held.subcategory}` }
})

/** Makes one file durable: its own bytes and its entry in the folder. */
const store = async (name: string, bytes: Buffer): Promise<StoredFile> => {
  const storageKey = randomBytes(16).toString('hex')
  const folder = join(files, storageKey.slice(0, 2))
  await mkdir(folder, { recursive: true })
  const file = await open(join(folder, storageKey), 'wx')
  await file.write(bytes)
  await file.sync()
  await file.close()
  const entry = await open(folder)
  await entry.sync()
  await entry.close()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const type = (await fileTypeFromBuffer(bytes.subarray(0, SNIFFED)))?.mime ?? 'application/octet-stream'
  return { storageKey, sha256, size: bytes.length, type, remote: randomBytes(16).toString('base64url'), name }
}

/** The files of a form that lies in memory whole. */
const filesOfForm = (form: Buffer, boundary: string): { name: string; bytes: Buffer }[] => {
  const found = []
  const delimiter = `\r\n--${boundary}`
  for (let at = form.indexOf('\r\n'); at >= 0;) {
    const headEnd = form.indexOf('\r\n\r\n', at)
    const end = form.indexOf(delimiter, headEnd)
    if (headEnd < 0 || end < 0) break
    const name = /name="files"; filename="([^"]+)"/.exec(form.toString('utf8', at, headEnd))?.[1]
    const bytes = form.subarray(headEnd + 4, end)
    if (name === undefined || bytes.length > FILE_MAX) throw new Refusal(400)
    found.push({ name, bytes })
    at = end + delimiter.length
  }
  return found
}

app.addContentTypeParser(
  'multipart/form-data',
  { parseAs: 'buffer', bodyLimit: FILES_MAX * FILE_MAX },
  (_request, body, done) => done(null, body),
)

app.post<{ Body: Buffer }>('/upload', async (request) => {
  const userID = await signedIn(request)
  const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1] ?? ''
  const sent = filesOfForm(request.body, boundary)
  if (sent.length === 0 || sent.length > FILES_MAX) throw new Refusal(400)
  const stored = await Promise.all(sent.map(({ name, bytes }) => store(name, bytes)))
  for (const file of stored) await database.addUpload(userID, file, new Date().toISOString())
  return stored.map(({ name, remote }) => ({ filename: name, remote }))
})

app.get<{ Params: { remote: string } }>('/download/:remote', async (request, reply) => {
  const userID = await signedIn(request)
  const file = await database.findDownload(userID, request.params.remote)
  if (!file) throw new Refusal(404)
  return reply
    .headers({
      'Content-Type': file.type,
      'Content-Disposition': `inline; filename="${file.original_name}"`,
      'Cache-Control': 'private, no-cache',
      ETag: `"${file.sha256}"`,
    })
    .send(await readFile(join(files, file.storage_key.slice(0, 2), file.storage_key)))
})

app.post<{ Body: { user?: string; pwd?: string } }>('/login', async (request, reply) => {
  const { user: name, pwd } = request.body
  if (!name || !pwd) throw new Refusal(400)
  const user = await database.findUser(name.normalize('NFKC').trim().toLowerCase())
  if (!user) throw new Refusal(401)
  const now = Date.now()
  const time = (offset: number) => new Date(now + offset).toISOString()
  const account = `id ${user.id}`
  const counted = await database.countTry(account, request.ip, time(-15 * MINUTE), time(0))
  if (counted.length === 0) throw new Refusal(429)
  if (!(await verify(user.password_hash, pwd))) throw new Refusal(401)
  const [access, refresh, download] = [randomBytes(32), randomBytes(32), randomBytes(32)].map((bytes) =>
    bytes.toString('base64url'),
  ) as [string, string, string]
  const { username, roles } = await database.openSession({
    userID: user.id,
    account,
    counted,
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    accessHash: hashOf(access),
    refreshHash: hashOf(refresh),
    downloadHash: hashOf(download),
    now: new Date().toISOString(),
    accessExpires: time(15 * MINUTE),
    expires: time(24 * 60 * MINUTE),
  })
  reply.header('Set-Cookie', [
    `roomfolio_session=${refresh}; Path=/; HttpOnly; SameSite=Strict`,
    `roomfolio_download=${download}; Path=/download; HttpOnly; SameSite=Strict`,
  ])
  return { accessToken: access, roles, user: username }
})

console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
