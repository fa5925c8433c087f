import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { Attachment } from '../../../shared/items/items.api.ts'
import { IconButton } from '../../ui/button.tsx'
import { useOpenDialog } from '../../lib/open-dialogs.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconChevronLeft, IconChevronRight, IconDownload, IconX, createIcon } from '../../ui/icons.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './large-view.module.css'
import { CannotShow } from './preview-failure.tsx'
import { fileAddress } from '../../lib/file-address.ts'
import { saveToDisk } from '../save-to-disk.ts'
import { useGestures } from './use-gestures.ts'
import { useShownPicture } from './use-shown-picture.ts'
import { FITTED, isZoomed, panned, SCALE_STEP, zoomed, type Size, type View } from './zoom.ts'

const IconZoomReset = createIcon(
  'M21 21l-6-6M3.268 12.043A7.02 7.02 0 0 0 9.902 17a7.01 7.01 0 0 0 7.043-6.131a7 7 0 0 0-5.314-7.672A7.02 7.02 0 0 0 3.39 7.6M3 4v4h4',
)
const IconZoomOut = createIcon('M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0m4 0h6m8 11l-6-6')
const IconZoomIn = createIcon('M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0m4 0h6m-3-3v6m11 8l-6-6')

/** The distance an arrow key pans. */
const ARROW_PX = 80

/** The size of the stage, in pixels. */
const useSizeOf = (ref: RefObject<HTMLElement | null>): Size => {
  const [size, setSize] = useState<Size>({ width: 1, height: 1 })
  useLayoutEffect(() => {
    const { current } = ref
    if (!current) return
    const measure = () => setSize({ width: current.clientWidth || 1, height: current.clientHeight || 1 })
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(current)
    return () => sizes.disconnect()
  }, [ref])
  return size
}

interface BarProps {
  /** Such as '2 of 5'. */
  position: string
  /** The picture's name. */
  words: string
  isZoomed: boolean
  onZoom: (factor: number) => void
  onReset: () => void
  onDownload: () => void
  onClose: () => void
}

const Bar = ({ position, words, isZoomed, onZoom, onReset, onDownload, onClose }: BarProps) => (
  <div className={classNames('row gap-4', styles.bar)}>
    <p role="status" className="muted push-right">
      {position}
      <span className="visually-hidden">: {words}</span>
    </p>
    <IconButton
      label="Zoom out"
      icon={<IconZoomOut aria-hidden="true" />}
      disabled={!isZoomed}
      onClick={() => onZoom(1 / SCALE_STEP)}
    />
    <IconButton
      label="Whole picture"
      icon={<IconZoomReset aria-hidden="true" />}
      disabled={!isZoomed}
      onClick={onReset}
    />
    <IconButton label="Zoom in" icon={<IconZoomIn aria-hidden="true" />} onClick={() => onZoom(SCALE_STEP)} />
    <IconButton label="Download" icon={<IconDownload aria-hidden="true" />} onClick={onDownload} />
    <IconButton label="Close" icon={<IconX aria-hidden="true" />} onClick={onClose} />
  </div>
)

interface LargeViewProps {
  pictures: readonly Attachment[]
  /** The index of the first picture to show. */
  first: number
  onClose: () => void
}

