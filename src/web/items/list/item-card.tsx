import { Suspense, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Item } from '../../../shared/items/items.api.ts'
import { paths } from '../../lib/paths.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { restoreScroll } from '../../lib/navigation-history.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './item-card.module.css'

const loadParts = () => import('./item-card-parts.tsx')
const Face = lazyComponent(async () => (await loadParts()).Face, 'The picture')
const ItemFacts = lazyComponent(async () => (await loadParts()).ItemFacts, 'The values')
const Files = lazyComponent(async () => (await loadParts()).Files, 'Files')
// In parallel with the data.
loadParts().catch(console.error)

/** Titles of this many characters or more are smaller. */
const LONG = 48

/**
 * The read view of an item: how it looks, its title, values to copy, files with `children` below them. The heading renders at once and stays mounted,
 * because it takes the focus.
 */
export const ItemCard = ({ item, children }: { item: Item; children: ReactNode }) => {
  const toRoom = paths.roomItems(item.roomID)
  return (
    <article className={classNames('grid sheet clip mb-24', styles.card)}>
      <Suspense fallback={<div className={classNames('relative', styles.face)} />}>
        <Face item={item} />
      </Suspense>
      <div className={classNames('shrink', styles.core)}>
        <p className="faint label">
          <Link className="muted" to={toRoom} {...restoreScroll(toRoom)}>
            {item.roomName}
          </Link>
          <span className="dot"> {item.subCatName}</span>
        </p>
        <h1 className={item.title.length > LONG ? styles.long : undefined}>{item.title}</h1>
        <Suspense>
          <ItemFacts item={item} />
        </Suspense>
      </div>
      <Suspense>
        <Files item={item}>{children}</Files>
      </Suspense>
    </article>
  )
}
