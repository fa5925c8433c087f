import { ApiError, NoResponse } from '../../lib/errors.ts'

/** The target of a file: the ID of an item, or the key of a form whose item does not exist yet. */
export type Place = number | string

export interface Upload {
  readonly id: number
  readonly place: Place
  /** Files chosen together share it. */
  readonly choice: number
  readonly file: File
  /**
   * 'queued' until a connection is free, then 'sending'; 'stored' until the files before it are settled and it is on the item;
   * 'waiting' for the connection, then it resumes.
   */
  readonly state: 'queued' | 'sending' | 'stored' | 'waiting' | 'done' | 'failed'
  /** The part sent. */
  readonly percent: number
  /** The name of the stored file. */
  readonly remote?: string | undefined
  /** Why it waits or failed. */
  readonly reason?: string | undefined
  /** Whether a failed file may succeed on retry. */
  readonly canRetry?: boolean
}

/** What is known of a stored file without its content. */
export interface StoredFile {
  remote: string
  name: string
  size: number
}

type StoredUpload = Upload & { remote: string }

export const isStored = (upload: Upload): upload is StoredUpload => upload.remote !== undefined
export const isSettled = ({ state }: Upload): boolean => state === 'done' || state === 'failed'

/** A failure without a server answer; its message says why. */
export class NotStored extends Error {
  override readonly name = 'NotStored'
  readonly canRetry: boolean
  constructor(message: string, canRetry: boolean) {
    super(message)
    this.canRetry = canRetry
  }
}

/** The operations a queue needs. */
export interface UploadTransport {
  /** Uploads a file and returns its stored name. */
  store(file: File, how: { signal: AbortSignal; onProgress: (share: number) => void }): Promise<string>
  /** Attaches files to an item in this order. Files already on it stay unchanged. */
  attach(itemID: number, files: readonly StoredUpload[]): Promise<void>
  /** Logs a failure, and shows it unless it is one of many. */
  report(error: unknown, notify: boolean): void
}

/** Browsers allow six connections per server; three stay free for the rest of the app. */
const AT_ONCE = 3

const FIRST_DELAY_MS = 1000
const LONGEST_DELAY_MS = 30_000

/** The delay before the next attempt, after `tries` retries. */
export const retryDelay = (tries: number): number => Math.min(FIRST_DELAY_MS * 2 ** tries, LONGEST_DELAY_MS)

/** The server, or a proxy in front of it, is temporarily unavailable. */
const TEMPORARY: readonly number[] = [502, 503, 504]
const isPassing = (error: unknown): error is ApiError | NoResponse =>
  error instanceof NoResponse || (error instanceof ApiError && TEMPORARY.includes(error.status))

/** Retrying cannot help: the file itself is invalid. */
const PERMANENT: readonly number[] = [400, 413, 415]

const whyItFailed = (error: unknown): Pick<Upload, 'reason' | 'canRetry'> => {
  if (error instanceof NotStored) return { reason: error.message, canRetry: error.canRetry }
  if (!(error instanceof ApiError)) return { reason: 'Something went wrong.', canRetry: true }
  // This code refers to the item; a missing file has its own.
  if (error.code === 'not_found') return { reason: 'This item no longer exists.', canRetry: true }
  return { reason: error.message, canRetry: !PERMANENT.includes(error.status) }
}

/**
 * The stored files ready to be attached, by item, in the order chosen: a pending file delays later files of the same choice, but
 * no others.
 */
const readyToAttach = (uploads: readonly Upload[]): Map<number, StoredUpload[]> => {
  const held = new Set<number>()
  const ready = new Map<number, StoredUpload[]>()
  for (const upload of uploads) {
    const { place, choice, state } = upload
    if (isSettled(upload) || typeof place === 'string' || held.has(choice)) continue
    if (state === 'stored' && isStored(upload)) ready.set(place, [...(ready.get(place) ?? []), upload])
    else held.add(choice)
  }
  return ready
}

/**
 * Uploads files one per request, a few at a time. Connection failures are retried with growing delays. A retry is safe: the
 * server stores equal content once, and attaching a file twice adds nothing.
 */
export class UploadQueue {
  readonly #carrier: UploadTransport
  readonly #watchers = new Set<() => void>()
  readonly #sending = new Map<number, AbortController>()
  /** Items with an attach call running: concurrent calls could change the order. */
  readonly #attaching = new Set<number>()
  #uploads: readonly Upload[] = []
  #lastID = 0
  /** One timer for all, because they share the connection. */
  #timer: ReturnType<typeof setTimeout> | undefined
  #wakesAt = 0
  #tries = 0

  constructor(transport: UploadTransport) {
    this.#carrier = transport
  }

  /** Uploads for all targets, in the order chosen; a new array after each change. */
  readonly all = (): readonly Upload[] => this.#uploads

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  add(place: Place, files: readonly File[]): void {
    const choice = ++this.#lastID
    const added = files.map((file): Upload => ({
      id: ++this.#lastID,
      place,
      choice,
      file,
      state: 'queued',
      percent: 0,
    }))
    this.#set([...this.#uploads, ...added])
    this.#goOn()
  }

