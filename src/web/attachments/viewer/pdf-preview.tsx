import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { useEffect, useEffectEvent, useState, type CSSProperties } from 'react'
import { Document, Page, pdfjs, type DocumentProps } from 'react-pdf'
import type { Attachment } from '../../../shared/items/items.api.ts'
import { LIMITS } from '../../../shared/contract/limits.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { PUBLIC_PATH } from '../../lib/public-path.ts'
import { GoToPage } from './go-to-page.tsx'
import { PDFRanges } from './pdf-ranges.ts'
import { CannotShow, PreviewNote, usePreviewFailure } from './preview-failure.tsx'
import type { PreviewProps } from './preview-props.ts'
import styles from './previewer.module.css'
import { fileAddress } from '../../lib/file-address.ts'
import { couldNot } from '../save-to-disk.ts'
import { HORIZONTAL_SCROLL, PagingButtons, usePaging } from './paging.tsx'

pdfjs.GlobalWorkerOptions.workerSrc = workerAddress

/** Resources that the build places beside the app; fetched only for documents that need them. */
const RESOURCES_URL = `${PUBLIC_PATH}/assets/pdfjs/`
const OPTIONS = {
  cMapUrl: `${RESOURCES_URL}cmaps/`,
  standardFontDataUrl: `${RESOURCES_URL}standard_fonts/`,
  wasmUrl: `${RESOURCES_URL}wasm/`,
  // The content security policy forbids eval and WebAssembly; the folder has JavaScript replacements for the latter.
  isEvalSupported: false,
  useWasm: false,
  disableAutoFetch: true,
  disableStream: true,
}

/** Smaller files load in one request; larger ones only the ranges of the pages shown. */
const SINGLE_REQUEST_MAX = 1024 * 1024
/** The viewer may need the headers of all pages, spread over the file, to find one. */
const MAX_RANGE = 8 * 1024

const PROTECTED = 'This PDF is protected by a password. Download it to open it.'

/** The highest device pixel ratio rendered: sharp on any screen, and on phones when zoomed. */
const MAX_SHARPNESS = 2
/** Within what phones can draw; an ordinary page at full sharpness has half as many. */
const MAX_PIXELS = 8_000_000
/** The aspect ratio (height by width) until the first page is known: US letter. */
const LETTER_RATIO = 22 / 17
/** Documents with fewer pages need no page field. */
const PAGE_FIELD_FROM = 11

type PDFDocument = Parameters<NonNullable<DocumentProps['onLoadSuccess']>>[0]

interface DocumentState {
  file: { range: PDFRanges } | null
  options: object
}

/**
 * Loads the document of an attachment until it is closed. pdf.js's own clean-up waits for every requested range, possibly
 * forever, so this ends the worker and removes the fonts.
 */
const useDocument = ({ remote, size }: Attachment, onFailure: (error: unknown) => void): DocumentState => {
  const [reading, setReading] = useState<DocumentState>({ file: null, options: OPTIONS })
  const fail = useEffectEvent(onFailure)
  useEffect(() => {
    const range = new PDFRanges(fileAddress({ remote }), size, (error) => fail(error))
    const worker = new pdfjs.PDFWorker()
    const options = { ...OPTIONS, rangeChunkSize: size > SINGLE_REQUEST_MAX ? MAX_RANGE : size, worker }
    worker.promise.then(
      () => setReading({ file: { range }, options }),
      (error: unknown) => {
        if (!worker.destroyed) fail(error)
      },
    )
    return () => {
      range.abort()
      worker.destroy()
      // Only fonts added by script; the app's own are in its style sheets.
      document.fonts.clear()
    }
  }, [remote, size])
  return reading
}

/** pdf.js does not declare what it returns; null without embedded files. */
const namesOfEmbedded = async (document: PDFDocument): Promise<string[]> => {
  const embedded = (await document.getAttachments()) as Readonly<Record<string, { filename: string }>> | null
  return Object.values(embedded ?? {}).map(({ filename }) => filename)
}

interface PagesProps extends PreviewProps {
  fail: (words?: string) => void
}

