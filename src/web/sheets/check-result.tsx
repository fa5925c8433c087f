import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { compareNames } from '../../shared/order.ts'
import { dateInWords } from '../../shared/dates.ts'
import { DATE_ORDERS, MOST_CORRECTION, type Matching, type SheetCheck } from '../../shared/sheets.ts'
import { counted } from '../counted.ts'
import { languageOf } from '../own-language.ts'
import { paths } from '../paths.ts'
import { FormGrid } from '../ui/form-grid.tsx'
import { Button } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { KindOptions, kindIn } from './columns-to-match.tsx'
import styles from './import-sheet.module.css'
import type { Matched } from './use-import-sheet.ts'

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h2>{title}</h2>
    {children}
  </section>
)

const place = ({ sheet, row }: { sheet: string; row: number }): string =>
  sheet === '' ? `row ${row}` : `${sheet}, row ${row}`

type SheetError = SheetCheck['errors'][number]
type RowAt = Pick<SheetError, 'sheet' | 'row'>

/** 'row 14, Color Code: longer than 255'. */
const errorText = ({ column, message, ...where }: SheetError): string =>
  `${[place(where), column].filter((part) => part !== '').join(', ')}: ${message}`

const isSameRow = (one: RowAt, other: RowAt): boolean => one.sheet === other.sheet && one.row === other.row

interface ResultProps {
  state: Matched & { check: SheetCheck }
  onChange: (matching: Partial<Matched['matching']>) => void
}

interface LeaveOutProps {
  at: RowAt
  matching: Matching
  onChange: ResultProps['onChange']
}

/** Leaves a row out, or puts it back. */
const LeaveOut = ({ at, matching: { leftOut = [] }, onChange }: LeaveOutProps) => {
  const others = leftOut.filter((row) => !isSameRow(row, at))
  const isOut = others.length < leftOut.length
  const words = isOut ? 'Put Back' : 'Leave Out'
  const { sheet, row } = at
  return (
    <Button
      small
      aria-label={`${words} ${place(at)}`}
      onClick={() => onChange({ leftOut: isOut ? others : [...leftOut, { sheet, row }] })}
    >
      {words}
    </Button>
  )
}

/** The cells that cannot be taken, to be corrected here, or their rows left out. */
const Errors = ({ state: { matching, check }, onChange }: ResultProps) => {
  const { errors, moreErrors } = check
  const { cells = [], leftOut = [] } = matching
  const isOut = (error: RowAt) => leftOut.some((row) => isSameRow(row, error))
  const leaveOut = (rows: readonly RowAt[]) => {
    const more = rows.filter((row, at) => !isOut(row) && rows.findIndex((other) => isSameRow(row, other)) === at)
    onChange({ leftOut: [...leftOut, ...more.map(({ sheet, row }) => ({ sheet, row }))] })
  }
  return (
    <Part title="Needs fixing">
      <ul className={styles.errors}>
        {errors.map((error) => {
          const { sheet, row, column, value } = error
          const own = cells.find((cell) => isSameRow(cell, error) && cell.column === column)
          const others = cells.filter((cell) => cell !== own)
          return (
            <li key={errorText(error)} className={styles.error}>
              {column === '' ? (
                <span>{errorText(error)}</span>
              ) : (
                <TextField
                  name="cell"
                  label={errorText(error)}
                  autoComplete="off"
                  maxLength={MOST_CORRECTION}
                  disabled={isOut(error)}
                  value={own?.value ?? value}
                  onChange={(text) => onChange({ cells: [...others, { sheet, row, column, value: text }] })}
                />
              )}
              <LeaveOut at={error} matching={matching} onChange={onChange} />
            </li>
          )
        })}
        {moreErrors > 0 && <li>And {moreErrors} more.</li>}
      </ul>
      {errors.length > 1 && (
        <div>
          <Button onClick={() => leaveOut(errors)}>Leave Out All These Rows</Button>
        </div>
      )}
    </Part>
  )
}

