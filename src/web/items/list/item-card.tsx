import { Suspense } from 'react'
import { Link } from 'react-router'
import type { Item } from '../../../shared/items/items.api.ts'
import { paths } from '../../lib/paths.ts'
import { later } from '../../ui/lazy-component.tsx'
import { whereItWas } from '../../lib/navigation-history.ts'
import styles from './item-card.module.css'

const loadParts = () => import('./item-card-parts.tsx')
const Face = later(async () => (await loadParts()).Face, 'The picture')
const Told = later(async () => (await loadParts()).Told, 'The values')
const Papers = later(async () => (await loadParts()).Papers, 'Papers')
// Beside the data, not after it.
loadParts().catch(console.error)

/** From so many characters on a title stands smaller. */
const LONG = 48

/**
 * What people come for, before any form: what the item looks like, what it is called, its values to copy, its files. The
 * heading is there at once and stays, for it takes the focus.
 */
export const ItemCard = ({ item }: { item: Item }) => {
  const toRoom = paths.roomItems(item.roomID)
  return (
    <article className={styles.card}>
      <Suspense fallback={<div className={styles.face} />}>
        <Face item={item} />
      </Suspense>
      <div className={styles.core}>
        <p className={styles.place}>
          <Link to={toRoom} {...whereItWas(toRoom)}>
            {item.roomName}
          </Link>
          <span>{item.subCatName}</span>
        </p>
        <h1 className={item.title.length > LONG ? styles.long : undefined}>{item.title}</h1>
        <Suspense>
          <Told item={item} />
        </Suspense>
      </div>
      <Suspense>
        <Papers item={item} />
      </Suspense>
    </article>
  )
}
