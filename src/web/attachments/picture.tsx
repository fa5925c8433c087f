import { useState } from 'react'
import type { Rendition } from '../../shared/attachments/files.api.ts'
import { fileAddress } from './file-address.ts'

interface PictureProps {
  /** By its `remote`. */
  file: { remote: string }
  version: Rendition
  /** Loads when it comes into view. */
  lazy?: boolean
  onFail?: () => void
}

/** A picture beside its name, and nothing where it cannot be shown. */
export const Picture = ({ file, version, lazy = false, onFail }: PictureProps) => {
  const [failed, setFailed] = useState(false)
  if (failed) return null
  const fail = () => {
    setFailed(true)
    onFail?.()
  }
  return (
    <img src={fileAddress(file, version)} alt="" loading={lazy ? 'lazy' : 'eager'} decoding="async" onError={fail} />
  )
}

/** Pictures that turned out not to be shown, by what names them: the next one takes their place. */
export const useFailedPictures = () => {
  const [failed, setFailed] = useState<readonly string[]>([])
  return {
    isFailed: (name: string) => failed.includes(name),
    fail: (name: string) => setFailed((before) => [...before, name]),
  }
}
