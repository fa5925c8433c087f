import type { Item } from '../../../shared/items/items.api.ts'
import { LinkedText } from '../list/linked-text.tsx'
import styles from './notes.module.css'

export const Notes = ({ item: { note } }: { item: Item }) =>
  note && (
    <p className={styles.text}>
      <LinkedText text={note} />
    </p>
  )
