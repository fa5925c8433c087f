import { Fragment, memo, useMemo, useState, type CSSProperties, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Item } from '../../../shared/items/items.api.ts'
import { focusHeading } from '../../lib/focus/focus-heading.ts'
import { useKeptChoice } from '../../lib/use-preference.ts'
import { useUsedInRooms } from './used-in-rooms.ts'
import type { UsedItem } from '../../../shared/search/search.api.ts'
import { counted } from '../../lib/pluralize.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { ChoicesMenu } from '../../ui/menus/choices-menu.tsx'
import { FilesLink } from '../../ui/files/files-link.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy/copy-button.tsx'
import { IconArrowDown, IconArrowUp, IconColumns3, IconList, IconTable } from '../../ui/icons.tsx'
import { SegmentedControl } from '../../ui/forms/segmented-control.tsx'
import { Card } from '../../ui/card.tsx'
import { COLUMNS, nextSort, parseSort, sortItems, columnText, type ColumnSpec, type Sort } from './compact-columns.ts'
import styles from './compact-list.module.css'
import { useProgressiveParts } from './progressive-list.ts'
import type { ListProps } from './list-props.ts'
import { ItemChip } from './item-chip.tsx'
import { useRoomView, type RoomView } from './room-view.ts'
import { displayValue } from './display-value.ts'
import { valuesOf } from './values-of.ts'

const useSort = () => {
  const [kept, keep] = useKeptChoice('compact-sort')
  return { kept, sort: parseSort(kept), keep }
}

/** Stores the hidden columns: their keys separated by spaces. */
const useColumns = () => {
  const [kept, keep] = useKeptChoice('compact-hidden')
  // Memoized, so that rows do not render again while the columns are the same.
  const columns = useMemo(() => COLUMNS.filter(({ key }) => key === 'item' || !kept.split(' ').includes(key)), [kept])
  const show = (key: string, shown: boolean) => {
    const others = kept.split(' ').filter((other) => other !== '' && other !== key)
    keep((shown ? others : [...others, key]).join(' '))
  }
  return { columns, show }
}

/** The view switch, and for the compact view the column menu, beside or instead of the category chips. */
export const DeskTools = ({ children: chips }: { children: ReactNode }) => {
  const { view, setView } = useRoomView()
  const { sort, keep } = useSort()
  const { columns, show } = useColumns()
  const isCompact = view === 'compact'
  return (
    <>
      {isCompact && sort ? (
        <Button
          kind="quiet"
          small
          onClick={() => {
            keep('')
            focusHeading()
          }}
        >
          Group by Category
        </Button>
      ) : (
        chips
      )}
      <div className="row fixed push gap-8">
        {isCompact && (
          <ChoicesMenu
            name="Columns"
            icon={<IconColumns3 />}
            choices={COLUMNS.slice(1).map((column) => ({ ...column, checked: columns.includes(column) }))}
            onChange={show}
          />
        )}
        <SegmentedControl<RoomView>
          label="View"
          value={view}
          onChange={setView}
          segments={[
            { value: 'schedule', name: 'Schedule', icon: <IconList aria-hidden="true" /> },
            { value: 'compact', name: 'Compact', icon: <IconTable aria-hidden="true" /> },
          ]}
        />
      </div>
    </>
  )
}

interface ItemCellProps {
  item: Item
  /** Whether the row is hovered or focused, so that its title can be copied. */
  copies: boolean
}

const ItemCell = ({ item, copies }: ItemCellProps) => {
  const copy = copies ? valuesOf(item).find((value) => value.copy !== undefined)?.copy : undefined
  return (
    <th role="rowheader" scope="row" className={classNames('row strong gap-12', styles.item)}>
      <ItemChip item={item} />
      <Link className="plaintext ink link-over" to={paths.editItem(item.itemID)}>
        {item.title}
      </Link>
      {copy !== undefined && (
        <span className={styles.copy}>
          <CopyButton text={copy} />
        </span>
      )}
    </th>
  )
}

/** How many rooms have the item's value too, as a link to them. */
const UsedCell = ({ value, propID, items, rooms }: UsedItem) => (
  <Link
    to={paths.find(value.replace(/\s+/g, ' '), { propID })}
    className={classNames('inline-row relative label strong ink nowrap plain round hover-primary', styles.usedLink)}
  >
    {rooms > 1 ? counted(rooms, 'room') : counted(items, 'item')}
  </Link>
)

