import { useEffect, useState } from 'react'
import { getSite } from '../../shared/site.ts'
import { call } from '../api/call.ts'

export interface UploadLimits {
  maxFileBytes: number
  maxFilesPerUpload: number
}

let asked: Promise<UploadLimits> | undefined

/** What this installation accepts; asked for once, and again only if that failed. */
export const uploadLimits = (): Promise<UploadLimits> => {
  asked ??= call(getSite).catch((error: unknown) => {
    asked = undefined
    throw error
  })
  return asked
}

const STEPS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** A size as people read it, such as '25 MB'; a step is 1024. */
export const sizeText = (bytes: number): string => {
  const step = Math.min(STEPS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const shown = Math.round((bytes / 1024 ** step) * 10) / 10
  return `${shown} ${STEPS[step]}`
}

interface Sorted {
  accepted: readonly File[]
  /** Why files were left out. */
  refusal?: string
}

/** Leaves out what the server would refuse. More files than one upload takes are refused as a whole. */
export const sortOut = (files: readonly File[], { maxFileBytes, maxFilesPerUpload }: UploadLimits): Sorted => {
  if (files.length > maxFilesPerUpload) {
    return {
      accepted: [],
      refusal: `At most ${maxFilesPerUpload} files can be added at once, and these are ${files.length}. None was added.`,
    }
  }
  const tooLarge = files.filter((file) => file.size > maxFileBytes)
  if (tooLarge.length === 0) return { accepted: files }
  const names = tooLarge.map((file) => `"${file.name}"`).join(', ')
  const size = sizeText(maxFileBytes)
  return {
    accepted: files.filter((file) => file.size <= maxFileBytes),
    refusal:
      tooLarge.length === 1
        ? `${names} is larger than ${size} and was not added.`
        : `${names} are larger than ${size} and were not added.`,
  }
}

export const foldersRefused = (folders: readonly string[]): string => {
  const names = folders.map((name) => `"${name}"`).join(', ')
  return folders.length === 1
    ? `${names} is a folder and was not added. Please add the files in it.`
    : `${names} are folders and were not added. Please add the files in them.`
}

/** What the place for files says before any are chosen. */
export const useLimitsSentence = (): string | undefined => {
  const [limits, setLimits] = useState<UploadLimits>()
  useEffect(() => {
    uploadLimits().then(setLimits, console.error)
  }, [])
  return limits && `At most ${limits.maxFilesPerUpload} at once, ${sizeText(limits.maxFileBytes)} each`
}
