import { memo, useId, type ComponentType, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Item } from '../../../shared/items/items.api.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconFolder } from '../../ui/icons.tsx'
import { useProgressiveParts } from './progressive-list.ts'
import type { ListProps } from './list-props.ts'
import { ItemChip } from './item-chip.tsx'
import { useOpenedRows } from './opened-rows.ts'
import styles from './phone-list.module.css'
import { splitTitle } from '../form/split-title.ts'
import { summaryOf } from './values-of.ts'

interface PhoneRowProps {
  item: Item
  open: boolean
  hidesFiles: boolean
  onToggle: (itemID: number) => void
  ref: RefObject<HTMLButtonElement | null> | undefined
  Opened: ComponentType<{ item: Item }>
}

/** Three lines with the most wanted facts; the row expands in place. */
const PhoneRow = memo(({ item, open, hidesFiles, onToggle, Opened, ref }: PhoneRowProps) => {
  const id = useId()
  const isUntold = item.title === item.subCatName
  const [beginning, end] = splitTitle(isUntold ? 'Unspecified' : item.title)
  const files = item.attachments.length
  return (
    <li className={open ? classNames('on-quiet', styles.open) : undefined}>
      <button
        ref={ref}
        type="button"
        className={classNames('grid full gap-12', styles.row)}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={({ currentTarget }) => {
          flushSync(() => onToggle(item.itemID))
          // Clear of the bar at the bottom.
          currentTarget.parentElement?.scrollIntoView({ block: 'nearest' })
        }}
      >
        <ItemChip item={item} />
        <span className={classNames('block shrink', styles.words)}>
          <span className="faint small">{item.subCatName}</span>{' '}
          <span dir="auto" className={classNames(styles.title, isUntold ? 'faint' : 'bold')}>
            <span className={styles.beginning}>{beginning}</span>
            {end}
          </span>{' '}
          <span className="muted small cut">
            {summaryOf(item).map((text, position) => (
              <bdi key={position} className={position > 0 ? 'dot' : undefined}>
                {position > 0 ? ` ${text}` : text}
              </bdi>
            ))}
          </span>
        </span>{' '}
        {!hidesFiles && (
          <span
            className={classNames(
              'inline-row end label strong gap-4 size-18',
              styles.files,
              files === 0 ? 'faint' : 'primary-icon',
            )}
          >
            <IconFolder aria-hidden="true" />
            {files} <span className="visually-hidden">{files === 1 ? 'file' : 'files'}</span>
          </span>
        )}
      </button>
      {open && (
        <div id={id} className={styles.opened}>
          <Opened item={item} />
        </div>
      )}
    </li>
  )
})

export interface PhoneRowsProps extends ListProps {
  /** The content of an expanded row. */
  Opened: ComponentType<{ item: Item }>
  /** Hides the file counts. */
  hidesFiles?: boolean
  /** The item whose QR code was scanned, and the ref of its row. */
  scanned?: { itemID: number | undefined; ref: RefObject<HTMLButtonElement | null> } | undefined
}

/** Rows grouped by category, at least seven on the first screen of a phone. */
export const PhoneRows = ({ roomID, categories, Opened, hidesFiles = false, scanned }: PhoneRowsProps) => {
  const { opened, toggle } = useOpenedRows(roomID)
  return (
    <div className={styles.list}>
      {useProgressiveParts(`phone ${roomID} ${innerWidth}`, categories).map(
        ({ id, name, count, subcategories, rendered, props }) => (
          <section key={id}>
            <header className={classNames('flex baseline gap-8', styles.head)}>
              <h2 id={id} tabIndex={-1}>
                {name}
              </h2>
              <span className="faint small">
                {count}
                <span className="visually-hidden"> {count === 1 ? 'item' : 'items'}</span>
              </span>
            </header>
            <ul className="rule-top rule-bottom ruled surface" {...props}>
              {rendered &&
                subcategories
                  .flatMap(({ items }) => items)
                  .map((item) => (
                    <PhoneRow
                      key={item.itemID}
                      ref={item.itemID === scanned?.itemID ? scanned.ref : undefined}
                      item={item}
                      open={opened.has(item.itemID)}
                      hidesFiles={hidesFiles}
                      onToggle={toggle}
                      Opened={Opened}
                    />
                  ))}
            </ul>
          </section>
        ),
      )}
    </div>
  )
}
