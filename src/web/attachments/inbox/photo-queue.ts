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
  /** 'waiting' for the connection, to go on by itself. */
  readonly state: 'queued' | 'sending' | 'waiting' | 'done' | 'failed'
  readonly percent: number
  /** Why it waits or has failed. */
  readonly reason?: string
  /** Once its bytes are stored: of one upload the inbox has one photo, also where it is asked again for want of an answer. */
  readonly remote?: string | undefined
}

/** A browser has six connections to a server at most, and the app goes on being used. */
const AT_ONCE = 3
const TRIED_AGAIN_AFTER_MS = 5000
const PASSING: readonly number[] = [502, 503, 504]

export const isOver = ({ state }: SentPhoto): boolean => state === 'done' || state === 'failed'

let photos: readonly SentPhoto[] = []
let lastID = 0
let stopAsking: (() => void) | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const sending = new Map<number, AbortController>()
/** Ends with the sending of each, however that ends. */
const ends = new Map<number, Promise<void>>()
const watchers = new Set<() => void>()

const put = (changed: readonly SentPhoto[]) => {
  photos = changed
  // Going to another screen does not end what is under way, leaving the app does.
  if (photos.every(isOver)) {
    stopAsking?.()
    stopAsking = undefined
  } else stopAsking ??= askBeforeUnload()
  for (const watcher of watchers) watcher()
}
/** One that has been taken out meanwhile stays out. */
const change = (id: number, to: Partial<SentPhoto>) =>
  put(photos.map((one) => (one.id === id ? { ...one, ...to } : one)))

const failureOf = (error: unknown): Partial<SentPhoto> => {
  const isAway = error instanceof NoResponse || (error instanceof ApiError && PASSING.includes(error.status))
  if (isAway) return { state: 'waiting', reason: 'Waiting for the connection…' }
  if (!(error instanceof ApiError)) return { state: 'failed', reason: 'Something went wrong.' }
  const [reason = error.message] = Object.values(error.fields)
  // Swept away meanwhile: it is sent anew.
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

/** It is there when it is in the inbox, not before: from then on nothing sweeps it away. */
const send = async ({ id, scene, file, remote: stored }: SentPhoto): Promise<void> => {
  const controller = new AbortController()
  const { signal } = controller
  sending.set(id, controller)
  change(id, { state: 'sending', percent: stored === undefined ? 0 : 100 })
  try {
    const remote = stored ?? (await store(id, file, signal))
    // The inbox has them in the order in which they were taken.
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

/** Begins whatever can begin now. */
const begin = () => {
  for (const photo of photos) {
    if (sending.size >= AT_ONCE) return
    if (photo.state !== 'queued') continue
    const end = send(photo)
    ends.set(photo.id, end)
    void end.then(() => ends.get(photo.id) === end && ends.delete(photo.id))
  }
}

/** The connection may be back. */
const goOn = () => {
  clearTimeout(timer)
  timer = undefined
  put(photos.map((one) => (one.state === 'waiting' ? { ...one, state: 'queued' } : one)))
  begin()
}
addEventListener('online', goOn)

/** Sends photos to the inbox, from whatever screen. */
export const sendPhotos = (scene: Scene, files: readonly File[]): void => {
  const added = files.map((file): SentPhoto => ({ id: ++lastID, scene, file, state: 'queued', percent: 0 }))
  put([...photos, ...added])
  begin()
}

/** Wherever they are on their way. What is in the inbox already stays there. */
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

/** The photos on their way to the inbox of a project; `onAdded` runs when more of them are there. */
export const usePhotosOnTheirWay = (projectID: number, onAdded: () => void) => {
  const sent = useSyncExternalStore(watch, all).filter(({ scene }) => scene.projectID === projectID)
  const added = sent.filter(({ state }) => state === 'done').length
  const areOver = sent.every(isOver)
  const tell = useEffectEvent(onAdded)
  useEffect(() => {
    if (added > 0) tell()
    // Those that failed are left to be tried again.
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
