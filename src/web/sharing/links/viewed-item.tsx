import { Suspense, useRef, useState } from 'react'
import type { Attachment, Item } from '../../../shared/items/items.api.ts'
import { isPaint, parseMaterial } from '../../../shared/structure/sample.ts'
import { fileKind } from '../../lib/file-kind.ts'
import { FileList } from '../../attachments/file-list.tsx'
import { saveToDisk } from '../../attachments/save-to-disk.ts'
import { useLargeView } from '../../attachments/viewer/use-large-view.tsx'
import { prefersSwatch } from '../../items/list/item-chip.tsx'
import { ValueList } from '../../items/list/item-values.tsx'
import { Notes } from '../../items/form/notes.tsx'
import { MaterialFill } from '../../ui/chip.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './viewed-item.module.css'

const TouchUpLink = lazyComponent(
  async () => (await import('../../items/touch-up-link.tsx')).TouchUpLink,
  'Touch-Up Card',
)
const Previewer = lazyComponent(
  async () => (await import('../../attachments/viewer/previewer.tsx')).Previewer,
  'The file',
)

/** The content of an expanded row: a paint's color large, all values with copy buttons, notes, and files. */
export const ViewedItem = ({ item }: { item: Item }) => {
  const { attachments } = item
  const { pictures, openLarge, largeView } = useLargeView(item.itemID, attachments)
  const [shown, setShown] = useState<Attachment>()
  const openButton = useRef<HTMLButtonElement>(null)
  const sample = prefersSwatch(item) ? parseMaterial(item.sample) : null
  const open = (attachment: Attachment) => {
    const kind = fileKind(attachment.type)
    if (kind === 'image') openLarge(attachment.remote)
    else if (kind === 'pdf') setShown(attachment === shown ? undefined : attachment)
    else void saveToDisk(attachment)
  }
  const close = () => {
    openButton.current?.focus()
    setShown(undefined)
  }
  return (
    <>
      {sample && (
        <div className={classNames('frame relative clip mb-8', styles.colour)}>
          <MaterialFill sample={sample} />
        </div>
      )}
      <ValueList item={item} size="list" used={[]} />
      <Notes item={item} />
      {isPaint(item.subCatName, item.labels) && (
        <div className="mt-12">
          <Suspense>
            <TouchUpLink item={item} />
          </Suspense>
        </div>
      )}
      {attachments.length > 0 && (
        <div className="sheet line mt-16">
          <FileList
            attachments={attachments}
            open={shown}
            onOpen={open}
            onRemove={undefined}
            changes={undefined}
            openButton={openButton}
          />
        </div>
      )}
      {shown && (
        <div className="mt-16">
          <Suspense>
            <Previewer
              key={shown.remote}
              attachment={shown}
              page={1}
              pictures={pictures}
              onLarge={open}
              onTurn={open}
              onClose={close}
            />
          </Suspense>
        </div>
      )}
      {largeView}
    </>
  )
}
