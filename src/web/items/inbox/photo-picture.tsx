import { useState } from 'react'
import type { Rendition } from '../../../shared/attachments/files.api.ts'
import type { Photo } from '../../../shared/items/inbox.api.ts'
import { fileAddress } from '../../lib/file-address.ts'
import { fileKind } from '../../lib/file-kind.ts'
import { IconFile } from '../../ui/icons.tsx'

/** A photo, or its name if no rendition can be made. */
export const PhotoPicture = ({ photo, version, alt }: { photo: Photo; version: Rendition; alt: string }) => {
  const [failed, setFailed] = useState(false)
  if (failed || fileKind(photo.type) !== 'image') {
    return (
      <span className="centered picture pad small text-center clip">
        <IconFile aria-hidden="true" />
        {photo.filename}
      </span>
    )
  }
  return (
    <img
      className="picture"
      src={fileAddress(photo, version)}
      alt={alt}
      draggable={false}
      decoding="async"
      onError={() => setFailed(true)}
    />
  )
}
