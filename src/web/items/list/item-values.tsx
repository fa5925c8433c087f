import { Link } from 'react-router'
import { spoken } from '../../../shared/structure/item-title.ts'
import type { Item } from '../../../shared/items/items.api.ts'
import { counted } from '../../lib/pluralize.ts'
import { useFocusTarget } from '../../lib/focus/focus-target.ts'
import { paths } from '../../lib/paths.ts'
import { useWhereUsed } from './where-used.ts'
import { classNames } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy/copy-button.tsx'
import styles from './item-values.module.css'
import { LinkedText } from './linked-text.tsx'
import { kindIn } from './display-value.ts'
import { valuesOf, type ItemValue } from './values-of.ts'

/** Values of this many characters or more get their own line. */
const LONG = { list: 16, card: 60 }

/** Which values get their own line: long ones, and those that would be alone on it. */
const needsOwnLine = (values: readonly ItemValue[], long: number): boolean[] => {
  const wide: boolean[] = []
  for (let at = 0; at < values.length; at++) {
    const [one, next] = [values[at], values[at + 1]]
    const paired = one && next && one.value.length <= long && next.value.length <= long
    wide.push(!paired)
    if (paired) wide[++at] = false
  }
  return wide
}

interface WhereUsedProps {
  /** The number of items and rooms with this value; undefined if only this item has it. */
  used: { propID: number; items: number; rooms: number } | undefined
  value: string
  /** The formatted value. */
  shown: string
}

/** Links to everything with the same value under the same label. */
const WhereUsed = ({ used, value, shown }: WhereUsedProps) =>
  used && (
    <Link to={paths.find(value.replace(/\s+/g, ' ').trim(), { propID: used.propID })} className="nowrap">
      <span className="visually-hidden">{`${spoken(shown)} · `}</span>
      {used.rooms > 1 ? `in ${counted(used.rooms, 'room')}` : counted(used.items, 'item')}
    </Link>
  )

interface ItemValuesProps {
  item: Item
  /** Below a list row, or large on the item's card. */
  size?: 'list' | 'card'
}

/** All values of an item with their labels, the most wanted first and with a copy button. */
export const ItemValues = ({ item, size = 'list' }: ItemValuesProps) => (
  <ValueList item={item} size={size} used={useWhereUsed(item)} />
)

interface ValueListProps extends Required<ItemValuesProps> {
  /** The values that other items have too. */
  used: ReturnType<typeof useWhereUsed>
}

/** The same, with known usage by other items. */
export const ValueList = ({ item, size, used }: ValueListProps) => {
  const focusesCopy = useFocusTarget() === 'copy' && size === 'card'
  const values = valuesOf(item)
  if (values.length === 0) return null
  const firstCopied = values.findIndex(({ copy }) => copy !== undefined)
  const wide = needsOwnLine(values, LONG[size])
  return (
    <dl className={classNames('grid rule-top', styles.values, styles[size])}>
      {values.map(({ field, label, value, isEmpty, copy }, position) => (
        <div
          key={field}
          className={classNames('column relative rule-bottom', styles.pair, wide[position] && styles.wide)}
        >
          <dt className="faint small">
            {label} <WhereUsed used={used.find((one) => one.field === field)} value={item[field]} shown={value} />
          </dt>
          <dd className={classNames('prewrap', copy !== undefined && styles.copied, isEmpty && styles.none)}>
            {isEmpty ? value : <LinkedText text={value} label={label} kind={kindIn(item, field)} />}
            {copy !== undefined && <CopyButton text={copy} autoFocus={focusesCopy && position === firstCopied} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