/** One page of a PDF at a time, 850 px wide, without text or annotation layers. */
const Pages = ({ attachment, page: first, frame, fail }: PagesProps) => {
  const { file, options } = useDocument(attachment, (error) => {
    console.error(error)
    fail(couldNot(attachment))
  })
  const [count, setCount] = useState(0)
  /** The names of the files inside. */
  const [embedded, setEmbedded] = useState<readonly string[]>([])
  const [page, setPage] = useState(first >= 1 ? Math.floor(first) : 1)
  const [unreadable, setUnreadable] = useState<number>()
  const [drawn, setDrawn] = useState<number>()
  /** The aspect ratio of the page shown last, so that nothing shifts while the next one renders. */
  const [ratio, setRatio] = useState(LETTER_RATIO)
  /** Full size instead of scaled down to a narrow previewer. */
  const [fullSize, setFullSize] = useState(false)
  const turn = usePaging({ frame, position: page, count, onPage: setPage })

  const [last, setLast] = useState<{ cleanup: () => void }>()
  // pdf.js keeps the decoded data of a page until `cleanup`.
  useEffect(() => () => last?.cleanup(), [last])

  const blank = <div style={{ aspectRatio: 1 / ratio } as CSSProperties} />
  const sharpness = Math.sqrt(MAX_PIXELS / (LIMITS.pdfWidth ** 2 * ratio))
  return (
    <>
      {count > 0 && (
        <>
          <PagingButtons of="page" position={page} count={count} goTo={turn} />
          <div className={classNames('row rule-bottom surface gap-4', styles.tools)}>
            {count >= PAGE_FIELD_FROM && <GoToPage onGo={turn} />}
            <span className={styles.size}>
              <Button small onClick={() => setFullSize(!fullSize)}>
                {fullSize ? 'Fit width' : 'Actual size'}
              </Button>
            </span>
          </div>
        </>
      )}
      <div
        className={classNames('grid justify-items-center shrink relative', styles.body, fullSize && styles.actual)}
        {...(fullSize && {
          ...HORIZONTAL_SCROLL,
          role: 'group',
          'aria-label': `Page ${page} at actual size`,
          tabIndex: 0,
        })}
      >
        {embedded.length > 0 && (
          <PreviewNote>Files inside this PDF: {embedded.join(', ')}. Download it to open them.</PreviewNote>
        )}
        <Document
          file={file}
          options={options}
          className={styles.sheet ?? ''}
          noData={<Spinner />}
          loading={<Spinner />}
          error={<Spinner />}
          onPassword={() => fail(PROTECTED)}
          onLoadSuccess={(document) => {
            const { numPages } = document
            setCount(numPages)
            setPage((shown) => (shown <= numPages ? shown : 1))
            namesOfEmbedded(document).then(setEmbedded, console.error)
          }}
          onLoadError={(error) => {
            console.error(error)
            fail()
          }}
        >
          {unreadable === page ? (
            <CannotShow attachment={attachment}>Page {page} can’t be shown. The file may be damaged.</CannotShow>
          ) : (
            <>
              {drawn !== page && (
                <div className="at-top" data-waiting>
                  <Spinner />
                </div>
              )}
              <Page
                pageNumber={page}
                width={LIMITS.pdfWidth}
                devicePixelRatio={Math.min(window.devicePixelRatio, MAX_SHARPNESS, sharpness)}
                renderTextLayer={false}
                renderAnnotationLayer={false}
                loading={blank}
                error={blank}
                onLoadSuccess={(loaded) => {
                  setRatio(loaded.height / loaded.width)
                  setLast(loaded)
                }}
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

/** A PDF, or why it cannot be shown. */
export const PDFPreview = (props: PreviewProps) => {
  const { attachment } = props
  const { failure, fail } = usePreviewFailure(attachment)
  return failure === undefined ? (
    <Pages {...props} fail={fail} />
  ) : (
    <div className={classNames('grid justify-items-center shrink relative', styles.body)}>
      <CannotShow attachment={attachment}>{failure}</CannotShow>
    </div>
  )
}
