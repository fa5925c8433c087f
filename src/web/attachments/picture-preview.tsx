import { useEffect, useState } from 'react'
import type { Attachment } from '../../shared/items/items.api.ts'
import { classNames } from '../ui/class-names.ts'
import { Spinner } from '../ui/spinner.tsx'
import { SHOWN_BY_SOME } from './file-kind.ts'
import { CannotShow, NOT_SHOWN, usePreviewFailure } from './preview-failure.tsx'
import type { PreviewProps } from './preview-props.ts'
import styles from './previewer.module.css'
import { fileAddress } from './file-address.ts'
import { TurnButtons, useTurning } from './turning.tsx'

interface PicturePreviewProps extends Omit<PreviewProps, 'page'> {
  onLarge: () => void
  /** The pictures to browse, including the current one. */
  pictures: readonly Attachment[]
  onTurn: (to: Attachment) => void
}

const screenAddress = (picture: Attachment | undefined) => picture && fileAddress(picture, 'screen')

/** A picture as wide as the previewer. The previous one stays until the next has loaded, so that nothing shifts. */
export const PicturePreview = ({ attachment, frame, pictures, onTurn, onLarge }: PicturePreviewProps) => {
  const { remote, type, name, caption } = attachment
  const { failure, fail } = usePreviewFailure(attachment)
  /** The picture that has loaded. */
  const [loaded, setLoaded] = useState<string>()
  /** The picture that the browser decodes itself. */
  const [left, setLeft] = useState<string>()

  const at = pictures.findIndex((one) => one.remote === remote)
  const turn = useTurning({
    frame,
    position: at + 1,
    count: pictures.length,
    onTurn: (to) => {
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
    if (SHOWN_BY_SOME.includes(type) && left !== remote) setLeft(remote)
    else fail(NOT_SHOWN)
  }

  return (
    <>
      {pictures.length > 1 && <TurnButtons of="picture" position={at + 1} count={pictures.length} turn={turn} />}
      <div className={styles.body}>
        {failure === undefined ? (
          <>
            {!isThere && (
              <div className={styles.waiting}>
                <Spinner />
              </div>
            )}
            <img
              src={left === remote ? fileAddress(attachment) : fileAddress(attachment, 'screen')}
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
