import { Component, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import type { Attachment } from '../../../shared/items/items.api.ts'
import { loadCode } from '../../lib/load-code.ts'
import { retryUntilOnline } from '../../lib/query-client.ts'
import { IconButton } from '../../ui/button.tsx'
import { FilePreviewerDrawing } from '../../ui/drawings/file-previewer.tsx'
import { IconDownload, IconMaximize, IconX } from '../../ui/icons.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Tag } from '../../ui/tag.tsx'
import { fileKind, PREVIEWED_FORMATS } from '../../lib/file-kind.ts'
import { PicturePreview } from './picture-preview.tsx'
import { CannotShow } from './preview-failure.tsx'
import type { PreviewProps } from './preview-props.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './previewer.module.css'
import { saveToDisk } from '../save-to-disk.ts'

const LABEL = 'File Previewer'

/** Shown when no file is open. */
export const PreviewerHint = () => (
  <section aria-label={LABEL} className={classNames('grid justify-items-center muted text-center gap-8', styles.hint)}>
    <div className={styles.drawing}>
      <FilePreviewerDrawing />
    </div>
    <h2>File Previewer</h2>
    <p>Choose a file to preview it here. Other file types download.</p>
    <ul className="flex wrap middle gap-8 mt-8">
      {PREVIEWED_FORMATS.map((format) => (
        <li key={format}>
          <Tag>{format}</Tag>
        </li>
      ))}
    </ul>
  </section>
)

/** Catches errors of the viewer, for example in unsupported browsers, so that they do not break the page. */
class ErrorBoundary extends Component<{ fallback: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}

/** pdf.js is large and loads with the first PDF. If it cannot load, the screen keeps what was typed. */
const PDF = (props: PreviewProps) => {
  const [viewer, setViewer] = useState<{ Preview: ComponentType<PreviewProps> } | 'missing'>()
  useEffect(() => {
    retryUntilOnline(() => loadCode(() => import('./pdf-preview.tsx'))).then(
      ({ PDFPreview }) => setViewer({ Preview: PDFPreview }),
      (error: unknown) => {
        console.error(error)
        setViewer('missing')
      },
    )
  }, [])
  const cannot = (words: string) => (
    <div className={classNames('grid justify-items-center shrink relative', styles.body)}>
      <CannotShow attachment={props.attachment}>{words}</CannotShow>
    </div>
  )
  if (viewer === 'missing') return cannot('Couldn’t load the PDF viewer. Please try again.')
  if (!viewer) {
    return (
      <div className={classNames('grid justify-items-center shrink relative', styles.body)}>
        <Spinner />
      </div>
    )
  }
  return (
    <ErrorBoundary
      key={props.attachment.remote}
      fallback={cannot('This browser can’t show the PDF. Download it to open it.')}
    >
      <viewer.Preview {...props} />
    </ErrorBoundary>
  )
}

interface PreviewerProps {
  attachment: Attachment
  /** The initial page, for files with pages. */
  page: number
  /** The pictures to browse. */
  pictures: readonly Attachment[]
  /** Opens the large view. */
  onLarge: (picture: Attachment) => void
  /** Shows another picture. */
  onTurn: (to: Attachment) => void
  onClose: () => void
}

/** Previews one file. It takes the focus when it opens, so that its keys work and phones scroll to it. */
export const Previewer = ({ attachment, page, pictures, onLarge, onTurn, onClose }: PreviewerProps) => {
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = frame
    if (!current) return
    current.focus({ preventScroll: true })
    const { top } = current.getBoundingClientRect()
    if (top < 0 || top > window.innerHeight / 2) current.scrollIntoView()
  }, [])
  return (
    <section ref={frame} aria-label={LABEL} tabIndex={0} className={styles.frame}>
      <div className={classNames('grid', styles.parts)}>
        <div className={classNames('row middle shrink rule-bottom surface gap-4', styles.name)}>
          <h2 className={classNames('strong sans', styles.title)}>{attachment.name}</h2>
          {attachment.caption && <p className="muted small">{attachment.caption}</p>}
        </div>
        {fileKind(attachment.type) === 'pdf' ? (
          <PDF attachment={attachment} page={page} frame={frame} />
        ) : (
          <PicturePreview
            attachment={attachment}
            frame={frame}
            pictures={pictures}
            onTurn={onTurn}
            onLarge={() => onLarge(attachment)}
          />
        )}
        <div className={classNames('row rule-bottom surface gap-4', styles.end)}>
          {fileKind(attachment.type) === 'image' && (
            <IconButton
              label="Show large"
              icon={<IconMaximize aria-hidden="true" />}
              onClick={() => onLarge(attachment)}
            />
          )}
          <IconButton
            label="Download"
            icon={<IconDownload aria-hidden="true" />}
            onClick={() => void saveToDisk(attachment)}
          />
          <IconButton label="Close" icon={<IconX aria-hidden="true" />} onClick={onClose} />
        </div>
      </div>
    </section>
  )
}