/** Full-screen pictures: zoom, pan, next and previous. */
export const LargeView = ({ pictures, first, onClose }: LargeViewProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const room = useSizeOf(stage)
  const [at, setAt] = useState(first)
  const [view, setView] = useState<View>(FITTED)

  const place = Math.min(at, pictures.length - 1)
  const picture = pictures[place]
  if (!picture) throw new Error('No picture to show.')

  const { current, fitted, failure } = useShownPicture(picture, room, view.scale)

  useOpenDialog(true)
  // A layout effect: the cleanup must close the dialog before it leaves the document, or the browser does not restore the focus.
  useLayoutEffect(() => {
    const { current } = dialog
    if (!current) return
    current.showModal()
    current.focus()
    return () => current.close()
  }, [])

  const turn = (to: number) => {
    if (to < 0 || to >= pictures.length || to === place) return
    setAt(to)
    setView(FITTED)
  }
  const zoomBy = (factor: number) =>
    setView((before) => zoomed(before, before.scale * factor, { x: 0, y: 0 }, fitted, room))
  const pan = (x: number, y: number) => setView((before) => panned(before, { x, y }, fitted, room))
  const { swiped, held, handlers } = useGestures({
    frame: dialog,
    stage,
    view,
    onZoom: (factor, point, by = { x: 0, y: 0 }) =>
      setView((before) => panned(zoomed(before, before.scale * factor, point, fitted, room), by, fitted, room)),
    onPan: ({ x, y }) => pan(x, y),
    onReset: () => setView(FITTED),
    onTurn: (by) => turn(place + by),
  })

  // The focused button disappears at either end.
  useEffect(() => {
    if (document.activeElement?.matches(':disabled')) dialog.current?.focus()
  }, [place, view])

  // Preloads the neighbors.
  const isThere = current !== undefined && !current.isSmall
  useEffect(() => {
    if (!isThere) return
    for (const beside of [pictures[place + 1], pictures[place - 1]])
      if (beside) new Image().src = fileAddress(beside, 'screen')
  }, [isThere, pictures, place])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const closer = isZoomed(view)
    const keys: Record<string, () => void> = {
      '+': () => zoomBy(SCALE_STEP),
      '=': () => zoomBy(SCALE_STEP),
      '-': () => zoomBy(1 / SCALE_STEP),
      '0': () => setView(FITTED),
      ArrowLeft: () => (closer ? pan(ARROW_PX, 0) : turn(place - 1)),
      ArrowRight: () => (closer ? pan(-ARROW_PX, 0) : turn(place + 1)),
      ArrowUp: () => pan(0, ARROW_PX),
      ArrowDown: () => pan(0, -ARROW_PX),
      PageUp: () => turn(place - 1),
      PageDown: () => turn(place + 1),
      Home: () => turn(0),
      End: () => turn(pictures.length - 1),
    }
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  const words = picture.caption || picture.name
  const { scale, x, y } = view
  return (
    <dialog
      ref={dialog}
      aria-label="Picture"
      tabIndex={-1}
      className={classNames('grid clip', styles.dialog)}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
    >
      <Bar
        position={`${place + 1} of ${pictures.length}`}
        words={words}
        isZoomed={isZoomed(view)}
        onZoom={zoomBy}
        onReset={() => setView(FITTED)}
        onDownload={() => void saveToDisk(picture)}
        onClose={onClose}
      />
      <div
        ref={stage}
        className={classNames('relative clip', styles.stage, isZoomed(view) && styles.zoomed, held && styles.held)}
        {...handlers}
      >
        {failure !== undefined ? (
          <CannotShow attachment={picture}>{failure}</CannotShow>
        ) : (
          <>
            {!isThere && (
              <div className="at-top">
                <Spinner />
              </div>
            )}
            {current && (
              <img
                key={picture.remote}
                src={current.address}
                alt={words}
                draggable={false}
                data-version={current.isSmall ? 'thumbnail' : current.isWhole ? 'whole' : 'screen'}
                className={styles.picture}
                style={{
                  width: fitted.width,
                  height: fitted.height,
                  transform: `translate(-50%, -50%) translate(${x + swiped}px, ${y}px) scale(${scale})`,
                }}
              />
            )}
          </>
        )}
      </div>
      {pictures.length > 1 && (
        <div className={classNames('row between', styles.turn)}>
          <IconButton
            label="Previous picture"
            icon={<IconChevronLeft aria-hidden="true" />}
            disabled={place === 0}
            onClick={() => turn(place - 1)}
          />
          <IconButton
            label="Next picture"
            icon={<IconChevronRight aria-hidden="true" />}
            disabled={place === pictures.length - 1}
            onClick={() => turn(place + 1)}
          />
        </div>
      )}
      <p className={classNames('grid justify-items-center text-center', styles.caption)}>
        {picture.caption && <span className="plaintext">{picture.caption}</span>}{' '}
        <span className="muted small plaintext">{picture.name}</span>
      </p>
    </dialog>
  )
}
