import { useRef, useState } from 'react'
import { sameNamesInOrder } from '../../shared/file-name.ts'
import { upload } from '../../shared/files.ts'
import { call } from '../api/call.ts'
import { ApiError } from '../api/errors.ts'
import { useAskBeforeUnload } from '../ui/ask-before-unload.ts'
import { tellFailure } from './tell-failure.ts'
import { sortOut, uploadLimits } from './upload-limits.ts'

export interface Upload {
  id: number
  /** The original name, uncut. */
  filename: string
  state: 'uploading' | 'done' | 'failed'
  /** What the server stored it as; present when done. */
  remote?: string
}

export type StoredFile = Upload & { remote: string }

let lastID = 0

/** Sends files and gives what they are stored as; undefined, and logged, if the answer names other files. */
const store = async (files: readonly File[]): Promise<string[] | undefined> => {
  const chosen = files.map((file) => file.name)
  const answer = await call(upload, { files })
  const returned = answer.map(({ filename }) => filename)
  if (sameNamesInOrder(chosen, returned)) return answer.map(({ remote }) => remote)
  console.error('The upload answered with other names than were sent.', { chosen, returned })
  return undefined
}

/** Without an answer about the limits the server decides alone. */
const sortedOut = async (files: readonly File[]) => {
  try {
    return sortOut(files, await uploadLimits())
  } catch (error) {
    console.error(error)
    return { accepted: files }
  }
}

/**
 * Files on their way to the server, in the order chosen. Each choice is one upload, and they go one after the other, so
 * that the order holds. `keep` does what makes a stored file an attached one; if it throws, its files have failed.
 */
export const useUploads = (keep?: (stored: readonly StoredFile[]) => Promise<void>) => {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const [refusal, setRefusal] = useState<string>()
  const queue = useRef(Promise.resolve())
  const uploading = uploads.some(({ state }) => state === 'uploading')
  // Going to another screen does not end an upload, leaving the app does.
  useAskBeforeUnload(uploading)

  const update = (changed: readonly Upload[]) =>
    setUploads((all) => all.map((one) => changed.find(({ id }) => id === one.id) ?? one))

  const send = async (files: readonly File[], lot: readonly Upload[]) => {
    try {
      const remotes = await store(files)
      if (!remotes) return update(lot.map((one) => ({ ...one, state: 'failed' })))
      const stored = lot.map((one, at) => ({ ...one, state: 'done' as const, remote: remotes[at] ?? '' }))
      await keep?.(stored)
      update(stored)
    } catch (error) {
      update(lot.map((one) => ({ ...one, state: 'failed' })))
      if (error instanceof ApiError && error.status === 413) setRefusal(error.message)
      tellFailure(error, 'Unable to upload files')
    }
  }

  const add = async (files: readonly File[]): Promise<void> => {
    const sorted = await sortedOut(files)
    setRefusal(sorted.refusal)
    if (sorted.accepted.length === 0) return
    const lot = sorted.accepted.map(({ name }): Upload => ({ id: ++lastID, filename: name, state: 'uploading' }))
    setUploads((all) => [...all.filter(({ state }) => state !== 'failed'), ...lot])
    queue.current = queue.current.then(() => send(sorted.accepted, lot))
  }

  return {
    uploads,
    /** Why chosen files were not taken. */
    refusal,
    uploading,
    add: (files: readonly File[]) => void add(files),
    /** Takes one out of the list. */
    drop: (id: number) => setUploads((all) => all.filter((one) => one.id !== id)),
    clear: () => {
      setUploads([])
      setRefusal(undefined)
    },
  }
}

export type Uploads = ReturnType<typeof useUploads>

export const isStored = (one: Upload): one is StoredFile => one.remote !== undefined
