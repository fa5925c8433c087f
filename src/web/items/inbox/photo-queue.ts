import { useEffect, useEffectEvent } from 'react'
import { upload } from '../../../shared/attachments/files.api.ts'
import { addInboxPhoto } from '../../../shared/items/inbox.api.ts'
import { appSignal, appState, createStore, useStore, type Store } from '../../lib/app-state.ts'
import { call } from '../../lib/call.ts'
import { ApiError, NoResponse } from '../../lib/errors.ts'
import { fetchWithProgress } from '../../lib/fetch-with-progress.ts'
import { askBeforeUnload } from '../../lib/forms/ask-before-unload.ts'

/** Where photos are taken. */
interface PhotoTarget {
  projectID: number
  roomID?: number | undefined
}

interface PhotoUpload {
  readonly id: number
  readonly target: PhotoTarget
  readonly file: File
  /** 'waiting' for the connection; resumes automatically. */
  readonly state: 'queued' | 'sending' | 'waiting' | 'done' | 'failed'
  readonly percent: number
  /** Why it waits or failed. */
  readonly reason?: string
  /** Set once stored. Adding the same upload to the inbox again has no effect, so retries are safe. */
  readonly remote?: string | undefined
}

/** Browsers allow six connections per server; three stay free for the rest of the app. */
const CONCURRENT = 3
const RETRY_DELAY_MS = 5000
const TEMPORARY: readonly number[] = [502, 503, 504]

export const isSettled = ({ state }: PhotoUpload): boolean => state === 'done' || state === 'failed'

interface Queue {
  photos: Store<readonly PhotoUpload[]>
  lastID: number
  stopAsking?: (() => void) | undefined
  timer?: ReturnType<typeof setTimeout> | undefined
  sending: Map<number, AbortController>
  /** Settles when the photo has been sent or has failed. */
  settled: Map<number, Promise<void>>
}

const queue = appState((): Queue => {
  addEventListener('online', resume, { signal: appSignal() })
  return { photos: createStore<readonly PhotoUpload[]>([]), lastID: 0, sending: new Map(), settled: new Map() }
})
const all = () => queue().photos.get()

const put = (changed: readonly PhotoUpload[]) => {
  const state = queue()
  // Uploads continue on other screens of the app, but not after leaving it.
  if (changed.every(isSettled)) {
    state.stopAsking?.()
    state.stopAsking = undefined
  } else state.stopAsking ??= askBeforeUnload()
  state.photos.set(changed)
}
/** A photo removed in the meantime stays removed. */
const change = (id: number, to: Partial<PhotoUpload>) =>
  put(all().map((one) => (one.id === id ? { ...one, ...to } : one)))

const failureOf = (error: unknown): Partial<PhotoUpload> => {
  const isAway = error instanceof NoResponse || (error instanceof ApiError && TEMPORARY.includes(error.status))
  if (isAway) return { state: 'waiting', reason: 'Waiting for the connection…' }
  if (!(error instanceof ApiError)) return { state: 'failed', reason: 'Something went wrong.' }
  const [reason = error.message] = Object.values(error.fields)
  // The stored file was cleaned up in the meantime, so it is uploaded again.
  return { state: 'failed', reason, ...(error.code === 'file_not_found' && { remote: undefined }) }
}

const store = async (id: number, file: File, signal: AbortSignal): Promise<string> => {
  const onProgress = (share: number) => change(id, { percent: Math.floor(share * 100) })
  const [{ remote } = { remote: '' }] = await call(
    upload,
    { files: [file] },
    { signal, fetch: fetchWithProgress(onProgress) },
  )
  change(id, { remote })
  return remote
}

/** 'done' once it is in the inbox: only then is its file safe from clean-up. */
const send = async ({ id, target, file, remote: stored }: PhotoUpload): Promise<void> => {
  const controller = new AbortController()
  const { signal } = controller
  const { sending, settled } = queue()
  sending.set(id, controller)
  change(id, { state: 'sending', percent: stored === undefined ? 0 : 100 })
  try {
    const remote = stored ?? (await store(id, file, signal))
    // Added to the inbox in the order taken.
    await Promise.all([...settled].flatMap(([other, end]) => (other < id ? end : [])))
    await call(addInboxPhoto, { body: { ...target, remote } }, { signal })
    change(id, { state: 'done', percent: 100 })
  } catch (error) {
    if (signal.aborted) return
    console.error(error)
    change(id, failureOf(error))
    queue().timer ??= setTimeout(resume, RETRY_DELAY_MS)
  } finally {
    sending.delete(id)
    startQueued()
  }
}

/** Starts queued photos, up to the limit. */
const startQueued = () => {
  const { sending, settled } = queue()
  for (const photo of all()) {
    if (sending.size >= CONCURRENT) return
    if (photo.state !== 'queued') continue
    const end = send(photo)
    settled.set(photo.id, end)
    void end.then(() => settled.get(photo.id) === end && settled.delete(photo.id))
  }
}

/** Retries waiting photos, in case the connection is back. */
const resume = () => {
  const state = queue()
  clearTimeout(state.timer)
  state.timer = undefined
  put(all().map((one) => (one.state === 'waiting' ? { ...one, state: 'queued' } : one)))
  startQueued()
}

/** Queues photos for the inbox; works from any screen. */
export const sendPhotos = (target: PhotoTarget, files: readonly File[]): void => {
  const added = files.map((file): PhotoUpload => ({ id: ++queue().lastID, target, file, state: 'queued', percent: 0 }))
  put([...all(), ...added])
  startQueued()
}

/** Removes photos at any stage. Photos already in the inbox stay there. */
const remove = (shouldRemove: (photo: PhotoUpload) => boolean) => {
  const out = all().filter(shouldRemove)
  if (out.length === 0) return
  put(all().filter((one) => !out.includes(one)))
  for (const { id } of out) queue().sending.get(id)?.abort()
  startQueued()
}

/** The photos on their way to a project's inbox; `onAdded` runs when more have arrived. */
export const usePhotoUploads = (projectID: number, onAdded: () => void) => {
  const sent = useStore(queue().photos).filter(({ target }) => target.projectID === projectID)
  const added = sent.filter(({ state }) => state === 'done').length
  const areSettled = sent.every(isSettled)
  const tell = useEffectEvent(onAdded)
  useEffect(() => {
    if (added > 0) tell()
    // Failed ones stay, to be retried.
    if (areSettled) remove(({ target, state }) => state === 'done' && target.projectID === projectID)
  }, [added, areSettled, projectID])
  return {
    sent,
    added,
    areOver: areSettled,
    retry: (id: number) => {
      change(id, { state: 'queued' })
      startQueued()
    },
    remove: (id: number) => remove((one) => one.id === id),
    cancel: () => remove((one) => one.target.projectID === projectID && !isSettled(one)),
  }
}
