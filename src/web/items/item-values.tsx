import type { Item } from '../../shared/items.ts'
import { classNames } from '../ui/class-names.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import styles from './item-values.module.css'
import { LinkedText } from './linked-text.tsx'
import { valuesOf, type ItemValue } from './values-of.ts'

/** From this many characters on a value has a line of its own. */
const LONG = { list: 16, card: 60 }

/** Which of them have a line of their own: long ones, and those that would stand in theirs alone. */
const wideOf = (values: readonly ItemValue[], long: number): boolean[] => {
  const wide: boolean[] = []
  for (let at = 0; at < values.length; at++) {
    const [one, next] = [values[at], values[at + 1]]
    const paired = one && next && one.value.length <= long && next.value.length <= long
    wide.push(!paired)
    if (paired) wide[++at] = false
  }
  return wide
}

interface ItemValuesProps {
  item: Item
  /** Below a row of a list, or large on the item's card. */
  size?: 'list' | 'card'
}

/** All values of an item under their labels, what people came for first and with a button that copies it. */
export const ItemValues = ({ item, size = 'list' }: ItemValuesProps) => {
  const values = valuesOf(item)
  if (values.length === 0) return null
  const wide = wideOf(values, LONG[size])
  return (
    <dl className={classNames(styles.values, styles[size])}>
      {values.map(({ field, label, value, isEmpty, copy }, position) => (
        <div key={field} className={classNames(styles.pair, wide[position] && styles.wide)}>
          <dt>{label}</dt>
          <dd className={classNames(copy !== undefined && styles.copied, isEmpty && styles.none)}>
            {isEmpty ? value : <LinkedText text={value} label={label} />}
            {copy !== undefined && <CopyButton text={copy} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
