import { useEffect, useEffectEvent, useState } from 'react'
import { PREVIEWED_IMAGES, RENDITIONS } from '../../shared/attachments/files.api.ts'
import type { Attachment } from '../../shared/items/items.api.ts'
import { SHOWN_BY_SOME } from './file-kind.ts'
import { NOT_SHOWN, usePreviewFailure } from './preview-failure.tsx'
import { fileAddress } from './file-address.ts'
import { fittedSize, type Size } from './zooming.ts'

const loadedPicture = async (address: string): Promise<Size> => {
  const image = new Image()
  image.src = address
  await image.decode()
  return { width: image.naturalWidth, height: image.naturalHeight }
}

/**
 * The source and fitted size of a picture in a stage at a zoom level: first the thumbnail, then the screen rendition, then the
 * full-size one once the zoom exceeds it.
 */
export const useShownPicture = (picture: Attachment, room: Size, scale: number) => {
  const [shown, setShown] = useState<{ of: string; address: string; size: Size; isSmall: boolean; isWhole: boolean }>()
  const { failure, fail } = usePreviewFailure(picture)
  const current = shown?.of === picture.remote ? shown : undefined
  const giveUp = useEffectEvent(async (error: unknown, isGone: () => boolean) => {
    console.warn(error)
    if (SHOWN_BY_SOME.includes(picture.type)) {
      const address = fileAddress(picture)
      const size = await loadedPicture(address).catch(() => undefined)
      if (isGone()) return
      if (size) return setShown({ of: picture.remote, address, size, isSmall: false, isWhole: true })
    }
    fail(NOT_SHOWN)
  })

  const { remote } = picture
  useEffect(() => {
    let gone = false
    const load = (version: 'thumbnail' | 'screen') => {
      const address = fileAddress({ remote }, version)
      return loadedPicture(address).then((size) => {
        const isSmall = version === 'thumbnail'
        if (gone) return
        setShown((before) =>
          isSmall && before?.of === remote ? before : { of: remote, address, size, isSmall, isWhole: false },
        )
      })
    }
    // The thumbnail is optional.
    load('thumbnail').catch(() => {})
    load('screen').catch((error: unknown) => (gone ? undefined : giveUp(error, () => gone)))
    return () => {
      gone = true
    }
  }, [remote])

  const longest = current ? Math.max(current.size.width, current.size.height) : 0
  // A picture at the maximum size of its rendition was scaled down.
  const isMade = longest >= (current?.isSmall ? RENDITIONS.thumbnail : RENDITIONS.screen)
  const fitted = current ? fittedSize(current.size, room, isMade) : room

  // Browsers should not load originals that the server cannot scale down.
  const hasWhole = PREVIEWED_IMAGES.includes(picture.type) || SHOWN_BY_SOME.includes(picture.type)
  const hasMore = current !== undefined && !current.isSmall && !current.isWhole && isMade && hasWhole
  const wantsMore = hasMore && fitted.width * scale * devicePixelRatio > current.size.width
  useEffect(() => {
    if (!wantsMore) return
    let gone = false
    const address = fileAddress({ remote }, 'whole')
    loadedPicture(address).then(
      () => !gone && setShown((before) => before && { ...before, address, isWhole: true }),
      (error: unknown) => console.warn(error),
    )
    return () => {
      gone = true
    }
  }, [wantsMore, remote])

  return { current, fitted, failure }
}
