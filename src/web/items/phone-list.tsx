import { IconFolder } from '@tabler/icons-react'
import { memo, useId } from 'react'
import type { Item } from '../../shared/items.ts'
import { counted } from '../counted.ts'
import { fileAddress } from '../files/stored-file.ts'
import { useLargeView } from '../files/use-large-view.tsx'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { useParts } from './list-parts.ts'
import type { ListProps } from './group-items.ts'
import { ItemChip } from './item-chip.tsx'
import { ItemValues } from './item-values.tsx'
import { useOpenedRows } from './opened-rows.ts'
import { OwnTexts } from './own-texts.tsx'
import styles from './phone-list.module.css'
import { titleEnds } from './title-ends.ts'
import { glimpseOf } from './values-of.ts'

const OpenedItem = ({ item, id }: { item: Item; id: string }) => {
  const { pictures, openLarge, largeView } = useLargeView(item.itemID, item.attachments)
  return (
    <div id={id} className={styles.opened}>
      <ItemValues item={item} />
      <OwnTexts item={item} />
      {pictures.length > 0 && (
        <div className={styles.pictures}>
          {pictures.map((picture) => (
            <button
              key={picture.remote}
              type="button"
              aria-label={`Picture ${picture.caption || picture.name}`}
              onClick={() => openLarge(picture.remote)}
            >
              <img src={fileAddress(picture, 'thumbnail')} alt="" loading="lazy" decoding="async" />
            </button>
          ))}
        </div>
      )}
      <div className={styles.actions}>
        <LinkButton to={paths.editItem(item.itemID)}>Open Item</LinkButton>
        <LinkButton kind="quiet" icon={<IconFolder />} to={paths.itemAttachments(item.itemID)}>
          {counted(item.attachments.length, 'File')}
        </LinkButton>
      </div>
      {largeView}
    </div>
  )
}

interface PhoneRowProps {
  item: Item
  open: boolean
  onToggle: (itemID: number) => void
}

/** What people come for, in three lines; the row opens in place. */
const PhoneRow = memo(({ item, open, onToggle }: PhoneRowProps) => {
  const id = useId()
  const isUntold = item.title === item.subCatName
  const [beginning, end] = titleEnds(isUntold ? 'Unspecified' : item.title)
  const files = item.attachments.length
  return (
    <li className={classNames(styles.item, open && styles.open)}>
      <button
        type="button"
        data-row
        className={styles.row}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => onToggle(item.itemID)}
      >
        <ItemChip item={item} />
        <span className={styles.words}>
          <span className={styles.subcategory}>{item.subCatName}</span>{' '}
          <span dir="auto" className={classNames(styles.title, isUntold && styles.none)}>
            <span>{beginning}</span>
            {end}
          </span>{' '}
          <span className={styles.glimpse}>
            {glimpseOf(item).map((text, position) => (
              <bdi key={position}>{position > 0 ? ` ${text}` : text}</bdi>
            ))}
          </span>
        </span>{' '}
        <span className={classNames(styles.files, files === 0 && styles.noFiles)}>
          <IconFolder aria-hidden="true" />
          {files} <span className="visually-hidden">{files === 1 ? 'file' : 'files'}</span>
        </span>
      </button>
      {open && <OpenedItem item={item} id={id} />}
    </li>
  )
})

/** The items of a room on a phone: a row each, at least seven on the first screen. */
export const PhoneList = ({ roomID, categories }: ListProps) => {
  const { opened, toggle } = useOpenedRows(roomID)
  return (
    <div className={styles.list}>
      {useParts(`phone ${roomID} ${innerWidth}`, categories).map(({ id, name, count, subcategories, drawn, props }) => (
        <section key={id}>
          <header className={styles.head}>
            <h2 id={id} tabIndex={-1}>
              {name}
            </h2>
            <span>
              {count}
              <span className="visually-hidden"> {count === 1 ? 'item' : 'items'}</span>
            </span>
          </header>
          <ul className={styles.rows} {...props}>
            {drawn &&
              subcategories
                .flatMap(({ items }) => items)
                .map((item) => (
                  <PhoneRow key={item.itemID} item={item} open={opened.has(item.itemID)} onToggle={toggle} />
                ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
