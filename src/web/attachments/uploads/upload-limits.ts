import { useEffect, useState } from 'react'
import { getSite } from '../../../shared/admin/site.api.ts'
import { appState } from '../../lib/app-state.ts'
import { call } from '../../lib/call.ts'
import { counted } from '../../lib/pluralize.ts'
import { sizeText } from '../../lib/size-text.ts'

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

/** The hint of the drop zone. */
export const useLimitsSentence = (): string | undefined => {
  const [limits, setLimits] = useState<UploadLimits>()
  useEffect(() => {
    uploadLimits().then(setLimits, console.error)
  }, [])
  return limits && `Up to ${counted(limits.maxFilesPerUpload, 'file')}, ${sizeText(limits.maxFileBytes)} each`
}
