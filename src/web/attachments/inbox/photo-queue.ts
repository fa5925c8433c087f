import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { upload } from '../../../shared/attachments/files.api.ts'
import { addUnsorted } from '../../../shared/attachments/inbox.api.ts'
import { call } from '../../lib/call.ts'
import { ApiError, NoResponse } from '../../lib/errors.ts'
import { fetchWithProgress } from '../../lib/fetch-with-progress.ts'
import { askBeforeUnload } from '../../ui/ask-before-unload.ts'

/** Where photos are taken. */
interface Scene {
  projectID: number
  roomID?: number | undefined
}

export interface SentPhoto {
  readonly id: number
  readonly scene: Scene
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
const AT_ONCE = 3
const TRIED_AGAIN_AFTER_MS = 5000
const PASSING: readonly number[] = [502, 503, 504]

export const isOver = ({ state }: SentPhoto): boolean => state === 'done' || state === 'failed'

let photos: readonly SentPhoto[] = []
let lastID = 0
let stopAsking: (() => void) | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const sending = new Map<number, AbortController>()
/** Settles when the photo has been sent or has failed. */
const ends = new Map<number, Promise<void>>()
const watchers = new Set<() => void>()

const put = (changed: readonly SentPhoto[]) => {
  photos = changed
  // Uploads continue on other screens of the app, but not after leaving it.
  if (photos.every(isOver)) {
    stopAsking?.()
    stopAsking = undefined
  } else stopAsking ??= askBeforeUnload()
  for (const watcher of watchers) watcher()
}
/** A photo removed in the meantime stays removed. */
const change = (id: number, to: Partial<SentPhoto>) =>
  put(photos.map((one) => (one.id === id ? { ...one, ...to } : one)))

const failureOf = (error: unknown): Partial<SentPhoto> => {
  const isAway = error instanceof NoResponse || (error instanceof ApiError && PASSING.includes(error.status))
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
const send = async ({ id, scene, file, remote: stored }: SentPhoto): Promise<void> => {
  const controller = new AbortController()
  const { signal } = controller
  sending.set(id, controller)
  change(id, { state: 'sending', percent: stored === undefined ? 0 : 100 })
  try {
    const remote = stored ?? (await store(id, file, signal))
    // Added to the inbox in the order taken.
    await Promise.all([...ends].flatMap(([other, end]) => (other < id ? end : [])))
    await call(addUnsorted, { body: { ...scene, remote } }, { signal })
    change(id, { state: 'done', percent: 100 })
  } catch (error) {
    if (signal.aborted) return
    console.error(error)
    change(id, failureOf(error))
    timer ??= setTimeout(goOn, TRIED_AGAIN_AFTER_MS)
  } finally {
    sending.delete(id)
    begin()
  }
}

/** Starts queued photos, up to the limit. */
const begin = () => {
  for (const photo of photos) {
    if (sending.size >= AT_ONCE) return
    if (photo.state !== 'queued') continue
    const end = send(photo)
    ends.set(photo.id, end)
    void end.then(() => ends.get(photo.id) === end && ends.delete(photo.id))
  }
}

/** Retries waiting photos, in case the connection is back. */
const goOn = () => {
  clearTimeout(timer)
  timer = undefined
  put(photos.map((one) => (one.state === 'waiting' ? { ...one, state: 'queued' } : one)))
  begin()
}
addEventListener('online', goOn)

/** Queues photos for the inbox; works from any screen. */
export const sendPhotos = (scene: Scene, files: readonly File[]): void => {
  const added = files.map((file): SentPhoto => ({ id: ++lastID, scene, file, state: 'queued', percent: 0 }))
  put([...photos, ...added])
  begin()
}

/** Removes photos at any stage. Photos already in the inbox stay there. */
const remove = (isOut: (photo: SentPhoto) => boolean) => {
  const out = photos.filter(isOut)
  if (out.length === 0) return
  put(photos.filter((one) => !out.includes(one)))
  for (const { id } of out) sending.get(id)?.abort()
  begin()
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
const all = () => photos

/** The photos on their way to a project's inbox; `onAdded` runs when more have arrived. */
export const usePhotosOnTheirWay = (projectID: number, onAdded: () => void) => {
  const sent = useSyncExternalStore(watch, all).filter(({ scene }) => scene.projectID === projectID)
  const added = sent.filter(({ state }) => state === 'done').length
  const areOver = sent.every(isOver)
  const tell = useEffectEvent(onAdded)
  useEffect(() => {
    if (added > 0) tell()
    // Failed ones stay, to be retried.
    if (areOver) remove(({ scene, state }) => state === 'done' && scene.projectID === projectID)
  }, [added, areOver, projectID])
  return {
    sent,
    added,
    areOver,
    retry: (id: number) => {
      change(id, { state: 'queued' })
      begin()
    },
    remove: (id: number) => remove((one) => one.id === id),
    cancel: () => remove((one) => one.scene.projectID === projectID && !isOver(one)),
  }
}
