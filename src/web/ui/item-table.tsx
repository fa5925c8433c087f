import { useId, type ComponentProps, type ReactNode } from 'react'
import { Link } from 'react-router'
import { FilesLink } from './files/files-link.tsx'
import { classNames } from './class-names.ts'
import styles from './item-table.module.css'
import { Card } from './card.tsx'

const itemCount = (count: number) => (count === 1 ? '1 item' : `${count} items`)

/** The number of label columns in the grid that all tables share. */
const MAX_COLUMNS = 6

interface ItemTableCategoryProps {
  id: string
  name: string
  count: number
  /** Props of the element around the tables. */
  part: ComponentProps<'div'>
  /** The category's tables. */
  children: ReactNode
}

export const ItemTableCategory = ({ id, name, count, part, children }: ItemTableCategoryProps) => (
  <section className="mb-40">
    <header className="flex wrap baseline gap-12 tight mb-12">
      <h2 id={id} tabIndex={-1}>
        {name}
      </h2>
      <span className="faint label">{itemCount(count)}</span>
    </header>
    <Card>
      <div {...part}>{children}</div>
    </Card>
  </section>
)

interface ItemTableRow {
  key: string | number
  /** Names the row's link: the first column alone may be the same in several rows. */
  name: string
  chip: ReactNode
  /** One per column; `placeholder` marks text shown for an empty value. */
  cells: readonly { text: string; placeholder: boolean }[]
  to: string
  files: { count: number; to: string }
}

interface ItemTableProps {
  name: string
  count: number
  /** The link of the name; used in tables without columns, whose rows have no cell for a link. */
  nameTo?: string | undefined
  columns: readonly string[]
  rows: readonly ItemTableRow[]
}

/**
 * The items of a subcategory. The roles restore the semantics that `display: grid` removes. The first cell's link covers the row;
 * the link to the files lies above it.
 */
export const ItemTable = ({ name, count, nameTo, columns, rows }: ItemTableProps) => {
  const id = useId()
  const shown = columns.slice(0, MAX_COLUMNS)
  return (
    <section className="rule-top railed">
      <header>
        <h3 id={id}>{nameTo === undefined ? name : <Link to={nameTo}>{name}</Link>}</h3>
        {count > 1 && <p className="faint small">{itemCount(count)}</p>}
      </header>
      <table role="table" aria-labelledby={id} className={styles.table}>
        <thead role="rowgroup" className="visually-hidden-1080">
          <tr role="row" className={styles.row}>
            {shown.map((column) => (
              <th key={column} role="columnheader" scope="col" className="shrink column-head">
                {column}
              </th>
            ))}
            {shown.length === 0 && (
              <th role="columnheader" scope="col">
                <span className="visually-hidden">Sample</span>
              </th>
            )}
            <th role="columnheader" scope="col" className={classNames('shrink column-head', styles.files)}>
              Files
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={row.key} role="row" className={classNames(styles.row, shown.length === 0 && styles.bare)}>
              {shown.length === 0 && (
                <td role="cell" className={classNames('row', styles.first)}>
                  <span className={classNames('flex fixed', styles.chip)}>{row.chip}</span>
                </td>
              )}
              {shown.map((column, position) => {
                const cell = row.cells[position] ?? { text: '', placeholder: true }
                const text = cell.placeholder ? <span className="faint regular">{cell.text}</span> : cell.text
                return (
                  <td
                    key={column}
                    role="cell"
                    className={classNames('shrink cell', position === 0 && 'row', position === 0 && styles.first)}
                  >
                    {position === 0 && <span className={classNames('flex fixed', styles.chip)}>{row.chip}</span>}
                    <span className="shrink plaintext">
                      <span className={classNames('faint small regular', styles.label)} aria-hidden="true">
                        {column}
                      </span>
                      {position === 0 ? (
                        <Link to={row.to} aria-label={row.name} className="ink strong link-over">
                          {text}
                        </Link>
                      ) : (
                        text
                      )}
                    </span>
                  </td>
                )
              })}
              <td role="cell" className={classNames('shrink', styles.files)}>
                <FilesLink count={row.files.count} to={row.files.to} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
