import { useEffect, useState } from 'react'
import { getSite } from '../../lib/endpoints.ts'
import { appState } from '../../lib/app-state.ts'
import { call } from '../../lib/call.ts'
import { counted } from '../../lib/pluralize.ts'

export interface UploadLimits {
  maxFileBytes: number
  maxFilesPerUpload: number
}

const limits = appState((): { asked?: Promise<UploadLimits> | undefined } => ({}))

/** The installation's limits; loaded once, retried only after an error. */
export const uploadLimits = (): Promise<UploadLimits> => {
  const state = limits()
  return (state.asked ??= call(getSite).catch((error: unknown) => {
    state.asked = undefined
    throw error
  }))
}

const STEPS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** A human-readable size, such as '25 MB'; units are multiples of 1024. */
export const sizeText = (bytes: number): string => {
  const step = Math.min(STEPS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const shown = Math.round((bytes / 1024 ** step) * 10) / 10
  return `${shown} ${STEPS[step]}`
}

/** The hint of the drop zone. */
export const useLimitsSentence = (): string | undefined => {
  const [limits, setLimits] = useState<UploadLimits>()
  useEffect(() => {
    uploadLimits().then(setLimits, console.error)
  }, [])
  return limits && `Up to ${counted(limits.maxFilesPerUpload, 'file')}, ${sizeText(limits.maxFileBytes)} each`
}