interface RowProps {
  item: Item
  used: UsedItem | undefined
  columns: readonly ColumnSpec[]
}

/** The first column is a link that covers the row; other controls lie above it. */
const Row = memo(({ item, used, columns }: RowProps) => {
  const [visited, setVisited] = useState(false)
  const visit = () => setVisited(true)
  return (
    <tr role="row" className={classNames('relative hover-row', styles.row)} onPointerEnter={visit} onFocus={visit}>
      <ItemCell item={item} copies={visited} />
      {columns.map(
        ({ key }) =>
          key !== 'item' && (
            <td key={key} role="cell" className={styles[key]}>
              {key === 'files' ? (
                <FilesLink count={item.attachments.length} to={paths.itemAttachments(item.itemID)} small />
              ) : key === 'used' ? (
                used && <UsedCell {...used} />
              ) : (
                <span className="plaintext clamp">{columnText(item, key, displayValue)}</span>
              )}
            </td>
          ),
      )}
    </tr>
  )
})

interface GroupHeadProps {
  id: string
  name: string
  count: number
  across: number
}

const GroupHead = ({ id, name, count, across }: GroupHeadProps) => (
  <tr role="row">
    <th
      role="rowheader"
      scope="colgroup"
      colSpan={across}
      aria-colspan={across}
      className={classNames('block faint small regular on-quiet', styles.group)}
    >
      <h2 id={id} tabIndex={-1} className="ink card-title">
        {name}
      </h2>{' '}
      {count}
      <span className="visually-hidden"> {count === 1 ? 'item' : 'items'}</span>
    </th>
  </tr>
)

const tracks = (columns: readonly ColumnSpec[], width: 0 | 1): string =>
  columns.map(({ widths }) => `minmax(0, ${widths[width]}fr)`).join(' ')

/** In a sorted list. */
const ROWS_A_PART = 30

interface Rows {
  id: string
  count: number
  items: readonly Item[]
  /** The category of the items; absent in a sorted list. */
  name?: string
}

const sortedParts = (items: readonly Item[], sort: Sort): Rows[] => {
  const sorted = sortItems(items, sort)
  return Array.from({ length: Math.ceil(sorted.length / ROWS_A_PART) }, (_, at) => {
    const part = sorted.slice(at * ROWS_A_PART, (at + 1) * ROWS_A_PART)
    return { id: `sorted-${at}`, count: part.length, items: part }
  })
}

/** The items of a room on wide screens: one row per item, in columns shared by all subcategories. */
export const CompactList = ({ roomID, categories }: ListProps) => {
  const { kept, sort, keep } = useSort()
  const { columns } = useColumns()
  const used = useUsedInRooms(roomID)
  const style = { '--columns': tracks(columns, 0), '--wide-columns': tracks(columns, 1) } as CSSProperties
  const groups: Rows[] = categories.map(({ subcategories, ...category }) => ({
    ...category,
    items: subcategories.flatMap(({ items }) => items),
  }))
  const items = groups.flatMap((group) => group.items)
  const parts = useProgressiveParts(`compact ${roomID} ${kept} ${innerWidth}`, sort ? sortedParts(items, sort) : groups)
  return (
    <Card>
      <table role="table" aria-label="Items" className={styles.table} style={style} data-wide>
        <thead role="rowgroup">
          <tr role="row" className={classNames('rule-bottom surface', styles.heads)}>
            {columns.map(({ key, name, sorts }) => {
              const isSorted = sort?.column === key
              return (
                <th
                  key={key}
                  role="columnheader"
                  scope="col"
                  className="row shrink column-head"
                  aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
                >
                  {sorts ? (
                    <button type="button" className="inline-row" onClick={() => keep(nextSort(sort, key))}>
                      {name}
                      {isSorted &&
                        (sort.descending ? <IconArrowDown aria-hidden="true" /> : <IconArrowUp aria-hidden="true" />)}
                    </button>
                  ) : (
                    name
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        {parts.map(({ id, name, count, items, rendered, props }) => (
          <Fragment key={id}>
            {name !== undefined && (
              <tbody role="rowgroup">
                <GroupHead id={id} name={name} count={count} across={columns.length} />
              </tbody>
            )}
            <tbody role="rowgroup" {...props}>
              {rendered &&
                items.map((item) => (
                  <Row key={item.itemID} item={item} used={used.get(item.itemID)} columns={columns} />
                ))}
            </tbody>
          </Fragment>
        ))}
      </table>
    </Card>
  )
}
