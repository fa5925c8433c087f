import type { Item } from '../../shared/items/items.api.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import styles from './papers.module.css'

interface ChooseItemsProps {
  items: readonly Item[]
  /** Those that are not wanted. */
  left: ReadonlySet<number>
  onChange: (left: ReadonlySet<number>) => void
}

/** Which items of a room a paper is for: all of them until one says otherwise. */
export const ChooseItems = ({ items, left, onChange }: ChooseItemsProps) => {
  const wanted = items.filter(({ itemID }) => !left.has(itemID))
  return (
    <fieldset className={styles.items}>
      <legend>Items</legend>
      {items.map(({ itemID, title, subCatName }) => (
        <Checkbox
          key={itemID}
          name="item"
          label={title === subCatName ? title : `${title}, ${subCatName}`}
          checked={!left.has(itemID)}
          // A paper is for something.
          disabled={wanted.length === 1 && wanted[0]?.itemID === itemID}
          onChange={(isWanted) => {
            const rest = [...left].filter((id) => id !== itemID)
            onChange(new Set(isWanted ? rest : [...rest, itemID]))
          }}
        />
      ))}
    </fieldset>
  )
}
