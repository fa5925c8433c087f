import { useEffect, useEffectEvent, useState } from 'react'
import { RENDITIONS } from '../../../shared/attachments/files.api.ts'
import { PREVIEWED_IMAGES } from '../../../shared/attachments/file-types.ts'
import type { Attachment } from '../../../shared/items/items.api.ts'
import { BROWSER_DEPENDENT_FORMATS } from '../../lib/file-kind.ts'
import { PICTURE_NOT_SHOWN, usePreviewFailure } from './preview-failure.tsx'
import { fileAddress } from '../../lib/file-address.ts'
import { fittedSize, type Size } from './zoom.ts'

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
export const useShownPicture = (picture: Attachment, stage: Size, scale: number) => {
  const [loaded, setLoaded] = useState<{
    of: string
    address: string
    size: Size
    isSmall: boolean
    isWhole: boolean
  }>()
  const { failure, fail } = usePreviewFailure(picture)
  const current = loaded?.of === picture.remote ? loaded : undefined
  const tryOriginal = useEffectEvent(async (error: unknown, isGone: () => boolean) => {
    console.warn(error)
    if (BROWSER_DEPENDENT_FORMATS.includes(picture.type)) {
      const address = fileAddress(picture)
      const size = await loadedPicture(address).catch(() => undefined)
      if (isGone()) return
      if (size) return setLoaded({ of: picture.remote, address, size, isSmall: false, isWhole: true })
    }
    fail(PICTURE_NOT_SHOWN)
  })

  const { remote } = picture
  useEffect(() => {
    let gone = false
    const load = (version: 'thumbnail' | 'screen') => {
      const address = fileAddress({ remote }, version)
      return loadedPicture(address).then((size) => {
        const isSmall = version === 'thumbnail'
        if (gone) return
        setLoaded((before) =>
          isSmall && before?.of === remote ? before : { of: remote, address, size, isSmall, isWhole: false },
        )
      })
    }
    // The thumbnail is optional.
    load('thumbnail').catch(() => {})
    load('screen').catch((error: unknown) => (gone ? undefined : tryOriginal(error, () => gone)))
    return () => {
      gone = true
    }
  }, [remote])

  const longest = current ? Math.max(current.size.width, current.size.height) : 0
  // A picture at the maximum size of its rendition was scaled down.
  const isScaledDown = longest >= (current?.isSmall ? RENDITIONS.thumbnail : RENDITIONS.screen)
  const fitted = current ? fittedSize(current.size, stage, isScaledDown) : stage

  // Browsers should not load originals that the server cannot scale down.
  const hasOriginal = PREVIEWED_IMAGES.includes(picture.type) || BROWSER_DEPENDENT_FORMATS.includes(picture.type)
  const canLoadMore = current !== undefined && !current.isSmall && !current.isWhole && isScaledDown && hasOriginal
  const wantsMore = canLoadMore && fitted.width * scale * devicePixelRatio > current.size.width
  useEffect(() => {
    if (!wantsMore) return
    let gone = false
    const address = fileAddress({ remote }, 'whole')
    loadedPicture(address).then(
      () => !gone && setLoaded((before) => before && { ...before, address, isWhole: true }),
      (error: unknown) => console.warn(error),
    )
    return () => {
      gone = true
    }
  }, [wantsMore, remote])

  return { current, fitted, failure }
}
