import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { addUnsorted } from '../../shared/inbox.ts'
import { call } from '../api/call.ts'
import { withTellingNames } from '../files/telling-name.ts'
import { sortOut, uploadLimits } from '../files/upload-limits.ts'
import { isSettled, type Upload } from '../files/upload-queue.ts'
import { openQueue } from '../files/use-uploads.ts'
import { toast } from '../ui/toasts.ts'

/** Where photos are taken. */
interface Scene {
  projectID: number
  roomID?: number | undefined
}

/** The queue knows places by numbers. */
const scenes: Scene[] = []
const numberOf = ({ projectID, roomID }: Scene): number => {
  const at = scenes.findIndex((scene) => scene.projectID === projectID && scene.roomID === roomID)
  return at < 0 ? scenes.push({ projectID, roomID }) : at + 1
}
const sceneOf = ({ place }: Pick<Upload, 'place'>): Scene | undefined => scenes[Number(place) - 1]

/** One that is in the inbox already stays there, so that a call which got no answer is made again. */
const queue = openQueue(async (place, files) => {
  const scene = sceneOf({ place })
  if (scene) for (const { remote } of files) await call(addUnsorted, { body: { ...scene, remote } })
})

/** Sends photos to the inbox, from whatever screen; what is too large is left out, and said. */
export const sendPhotos = async (scene: Scene, photos: readonly File[]): Promise<void> => {
  const { maxFileBytes } = await uploadLimits()
  const { accepted, refusal } = sortOut(photos, { maxFileBytes, maxFilesPerUpload: Infinity })
  if (refusal) toast({ kind: 'error', text: refusal })
  if (accepted.length > 0) queue.add(numberOf(scene), withTellingNames(accepted, 'Photo'))
}

/** The photos on their way to the inbox of a project; `onAdded` runs when more of them are there. */
export const usePhotosOnTheirWay = (projectID: number, onAdded: () => void) => {
  const uploads = useSyncExternalStore(queue.watch, queue.all).filter((one) => sceneOf(one)?.projectID === projectID)
  const added = uploads.filter(({ state }) => state === 'done').length
  const isOver = uploads.every(isSettled)
  const tell = useEffectEvent(onAdded)
  useEffect(() => {
    if (added > 0) tell()
    // Those that failed are left to be tried again.
    if (isOver) queue.remove((one) => one.state === 'done' && sceneOf(one)?.projectID === projectID)
  }, [added, isOver, projectID])
  const ofHere = (one: Upload) => sceneOf(one)?.projectID === projectID
  return {
    uploads,
    added,
    isOver,
    retry: (id: number) => queue.retry(id),
    remove: (id: number) => queue.remove((one) => one.id === id),
    /** What is in the inbox already stays there. */
    cancel: () => queue.remove((one) => ofHere(one) && !isSettled(one)),
  }
}
