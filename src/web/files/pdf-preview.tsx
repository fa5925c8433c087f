import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useEffectEvent, useState, type CSSProperties } from 'react'
import { Document, Page, pdfjs } from 'react-pdf'
import { LIMITS } from '../../shared/limits.ts'
import { IconButton } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { CannotShow, usePreviewFailure } from './preview-failure.tsx'
import type { PDFPreviewProps } from './previewer.tsx'
import styles from './previewer.module.css'
import { fileAddress } from './stored-file.ts'

pdfjs.GlobalWorkerOptions.workerSrc = workerAddress

/** What the build lays beside the app; each is fetched only for a document that needs it. */
const SUPPLIES = '/assets/pdfjs/'
const OPTIONS = {
  cMapUrl: `${SUPPLIES}cmaps/`,
  standardFontDataUrl: `${SUPPLIES}standard_fonts/`,
  wasmUrl: `${SUPPLIES}wasm/`,
  // The page's policy allows neither; the same folder holds what stands in for WebAssembly.
  isEvalSupported: false,
  useWasm: false,
}

const PROTECTED = 'This PDF is protected by a password. Download it to open it.'

/** Where a key leads; undefined for a key that turns no page. */
const pageAfter = (key: string, page: number, count: number): number | undefined => {
  switch (key) {
    case 'ArrowRight':
    case 'PageDown':
      return page + 1
    case 'ArrowLeft':
    case 'PageUp':
      return page - 1
    case 'Home':
      return 1
    case 'End':
      return count
    default:
      return undefined
  }
}

/** One page of a PDF at a time, 850 wide, without text or annotation layers. */
export const PDFPreview = ({ attachment, frame }: PDFPreviewProps) => {
  const { failure, fail } = usePreviewFailure(attachment)
  const [count, setCount] = useState(0)
  const [page, setPage] = useState(1)
  const [unreadable, setUnreadable] = useState<number>()
  const [drawn, setDrawn] = useState<number>()
  /** Of the page shown last, so that nothing jumps while the next one is drawn. */
  const [ratio, setRatio] = useState<string>()

  const turn = (to: number) => setPage(Math.min(Math.max(to, 1), count))
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const to = pageAfter(event.key, page, count)
    if (to === undefined || to === page || to < 1 || to > count) return
    event.preventDefault()
    turn(to)
  })
  useEffect(() => {
    const { current } = frame
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    current?.addEventListener('keydown', listener)
    return () => current?.removeEventListener('keydown', listener)
  }, [frame])

  // A button that its own click disabled would drop the focus.
  useEffect(() => {
    if (document.activeElement?.matches(':disabled')) frame.current?.focus({ preventScroll: true })
  }, [page, frame])

  if (failure !== undefined) {
    return (
      <div className={styles.body}>
        <CannotShow>{failure}</CannotShow>
      </div>
    )
  }
  const blank = <div style={{ aspectRatio: ratio ?? '17 / 22' } as CSSProperties} />
  return (
    <>
      {count > 0 && (
        <div className={styles.controls}>
          <IconButton
            label="First page"
            icon={<IconChevronsLeft aria-hidden="true" />}
            disabled={page === 1}
            onClick={() => turn(1)}
          />
          <IconButton
            label="Previous page"
            icon={<IconChevronLeft aria-hidden="true" />}
            disabled={page === 1}
            onClick={() => turn(page - 1)}
          />
          <span role="status" className={styles.page}>
            Page {page} of {count}
          </span>
          <IconButton
            label="Next page"
            icon={<IconChevronRight aria-hidden="true" />}
            disabled={page === count}
            onClick={() => turn(page + 1)}
          />
          <IconButton
            label="Last page"
            icon={<IconChevronsRight aria-hidden="true" />}
            disabled={page === count}
            onClick={() => turn(count)}
          />
        </div>
      )}
      <div className={styles.body}>
        <Document
          file={fileAddress(attachment)}
          options={OPTIONS}
          className={styles.sheet ?? ''}
          loading={<Spinner />}
          error={<Spinner />}
          onPassword={() => fail(PROTECTED)}
          onLoadSuccess={({ numPages }) => setCount(numPages)}
          onLoadError={(error) => {
            console.error(error)
            fail()
          }}
        >
          {unreadable === page ? (
            <CannotShow>Page {page} cannot be shown. The file may be damaged.</CannotShow>
          ) : (
            <>
              {drawn !== page && (
                <div className={styles.waiting}>
                  <Spinner />
                </div>
              )}
              <Page
                pageNumber={page}
                width={LIMITS.pdfWidth}
                renderTextLayer={false}
                renderAnnotationLayer={false}
                loading={blank}
                error={blank}
                onLoadSuccess={({ width, height }) => setRatio(`${width} / ${height}`)}
                onLoadError={() => setUnreadable(page)}
                onRenderSuccess={() => setDrawn(page)}
                onRenderError={() => setUnreadable(page)}
              />
            </>
          )}
        </Document>
      </div>
    </>
  )
}
