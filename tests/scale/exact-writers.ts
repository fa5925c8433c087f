import { createHash, randomInt, randomUUID } from 'node:crypto'
import type { SessionBody } from '../../src/shared/identity/auth.api.ts'
import type { Item } from '../../src/shared/items/items.api.ts'
import type { RoomStructure, RoomType } from '../../src/shared/structure/room-structure.api.ts'
import { PASSWORD, registrationOf } from '../support/test-app.ts'

const ADDRESS = { address: '1 Elm', city: 'Burlington', state: 'VT', zip: '05401' }
const SAVES = 4

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

interface Told {
  status: number
  bytes: Buffer
}

type Body = Buffer | string | AsyncIterable<Buffer>

/** Sends one request to one server; rejects without a complete response. */
export type Send = (request: {
  method: string
  path: string
  headers: Record<string, string>
  body?: Body
}) => Promise<Told>

const BOUNDARY = 'roomfolio-writer'
const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
const HEAD =
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="plan.bin"\r\n` +
  'Content-Type: application/octet-stream\r\n\r\n'
const formOf = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(HEAD), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])

/** Everything that servers have acknowledged. */
export class Acknowledged {
  readonly projects = new Map<number, string>()
  readonly rooms = new Map<number, number>()
  /** The number of saves of each item, and its last text. */
  readonly items = new Map<number, { saves: number; text: string }>()
  readonly deleted = new Set<number>()
  /** The SHA-256 of the bytes. */
  readonly uploads = new Map<string, string>()
  readonly attached = new Map<number, string>()
  /** Acknowledged requests, saves and deletions included. */
  count = 0
  /** Requests sent again after an incomplete response or a 503. */
  repeated = 0
}

/** A client that repeats a request until it is answered. */
export class Writer {
  #token = ''
  readonly #send: Send
  readonly #done: Acknowledged
  readonly #acknowledged: () => void

  /** `acknowledged` is called for each acknowledged request. */
  constructor(send: Send, done: Acknowledged, acknowledged: () => void = () => {}) {
    this.#send = send
    this.#done = done
    this.#acknowledged = acknowledged
  }

  /** Returns the final response, and whether the request was sent more than once. */
  async ask(method: string, path: string, body?: object | Buffer): Promise<Told & { again: boolean }> {
    const isForm = Buffer.isBuffer(body)
    const headers = { ...this.#headers(), ...(body && (isForm ? FORM : { 'content-type': 'application/json' })) }
    const sent = body && { body: isForm ? body : JSON.stringify(body) }
    for (let again = false; ; again = true) {
      const told = await this.#send({ method, path, headers, ...sent }).catch(() => undefined)
      if (told && told.status !== 503) return { ...told, again }
      this.#done.repeated++
    }
  }

  #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#token}`, 'idempotency-key': randomUUID() }
  }

  async #must<T>(...request: Parameters<Writer['ask']>): Promise<T> {
    const { status, bytes } = await this.ask(...request)
    if (status >= 300) throw new Error(`${request[0]} ${request[1]} answered ${status}: ${String(bytes)}`)
    return JSON.parse(String(bytes)) as T
  }

  async download(remote: string): Promise<Buffer> {
    return (await this.ask('GET', `/download/${remote}`)).bytes
  }

  /** Uploads without repeating, and sends the second half when `goOn` resolves. */
  uploadSlowly(name: string, goOn: Promise<void>): { halfway: Promise<void>; status: Promise<number> } {
    const bytes = Buffer.alloc(400_000, `${name}. `)
    const form = formOf(bytes)
    let tell = () => {}
    const halfway = new Promise<void>((resolve) => (tell = resolve))
    const body = async function* () {
      yield form.subarray(0, form.length / 2)
      tell()
      await goOn
      yield form.subarray(form.length / 2)
    }
    const send = async () => {
      const headers = { ...this.#headers(), ...FORM, 'content-length': String(form.length) }
      const told = await this.#send({ method: 'POST', path: '/upload', headers, body: body() })
      if (told.status === 200) this.#noteUpload(told.bytes, bytes)
      return told.status
    }
    return { halfway, status: send() }
  }

  #noteUpload(answer: Buffer, bytes: Buffer): string {
    const [file] = JSON.parse(String(answer)) as { remote: string }[]
    const remote = file?.remote ?? ''
    this.#note(() => this.#done.uploads.set(remote, sha256(bytes)))
    return remote
  }

  async register(user: string): Promise<void> {
    await this.#must('POST', '/register', registrationOf(user))
    await this.signIn(user)
  }

  async signIn(user: string): Promise<void> {
    this.#token = (await this.#must<SessionBody>('POST', '/login', { user, pwd: PASSWORD })).accessToken
  }

  #note(note: () => void): void {
    note()
    this.#done.count++
    this.#acknowledged()
  }

  /** Creates, saves, uploads, attaches and deletes its own things until it is stopped. */
  async work(name: string, goesOn: () => boolean): Promise<void> {
    const done = this.#done
    const { roomType, ...kind } = await this.#kitchen()
    for (let n = 0; goesOn(); n++) {
      const inputs = { name: `${name} ${n}`, ...ADDRESS }
      const { projectID } = await this.#must<{ projectID: number }>('PUT', '/project', { inputs })
      this.#note(() => done.projects.set(projectID, inputs.name))
      const room = { projectID, roomType, roomName: 'Kitchen' }
      const { roomID } = await this.#must<{ roomID: number }>('PUT', '/createroom', room)
      this.#note(() => done.rooms.set(roomID, projectID))

      const create = async (text: string) => {
        const item = { projectID, roomID, ...kind, inputs: { field1: text } }
        const { itemID } = await this.#must<{ itemID: number }>('PUT', '/item', item)
        this.#note(() => done.items.set(itemID, { saves: 0, text }))
        return itemID
      }
      const kept = await create(`${name} ${n} kept`)
      const gone = await create(`${name} ${n} gone`)
      for (let save = 1; save <= SAVES; save++) await this.#save(kept, save, `${name} ${n} save ${save}`)

      const bytes = Buffer.alloc(randomInt(1000, 200_000), `${name} ${n}. `)
      const remote = await this.#upload(bytes)
      await this.#must('PUT', '/itemfiles', { itemID: kept, files: [{ name: 'plan.bin', remote }] })
      this.#note(() => done.attached.set(kept, remote))

      const { status, again } = await this.ask('DELETE', `/item?itemID=${gone}`)
      // A 404 means that the first request succeeded and its response was lost.
      if (status !== 200 && !(status === 404 && again)) throw new Error(`A deletion was answered by ${status}.`)
      this.#note(() => done.deleted.add(gone))
    }
  }

  /** Saves have no Idempotency-Key: they name the version they change, and repeating a finished one raises the version. */
  async #save(itemID: number, version: number, text: string): Promise<void> {
    const { status, bytes, again } = await this.ask('POST', '/item', { itemID, version, inputs: { field1: text } })
    const current = () => (JSON.parse(String(bytes)) as { current?: Item }).current
    const isDone = status === 200 || (status === 409 && again && current()?.field1 === text)
    if (!isDone) throw new Error(`A save was answered by ${status}: ${String(bytes)}`)
    this.#note(() => this.#done.items.set(itemID, { saves: version, text }))
  }

  async #upload(bytes: Buffer): Promise<string> {
    const { status, bytes: answer } = await this.ask('POST', '/upload', formOf(bytes))
    if (status !== 200) throw new Error(`An upload was answered by ${status}: ${String(answer)}`)
    return this.#noteUpload(answer, bytes)
  }

  async #kitchen() {
    const { rooms } = await this.#must<{ rooms: RoomType[] }>('GET', '/roomtypes')
    const roomType = rooms.find(({ roomTypeName }) => roomTypeName === 'Kitchen')?.roomTypeID ?? 0
    const structure = await this.#must<RoomStructure>('GET', `/roomstructure?roomType=${roomType}`)
    const [catID, category] =
      Object.entries(structure).find(([, { parentCatName }]) => parentCatName === 'Plumbing') ?? []
    return { roomType, catID: Number(catID), subcatID: category?.subcatList[0] ?? 0 }
  }
}
