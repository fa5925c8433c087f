import { traitsOf } from '../../../shared/structure/label-kinds.ts'
import { Suspense, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Attachment, Item } from '../../../shared/items/items.api.ts'
import { isPaint, parseMaterial } from '../../../shared/structure/sample.ts'
import { fileKind } from '../../lib/file-kind.ts'
import { Picture, useFailedPictures } from '../../ui/files/picture.tsx'
import { useLargeView } from '../../attachments/viewer/use-large-view.tsx'
import { paths } from '../../lib/paths.ts'
import { CategoryIcon } from '../../ui/drawings/category-icon.tsx'
import { MaterialFill } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconFile, IconFileTypePdf } from '../../ui/icons.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import styles from './item-card.module.css'
import { prefersSwatch } from './item-chip.tsx'
import { ItemValues } from './item-values.tsx'
import { Notes } from '../form/notes.tsx'
import { PreviousValue } from './previous-value.tsx'

const TouchUpLink = lazyComponent(async () => (await import('../touch-up-link.tsx')).TouchUpLink, 'Touch-Up Card')

const EndSpan = lazyComponent(async () => (await import('./end-span.tsx')).EndSpan, 'The warranty')

/** The number of photos on the face and of files beside it; all others are on Attachments. */
const PRINTS = 2
const FILES = 4

interface LargeProps {
  file: Attachment
  className: string | undefined
  version: 'thumbnail' | 'screen'
  onOpen: (remote: string) => void
  onFail: () => void
}

const OpensLarge = ({ file, className, version, onOpen, onFail }: LargeProps) => (
  <button
    type="button"
    className={className}
    aria-label={`Picture ${file.caption || file.name}`}
    onClick={() => onOpen(file.remote)}
  >
    <Picture file={file} version={version} onFail={onFail} />
  </button>
)

/** The look of an item: the color of a paint, else its first picture, else its material, with further pictures on top. */
export const Face = ({ item }: { item: Item }) => {
  const { pictures: all, openLarge, largeView } = useLargeView(item.itemID, item.attachments)
  const { isFailed, fail } = useFailedPictures()
  const pictures = all.filter(({ remote }) => !isFailed(remote))
  const sample = parseMaterial(item.sample)
  const ground = prefersSwatch(item) ? undefined : pictures[0]
  const prints = pictures.filter((picture) => picture !== ground).slice(0, PRINTS)
  const isPlain = !ground && !sample
  return (
    <div className={classNames('relative', styles.face, isPlain && styles.plain)}>
      {sample && <MaterialFill sample={sample} />}
      {ground && (
        <OpensLarge
          key={ground.remote}
          file={ground}
          className={classNames('cover picture', styles.photo)}
          version="screen"
          onOpen={openLarge}
          onFail={() => fail(ground.remote)}
        />
      )}
      {isPlain && (
        <span aria-hidden="true" className={classNames('cover centered faint', styles.icon)}>
          <CategoryIcon name={item.catName} />
        </span>
      )}
      {prints.length > 0 && (
        <span className={classNames('flex gap-8', styles.prints)}>
          {prints.map((file) => (
            <OpensLarge
              key={file.remote}
              file={file}
              className={classNames('on-print', styles.print)}
              version="thumbnail"
              onOpen={openLarge}
              onFail={() => fail(file.remote)}
            />
          ))}
        </span>
      )}
      {largeView}
    </div>
  )
}

const FileMark = ({ file }: { file: Attachment }) => {
  const kind = fileKind(file.type)
  if (kind === 'image') {
    return (
      <span className="tile large-tile">
        <Picture file={file} version="thumbnail" />
      </span>
    )
  }
  return (
    <span aria-hidden="true" className={classNames('tile large-tile', kind === 'pdf' && 'danger-soft')}>
      {kind === 'pdf' ? <IconFileTypePdf /> : <IconFile />}
    </span>
  )
}

export const Files = ({ item, children }: { item: Item; children: ReactNode }) => {
  const { itemID, attachments } = item
  const more = attachments.length - FILES
  return (
    <section aria-labelledby="files" className={classNames('shrink on-quiet', styles.files)}>
      <h2 id="files" className="card-title mb-8">
        Files <span className="faint small sans regular">{attachments.length}</span>
      </h2>
      {attachments.length === 0 ? (
        <p className="faint">None</p>
      ) : (
        <ul>
          {attachments.slice(0, FILES).map((file) => (
            <li key={file.remote}>
              <Link
                to={paths.itemAttachments(itemID, file.remote)}
                className={classNames('row plain round gap-12 hover-sunken', styles.file)}
              >
                <FileMark file={file} />
                <span className="shrink cell strong">
                  {file.name}{' '}
                  {file.caption && <span className="block muted small regular plaintext">{file.caption}</span>}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <Link to={paths.itemAttachments(itemID)} className="inline-row min-target">
          {more} more
        </Link>
      )}
      {children}
      {isPaint(item.subCatName, item.labels) && (
        <div className="mt-12">
          <Suspense>
            <TouchUpLink item={item} />
          </Suspense>
        </div>
      )}
    </section>
  )
}

/** Whether any value may say when the item ends. */
const endsOf = (item: Item): boolean =>
  item.kinds?.some(({ field, kind }) => traitsOf(kind).date === 'ends' && item[field] !== '') ?? false

/** The item's values with copy buttons, its expiry dates, previous values, and notes. */
export const ItemFacts = ({ item }: { item: Item }) => (
  <>
    <ItemValues item={item} size="card" />
    {endsOf(item) && (
      <Suspense fallback={<div className={styles.end} />}>
        <EndSpan item={item} />
      </Suspense>
    )}
    <PreviousValue item={item} />
    <Notes item={item} />
  </>
)