  /** Restores files that were stored for a form before a reload. */
  restore(place: string, stored: readonly StoredFile[]): void {
    const known = new Set(this.#uploads.map(({ remote }) => remote))
    const taken = stored
      .filter(({ remote }) => !known.has(remote))
      .map(({ remote, name, size }): Upload => {
        const id = ++this.#lastID
        return { id, place, choice: id, file: { name, size } as File, state: 'done', percent: 100, remote }
      })
    this.#set([...this.#uploads, ...taken])
  }

  /**
   * Removes uploads at any stage. One whose attach call is running or unanswered may still end up on its item, where it can be
   * removed.
   */
  remove(isOut: (upload: Upload) => boolean): void {
    const out = this.#uploads.filter(isOut)
    if (out.length === 0) return
    this.#set(this.#uploads.filter((upload) => !out.includes(upload)))
    for (const { id } of out) this.#sending.get(id)?.abort()
    this.#goOn()
  }

  /** Retries a failed upload; waiting uploads all resume together. */
  retry(id: number): void {
    const upload = this.#uploads.find((one) => one.id === id)
    if (upload?.state === 'waiting') return this.resume()
    if (upload?.state !== 'failed') return
    this.#change([upload], { state: isStored(upload) ? 'stored' : 'queued', reason: undefined })
    this.#goOn()
  }

  /** Resumes waiting uploads, in case the connection is back. */
  resume(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#wakesAt = 0
    const waiting = this.#uploads.filter(({ state }) => state === 'waiting')
    this.#change(waiting.filter(isStored), { state: 'stored', reason: undefined })
    this.#change(
      waiting.filter((one) => !isStored(one)),
      { state: 'queued', percent: 0, reason: undefined },
    )
    this.#goOn()
  }

  #set(uploads: readonly Upload[]): void {
    this.#uploads = uploads
    for (const watcher of this.#watchers) watcher()
  }

  /** An upload removed in the meantime stays removed. */
  #change(uploads: readonly Upload[], changed: Partial<Upload>): void {
    if (uploads.length === 0) return
    const ids = new Set(uploads.map(({ id }) => id))
    this.#set(this.#uploads.map((one) => (ids.has(one.id) ? { ...one, ...changed } : one)))
  }

  /** Starts everything that can start now. */
  #goOn(): void {
    for (const upload of this.#uploads) {
      if (this.#sending.size >= AT_ONCE) break
      if (upload.state === 'queued') void this.#send(upload)
    }
    for (const [itemID, files] of readyToAttach(this.#uploads)) {
      if (!this.#attaching.has(itemID)) void this.#attach(itemID, files)
    }
  }

  async #send(upload: Upload): Promise<void> {
    const controller = new AbortController()
    const { signal } = controller
    this.#sending.set(upload.id, controller)
    this.#change([upload], { state: 'sending', percent: 0 })
    let shown = 0
    const onProgress = (share: number) => {
      const percent = Math.floor(share * 100)
      if (percent !== shown) this.#change([upload], { percent })
      shown = percent
    }
    try {
      const remote = await this.#carrier.store(upload.file, { signal, onProgress })
      this.#tries = 0
      this.#change([upload], { state: typeof upload.place === 'string' ? 'done' : 'stored', percent: 100, remote })
    } catch (error) {
      if (!signal.aborted) this.#fail([upload], error)
    } finally {
      this.#sending.delete(upload.id)
      this.#goOn()
    }
  }

  async #attach(itemID: number, files: readonly StoredUpload[]): Promise<void> {
    this.#attaching.add(itemID)
    try {
      await this.#carrier.attach(itemID, files)
      this.#tries = 0
      this.#change(files, { state: 'done' })
    } catch (error) {
      // The stored file has expired, so it is uploaded again. The call is all or nothing, so this applies to each file.
      if (error instanceof ApiError && error.code === 'file_not_found') this.#change(files, { remote: undefined })
      this.#fail(files, error)
    } finally {
      this.#attaching.delete(itemID)
      this.#goOn()
    }
  }

  #fail(uploads: readonly Upload[], error: unknown): void {
    if (isPassing(error)) {
      const isLost = error instanceof NoResponse
      const reason = isLost ? 'Waiting for the connection…' : 'Waiting for the server…'
      this.#carrier.report(error, isLost && this.#tries === 0)
      this.#change(uploads, { state: 'waiting', reason })
      this.#wakeLater(isLost ? undefined : error.retryAfter)
    } else {
      const { choice } = uploads[0] ?? {}
      const isFirst = !this.#uploads.some((one) => one.choice === choice && one.state === 'failed')
      this.#carrier.report(error, isFirst)
      this.#change(uploads, { state: 'failed', ...whyItFailed(error) })
    }
  }

  #wakeLater(retryAfter = 0): void {
    const delay = Math.max(retryAfter * 1000, this.#timer === undefined ? retryDelay(this.#tries++) : 0)
    const at = Date.now() + delay
    if (at <= this.#wakesAt) return
    clearTimeout(this.#timer)
    this.#wakesAt = at
    this.#timer = setTimeout(() => this.resume(), delay)
  }
}
