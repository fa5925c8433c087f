import type { Item } from '../../shared/items/items.api.ts'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './papers.module.css'

interface ChooseItemsProps {
  items: readonly Item[]
  /** The deselected items. */
  excluded: ReadonlySet<number>
  onChange: (excluded: ReadonlySet<number>) => void
}

/** Selects the items of a room that a paper includes; initially all of them. */
export const ChooseItems = ({ items, excluded, onChange }: ChooseItemsProps) => {
  const wanted = items.filter(({ itemID }) => !excluded.has(itemID))
  return (
    <fieldset className={classNames('grid gap-16 tight mt-8', styles.items)}>
      <legend className="muted label mb-4">Items</legend>
      {items.map(({ itemID, title, subCatName }) => (
        <Checkbox
          key={itemID}
          name="item"
          label={title === subCatName ? title : `${title}, ${subCatName}`}
          checked={!excluded.has(itemID)}
          // At least one item stays selected.
          disabled={wanted.length === 1 && wanted[0]?.itemID === itemID}
          onChange={(isWanted) => {
            const rest = [...excluded].filter((id) => id !== itemID)
            onChange(new Set(isWanted ? rest : [...rest, itemID]))
          }}
        />
      ))}
    </fieldset>
  )
}