/** What was said about single rows and cells, to be taken back. */
const Edited = ({ state: { matching }, onChange }: ResultProps) => {
  const { cells = [], leftOut = [] } = matching
  if (cells.length + leftOut.length === 0) return null
  return (
    <Part title="Your corrections">
      {leftOut.length > 0 && (
        <p className={styles.note}>
          Left out: {leftOut.slice(0, MOST_NAMED).map(place).join(', ')}
          {leftOut.length > MOST_NAMED && ', …'}.
        </p>
      )}
      {cells.length > 0 && (
        <ul className={styles.list}>
          {cells.map((cell) => (
            <li key={`${place(cell)} ${cell.column}`}>
              {place(cell)}, {cell.column}: {cell.value || 'empty'}
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button small onClick={() => onChange({ cells: [], leftOut: [] })}>
          Undo Corrections
        </Button>
      </div>
    </Part>
  )
}
const MOST_NAMED = 20

interface ItemPreviewProps extends Omit<LeaveOutProps, 'at'> {
  item: SheetCheck['items'][number]
}

const ItemPreview = ({ item, ...rest }: ItemPreviewProps) => (
  <li className={styles.item}>
    <strong>{item.title}</strong>
    <LeaveOut at={item} {...rest} />
    <span className={styles.note}>
      {[item.room, item.subcategory, place(item)].filter((part) => part !== item.title).join(' · ')}
    </span>
    <dl>
      {item.values.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
      {item.notes !== '' && (
        <div>
          <dt>Notes</dt>
          <dd dir="auto">{item.notes}</dd>
        </div>
      )}
    </dl>
  </li>
)

/** Rows as the items that they will become. */
const NewItems = ({ state: { matching, check }, onChange }: ResultProps) => {
  const { creates, items } = check
  const [areAllShown, setAllShown] = useState(false)
  const shown = areAllShown ? items : items.slice(0, FIRST_ITEMS)
  return (
    <Part title="New items">
      <ul className={styles.items}>
        {shown.map((item) => (
          <ItemPreview key={place(item)} item={item} matching={matching} onChange={onChange} />
        ))}
      </ul>
      {!areAllShown && items.length > FIRST_ITEMS && (
        <div>
          <Button small onClick={() => setAllShown(true)}>
            Show {items.length === creates ? `All ${creates}` : `the First ${items.length} of ${creates}`}
          </Button>
        </div>
      )}
      {areAllShown && creates > items.length && <p className={styles.note}>And {creates - items.length} more.</p>}
    </Part>
  )
}
const FIRST_ITEMS = 5

/** Rooms that are not here yet, with the type that each gets, and words for sub categories, with what they mean. */
const NewNames = ({ state: { sheet, matching, check }, onChange }: ResultProps) => {
  const { newRooms = [], kinds = [] } = matching
  const rooms = [...new Set([...newRooms, ...check.unknownRooms].map(({ name }) => name))].sort(compareNames)
  const isAnswered = (name: string) => kinds.some((kind) => kind.name === name)
  const names = [...new Set([...kinds, ...check.unknownKinds].map(({ name }) => name))].sort(compareNames)
  // Names without an answer are all shown, of the others as many as a page can hold.
  const shown = [...names.filter((name) => !isAnswered(name)), ...names.filter(isAnswered).slice(0, MOST_SELECTS)]
  return (
    <>
      {rooms.length > 0 && (
        <Part title="Rooms that will be created">
          <FormGrid>
            {rooms.map((name) => (
              <Select
                key={name}
                name="roomType"
                label={name}
                value={String(newRooms.find((room) => room.name === name)?.roomTypeID ?? '')}
                onChange={(value) => {
                  const others = newRooms.filter((room) => room.name !== name)
                  onChange({ newRooms: value === '' ? others : [...others, { name, roomTypeID: Number(value) }] })
                }}
              >
                <option value="">Choose a room type…</option>
                {sheet.roomTypes.map(({ ID, name: type }) => (
                  <option key={ID} value={ID}>
                    {type}
                  </option>
                ))}
              </Select>
            ))}
          </FormGrid>
        </Part>
      )}
      {names.length > 0 && (
        <Part title="What is called otherwise here">
          <FormGrid>
            {shown.map((name) => {
              const kind = kinds.find((one) => one.name === name)
              return (
                <Select
                  key={name}
                  name="subcategory"
                  label={name}
                  value={kind ? `${kind.catID} ${kind.subcatID}` : ''}
                  onChange={(value) => {
                    const others = kinds.filter((one) => one.name !== name)
                    onChange({ kinds: value === '' ? others : [...others, { name, ...kindIn(value) }] })
                  }}
                >
                  <option value="">Choose a sub category…</option>
                  <KindOptions kinds={sheet.kinds} />
                </Select>
              )
            })}
          </FormGrid>
          {names.length > shown.length && (
            <p className={styles.note}>
              {names.length - shown.length} more names are matched by the words in them. See the new items below.
            </p>
          )}
        </Part>
      )}
    </>
  )
}
/** Each has a choice of all sub categories. */
const MOST_SELECTS = 60

/** Asks once how dates are meant that may be several days. */
const Dates = ({ state: { matching, check }, onChange }: ResultProps) => {
  const { unclear, example, readings } = check.dates
  if (example === null && matching.dates === undefined) return null
  return (
    <Part title="Dates">
      <FormGrid>
        <Select
          name="dates"
          label={example === null ? 'Dates that could mean two days' : `What does ${example} mean?`}
          hint={unclear > 0 ? `${counted(unclear, 'date')} could mean more than one day.` : undefined}
          value={matching.dates ?? ''}
          onChange={(value) => onChange({ dates: value === '' ? undefined : (value as Matching['dates']) })}
        >
          <option value="">Choose…</option>
          {(readings.length > 0 ? readings : DATE_ORDERS.map((order) => ({ order, day: '' })))
            .filter(({ order }) => order !== 'as written')
            .map(({ order, day }) => (
              <option key={order} value={order}>
                {ORDER_NAMES[order]}
                {day !== '' && `: ${dateInWords(day, languageOf(navigator.language), 'long')}`}
              </option>
            ))}
          <option value="as written">{ORDER_NAMES['as written']}</option>
        </Select>
      </FormGrid>
    </Part>
  )
}

const ORDER_NAMES: Readonly<Record<NonNullable<Matching['dates']>, string>> = {
  mdy: 'Month first',
  dmy: 'Day first',
  ymd: 'Year first',
  'as written': 'Keep these dates as written',
}

const Unread = ({ unread }: { unread: SheetCheck['dates']['unread'] }) => (
  <Part title="Not read as dates">
    <p className={styles.note}>These values are kept as written. They will not show up in Coming Up.</p>
    <ul className={styles.list}>
      {unread.map(({ column, value, rows }) => (
        <li key={`${column} ${value}`}>
          {column}: {value} ({counted(rows, 'row')})
        </li>
      ))}
    </ul>
  </Part>
)

const Changed = ({ check: { changes, changed } }: { check: SheetCheck }) => (
  <Part title="Items that will change">
    <ul className={styles.list}>
      {changed.map(({ itemID, title, values, ...where }) => (
        <li key={itemID}>
          {place(where)}, <Link to={paths.editItem(itemID)}>{title}</Link>:{' '}
          {values.map(({ label, before, after }) => `${label} ${before || 'empty'} → ${after || 'empty'}`).join('; ')}
        </li>
      ))}
      {changes > changed.length && <li>And {changes - changed.length} more.</li>}
    </ul>
  </Part>
)

/** What the import will do, or what is to be put right first. */
export const CheckResult = (props: ResultProps) => {
  const { check, isStale } = props.state
  const { creates, changes, same, errors, moreErrors, lacking, papers, fingerprint, unknownRooms, unknownKinds } = check
  const open = unknownRooms.length + unknownKinds.length
  const asked =
    open > 0 ? `what ${counted(open, 'name')} in the table ${open === 1 ? 'means' : 'mean'}` : 'how dates are meant'
  const wrong = errors.length + moreErrors
  return (
    <div className={styles.result}>
      {isStale ? (
        <Message kind="info" isNote>
          You changed something. Check again before you import.
        </Message>
      ) : fingerprint === null ? (
        <Message kind="warning">
          {errors.length === 0
            ? `Nothing has been imported yet: say below ${asked}.`
            : `Nothing has been imported: ${counted(wrong, 'row')} cannot be taken as ${wrong === 1 ? 'it is' : 'they are'}.`}
        </Message>
      ) : (
        <Message kind="success">
          {`To create: ${counted(creates, 'item')}. To change: ${changes}. The same: ${same}. Nothing has been imported yet.`}
        </Message>
      )}
      {errors.length > 0 && <Errors {...props} />}
      <Edited {...props} />
      <NewNames {...props} />
      <Dates {...props} />
      {check.dates.unread.length > 0 && <Unread unread={check.dates.unread} />}
      {papers > 0 && (
        <p className={styles.note}>
          {counted(papers, 'item')} will get a text file, Values Without a Place.txt, with what does not fit into Notes.
        </p>
      )}
      {lacking.length > 0 && (
        <Part title="What sub categories have no such label for">
          <ul className={styles.list}>
            {lacking.map(({ subcategory, label, under, rows }) => (
              <li key={`${subcategory} ${label} ${under}`}>
                {label} of {subcategory}: {counted(rows, 'row')}
                {under !== null ? `, under ${under}` : props.state.matching.toNotes ? ', to the notes' : ''}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {changes > 0 && <Changed check={check} />}
      {check.items.length > 0 && <NewItems {...props} />}
    </div>
  )
}
