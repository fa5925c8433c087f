import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { displayName, sameNamesInOrder } from '../../../shared/attachments/file-name.ts'
import { upload } from '../../../shared/attachments/files.api.ts'
import { addItemFiles, type Attachment } from '../../../shared/items/items.api.ts'
import { appSignal, appState } from '../../lib/app-state.ts'
import { call } from '../../lib/call.ts'
import { NoResponse } from '../../lib/errors.ts'
import { fetchWithProgress } from '../../lib/fetch-with-progress.ts'
import { askBeforeUnload } from '../../lib/forms/ask-before-unload.ts'
import type { IncomingFiles } from '../../ui/files/incoming-files.ts'
import { toast } from '../../lib/toasts.ts'
import { foldersRefused, filterUploads } from './filter-uploads.ts'
import { uploadLimits } from './upload-limits.ts'
import { isSettled, NotStored, UploadQueue, type UploadTransport, type Place, type StoredFile } from './upload-queue.ts'

/** Browsers do not report why a request failed; this checks whether the file can still be read. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

const store: UploadTransport['store'] = async (file, { signal, onProgress }) => {
  const options = { signal, fetch: fetchWithProgress(onProgress) }
  const answer = await call(upload, { files: [file] }, options).catch(async (error: unknown) => {
    if (!(error instanceof NoResponse) || (await isReadable(file))) throw error
    throw new NotStored('This file can no longer be read. Add it again.', false)
  })
  const returned = answer.map(({ filename }) => filename)
  const [stored] = answer
  if (stored && sameNamesInOrder([file.name], returned)) return stored.remote
  console.error('The server answered with other file names than were sent.', { chosen: [file.name], returned })
  throw new NotStored('Something went wrong with this upload. Please try again.', true)
}

/** The callbacks of the item screens that are open; uploads continue after leaving one. */
const screens = appState(() => new Map<number, (attachments: Attachment[]) => void>())

const attach: UploadTransport['attach'] = async (itemID, files) => {
  const entries = files.map(({ file, remote }) => ({ remote, name: displayName(file.name) }))
  const { attachments } = await call(addItemFiles, { body: { itemID, files: entries } })
  screens().get(itemID)?.(attachments)
}

const report: UploadTransport['report'] = (error, tell) => {
  console.error(error)
  if (tell) toast({ kind: 'error', text: error instanceof NoResponse ? error.message : 'Unable to upload files' })
}

const uploadQueue = appState(() => {
  const queue = new UploadQueue({ store, attach, report })
  addEventListener('online', () => queue.resume(), { signal: appSignal() })
  // Uploads continue on other screens of the app, but not after leaving it.
  let stopAsking: (() => void) | undefined
  queue.watch(() => {
    if (!queue.all().every(isSettled)) {
      stopAsking ??= askBeforeUnload()
    } else {
      stopAsking?.()
      stopAsking = undefined
    }
  })
  return queue
})

/** The accepted files, and why others are not. If the limits cannot be loaded, the server decides. */
const accept = async ({ files, folders }: IncomingFiles) => {
  const refusals: string[] = []
  try {
    if (folders.length > 0) refusals.push(foldersRefused(folders))
    const { accepted, refusal } = filterUploads(files, await uploadLimits())
    if (refusal) refusals.push(refusal)
    return { accepted, refusals }
  } catch (error) {
    console.error(error)
    return { accepted: files, refusals }
  }
}

/**
 * The uploads for a place, in the order chosen. Each file is attached once it is stored and the files chosen with it before it
 * are settled; `onAttached` then receives all attachments of the item. Uploads for a form end with it.
 */
export const useUploads = (place: Place, onAttached?: (attachments: Attachment[]) => void) => {
  const [queue] = useState(uploadQueue)
  const uploads = useSyncExternalStore(queue.watch, queue.all).filter((one) => one.place === place)
  const [refusal, setRefusal] = useState<string>()
  const [sorting, setSorting] = useState(0)

  const tellAttached = useEffectEvent((attachments: Attachment[]) => onAttached?.(attachments))
  useEffect(() => {
    if (typeof place === 'string') return () => queue.remove((one) => one.place === place)
    screens().set(place, (attachments) => tellAttached(attachments))
    return () => {
      screens().delete(place)
      queue.remove((one) => one.place === place && one.state === 'done')
    }
  }, [place, queue])

  const add = async (given: IncomingFiles): Promise<void> => {
    setSorting((count) => count + 1)
    const { accepted, refusals } = await accept(given)
    setSorting((count) => count - 1)
    setRefusal(refusals.length > 0 ? refusals.join(' ') : undefined)
    if (accepted.length > 0) queue.add(place, accepted)
  }

  return {
    uploads,
    /** Why files were rejected. */
    refusal,
    uploading: sorting > 0 || !uploads.every(isSettled),
    add: (given: IncomingFiles) => void add(given),
    /** Removes an upload from the list, aborting it if it is running. */
    remove: (id: number) => queue.remove((one) => one.id === id),
    retry: (id: number) => queue.retry(id),
    takeBack: (stored: readonly StoredFile[]) => {
      if (typeof place === 'string') queue.restore(place, stored)
    },
    clear: () => {
      queue.remove((one) => one.place === place)
      setRefusal(undefined)
    },
  }
}

export type Uploads = ReturnType<typeof useUploads>
