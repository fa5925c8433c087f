import { useState } from 'react'
import type { Rendition } from '../../../shared/attachments/files.api.ts'
import { fileAddress } from '../../lib/file-address.ts'

interface PictureProps {
  /** By its `remote`. */
  file: { remote: string }
  version: Rendition
  /** Loads when scrolled into view. */
  lazy?: boolean
  onFail?: () => void
}

/** A decorative picture beside its name; renders nothing if it fails to load. */
export const Picture = ({ file, version, lazy = false, onFail }: PictureProps) => {
  const [failed, setFailed] = useState(false)
  if (failed) return null
  const fail = () => {
    setFailed(true)
    onFail?.()
  }
  return (
    <img
      className="picture"
      src={fileAddress(file, version)}
      alt=""
      loading={lazy ? 'lazy' : 'eager'}
      decoding="async"
      onError={fail}
    />
  )
}

/** Pictures that failed to load, by key; the next candidate replaces them. */
export const useFailedPictures = () => {
  const [failed, setFailed] = useState<readonly string[]>([])
  return {
    isFailed: (name: string) => failed.includes(name),
    fail: (name: string) => setFailed((before) => [...before, name]),
  }
}
