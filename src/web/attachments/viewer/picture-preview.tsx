import { useEffect, useState } from 'react'
import type { Attachment } from '../../../shared/items/items.api.ts'
import { classNames } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { BROWSER_DEPENDENT_FORMATS } from '../../lib/file-kind.ts'
import { CannotShow, PICTURE_NOT_SHOWN, PreviewNote, usePreviewFailure } from './preview-failure.tsx'
import type { PreviewProps } from './preview-props.ts'
import styles from './previewer.module.css'
import { fileAddress } from '../../lib/file-address.ts'
import { PagingButtons, usePaging } from './paging.tsx'
import { pagesOfTIFF } from './tiff-pages.ts'

interface PicturePreviewProps extends Omit<PreviewProps, 'page'> {
  onLarge: () => void
  /** The pictures to browse, including the current one. */
  pictures: readonly Attachment[]
  onTurn: (to: Attachment) => void
}

const screenAddress = (picture: Attachment | undefined) => picture && fileAddress(picture, 'screen')

/** The pages of a TIFF, of which the first is shown; 1 for other pictures and until it is known. */
const usePages = (attachment: Attachment): number => {
  const [counted, setCounted] = useState({ remote: '', pages: 1 })
  const { remote, type } = attachment
  useEffect(() => {
    if (type !== 'image/tiff') return
    const ending = new AbortController()
    const { signal } = ending
    const read = async (start: number, length: number) => {
      const headers = { Range: `bytes=${start}-${start + length - 1}` }
      return (await fetch(fileAddress({ remote }), { headers, signal })).arrayBuffer()
    }
    pagesOfTIFF(read).then(
      (pages) => setCounted({ remote, pages }),
      (error: unknown) => {
        if (!signal.aborted) console.error(error)
      },
    )
    return () => ending.abort()
  }, [remote, type])
  return counted.remote === remote ? counted.pages : 1
}

/** A picture as wide as the previewer. The previous one stays until the next has loaded, so that nothing shifts. */
export const PicturePreview = ({ attachment, frame, pictures, onTurn, onLarge }: PicturePreviewProps) => {
  const { remote, type, name, caption } = attachment
  const { failure, fail } = usePreviewFailure(attachment)
  const pages = usePages(attachment)
  /** The picture that has loaded. */
  const [loaded, setLoaded] = useState<string>()
  /** The picture that the browser decodes itself. */
  const [browserDecoded, setBrowserDecoded] = useState<string>()

  const at = pictures.findIndex((one) => one.remote === remote)
  const turn = usePaging({
    frame,
    position: at + 1,
    count: pictures.length,
    onPage: (to) => {
      const picture = pictures[to - 1]
      if (picture) onTurn(picture)
    },
  })

  const before = screenAddress(pictures[at - 1])
  const after = screenAddress(pictures[at + 1])
  const isThere = loaded === remote
  useEffect(() => {
    if (!isThere) return
    for (const address of [after, before]) if (address !== undefined) new Image().src = address
  }, [isThere, before, after])

  const giveUp = () => {
    if (BROWSER_DEPENDENT_FORMATS.includes(type) && browserDecoded !== remote) setBrowserDecoded(remote)
    else fail(PICTURE_NOT_SHOWN)
  }

  return (
    <>
      {pictures.length > 1 && <PagingButtons of="picture" position={at + 1} count={pictures.length} goTo={turn} />}
      <div className={classNames('grid justify-items-center shrink relative', styles.body)}>
        {pages > 1 && <PreviewNote>Page 1 of {pages}. Download the file to see all pages.</PreviewNote>}
        {failure === undefined ? (
          <>
            {!isThere && (
              <div className="at-top" data-waiting>
                <Spinner />
              </div>
            )}
            <img
              src={browserDecoded === remote ? fileAddress(attachment) : fileAddress(attachment, 'screen')}
              alt={caption || name}
              onClick={onLarge}
              className={classNames(styles.picture, !isThere && styles.leaving)}
              onLoad={() => setLoaded(remote)}
              onError={giveUp}
            />
          </>
        ) : (
          <CannotShow attachment={attachment}>{failure}</CannotShow>
        )}
      </div>
    </>
  )
}
