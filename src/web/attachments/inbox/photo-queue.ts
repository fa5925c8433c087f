import { useEffect, useEffectEvent } from 'react'
import { upload } from '../../../shared/attachments/files.api.ts'
import { addUnsorted } from '../../../shared/attachments/inbox.api.ts'
import { appSignal, appState, createStore, useStore, type Store } from '../../lib/app-state.ts'
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

interface Queue {
  photos: Store<readonly SentPhoto[]>
  lastID: number
  stopAsking?: (() => void) | undefined
  timer?: ReturnType<typeof setTimeout> | undefined
  sending: Map<number, AbortController>
  /** Settles when the photo has been sent or has failed. */
  ends: Map<number, Promise<void>>
}

const queue = appState((): Queue => {
  addEventListener('online', goOn, { signal: appSignal() })
  return { photos: createStore<readonly SentPhoto[]>([]), lastID: 0, sending: new Map(), ends: new Map() }
})
const all = () => queue().photos.get()

const put = (changed: readonly SentPhoto[]) => {
  const state = queue()
  // Uploads continue on other screens of the app, but not after leaving it.
  if (changed.every(isOver)) {
    state.stopAsking?.()
    state.stopAsking = undefined
  } else state.stopAsking ??= askBeforeUnload()
  state.photos.set(changed)
}
/** A photo removed in the meantime stays removed. */
const change = (id: number, to: Partial<SentPhoto>) =>
  put(all().map((one) => (one.id === id ? { ...one, ...to } : one)))

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
  const { sending, ends } = queue()
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
    queue().timer ??= setTimeout(goOn, TRIED_AGAIN_AFTER_MS)
  } finally {
    sending.delete(id)
    begin()
  }
}

/** Starts queued photos, up to the limit. */
const begin = () => {
  const { sending, ends } = queue()
  for (const photo of all()) {
    if (sending.size >= AT_ONCE) return
    if (photo.state !== 'queued') continue
    const end = send(photo)
    ends.set(photo.id, end)
    void end.then(() => ends.get(photo.id) === end && ends.delete(photo.id))
  }
}

/** Retries waiting photos, in case the connection is back. */
const goOn = () => {
  const state = queue()
  clearTimeout(state.timer)
  state.timer = undefined
  put(all().map((one) => (one.state === 'waiting' ? { ...one, state: 'queued' } : one)))
  begin()
}

/** Queues photos for the inbox; works from any screen. */
export const sendPhotos = (scene: Scene, files: readonly File[]): void => {
  const added = files.map((file): SentPhoto => ({ id: ++queue().lastID, scene, file, state: 'queued', percent: 0 }))
  put([...all(), ...added])
  begin()
}

/** Removes photos at any stage. Photos already in the inbox stay there. */
const remove = (isOut: (photo: SentPhoto) => boolean) => {
  const out = all().filter(isOut)
  if (out.length === 0) return
  put(all().filter((one) => !out.includes(one)))
  for (const { id } of out) queue().sending.get(id)?.abort()
  begin()
}

/** The photos on their way to a project's inbox; `onAdded` runs when more have arrived. */
export const usePhotosOnTheirWay = (projectID: number, onAdded: () => void) => {
  const sent = useStore(queue().photos).filter(({ scene }) => scene.projectID === projectID)
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
