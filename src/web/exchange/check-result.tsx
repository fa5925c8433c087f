import { Link } from 'react-router'
import { compareNames } from '../../shared/contract/order.ts'
import { dateInWords } from '../../shared/lib/dates.ts'
import { DATE_ORDERS, KNOWN_ROWS, type Matching, type SheetCheck } from '../../shared/exchange/sheets.api.ts'
import { counted } from '../lib/pluralize.ts'
import { languageOf } from '../lib/own-language.ts'
import { paths } from '../lib/paths.ts'
import { FormGrid } from '../ui/forms/form-grid.tsx'
import { Message } from '../ui/message.tsx'
import { Select } from '../ui/forms/select.tsx'
import { Part, place, type ResultProps } from './check-parts.tsx'
import { KindOptions, kindIn } from './columns-to-match.tsx'
import { NewItems } from './new-items.tsx'
import { Edited, Errors } from './row-errors.tsx'

/** New rooms with the type each gets, and unknown subcategory names with what they mean. */
const NewNames = ({ state: { sheet, matching, check }, onChange }: ResultProps) => {
  const { newRooms = [], kinds = [] } = matching
  const rooms = [...new Set([...newRooms, ...check.unknownRooms].map(({ name }) => name))].sort(compareNames)
  const isAnswered = (name: string) => kinds.some((kind) => kind.name === name)
  const names = [...new Set([...kinds, ...check.unknownKinds].map(({ name }) => name))].sort(compareNames)
  // Names without an answer are all shown, the others up to the limit.
  const shown = [...names.filter((name) => !isAnswered(name)), ...names.filter(isAnswered).slice(0, MOST_SELECTS)]
  return (
    <>
      {rooms.length > 0 && (
        <Part title="New Rooms">
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
        <Part title="Names to Match">
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
                  <option value="">Choose a subcategory…</option>
                  <KindOptions kinds={sheet.kinds} />
                </Select>
              )
            })}
          </FormGrid>
          {names.length > shown.length && (
            <p className="muted">
              {names.length - shown.length} more names are matched by the words in them. See the new items below.
            </p>
          )}
        </Part>
      )}
    </>
  )
}
/** Each lists all subcategories. */
const MOST_SELECTS = 60

/** Asks once how ambiguous dates are meant. */
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

/** Asks once what becomes of rows about items that the project has. */
const Known = ({ state: { matching, check }, onChange }: ResultProps) => {
  const { serial, asset, values, rows } = check.known
  const count = serial + asset + values
  if (count === 0) return null
  return (
    <Part title="Already in This Project">
      <ul className="grid gap-4">
        {serial > 0 && <li>{have(serial)} the serial number of an item in this project.</li>}
        {asset > 0 && <li>{have(asset)} the asset ID of an item in this project.</li>}
        {values > 0 && <li>{have(values)} the same room and values as an item in this project.</li>}
      </ul>
      <FormGrid>
        <Select
          name="known"
          label={count === 1 ? 'What to do with this row' : 'What to do with these rows'}
          hint="Updating changes only what the row has a value for."
          value={matching.known ?? ''}
          onChange={(value) => onChange({ known: value === '' ? undefined : (value as Matching['known']) })}
        >
          <option value="">Choose…</option>
          {KNOWN_ROWS.map((choice) => (
            <option key={choice} value={choice}>
              {KNOWN_CHOICES[choice]}
            </option>
          ))}
        </Select>
      </FormGrid>
      <p className="muted">
        {rows.slice(0, FIRST_KNOWN).map(({ itemID, title, ...where }, at) => (
          <span key={place(where)}>
            {at > 0 && '; '}
            {place(where)}: <Link to={paths.editItem(itemID)}>{title}</Link>
          </span>
        ))}
        {count > FIRST_KNOWN && `; and ${count - FIRST_KNOWN} more`}
      </p>
    </Part>
  )
}
const FIRST_KNOWN = 5

const have = (rows: number): string => (rows === 1 ? '1 of these rows has' : `${rows} of these rows have`)

const KNOWN_CHOICES: Readonly<Record<(typeof KNOWN_ROWS)[number], string>> = {
  'leave out': 'Leave them out',
  update: 'Update the items that exist',
  create: 'Create them as new items',
}

/** What a sheet says that no longer fits, and that existing items keep. */
const LeftOut = ({ check: { lacking, oldNames } }: { check: SheetCheck }) => {
  const leftOut = lacking.filter(({ isLeftOut }) => isLeftOut)
  if (leftOut.length + oldNames.length === 0) return null
  return (
    <Part title="What No Longer Fits">
      <ul className="grid gap-4">
        {oldNames.map(({ column, name, now, rows }) => (
          <li key={`${column} ${name} ${now}`}>
            {`${column} ${name} has been renamed or removed: ${counted(rows, 'item')} ${rows === 1 ? 'stays' : 'stay'} in ${now}.`}
          </li>
        ))}
        {leftOut.map(({ subcategory, label, rows }) => (
          <li key={`${subcategory} ${label}`}>
            {`${subcategory} has no field for ${label}: ${counted(rows, 'value')} of existing items ${rows === 1 ? 'is' : 'are'} left out.`}
          </li>
        ))}
      </ul>
    </Part>
  )
}

const Unread = ({ unread }: { unread: SheetCheck['dates']['unread'] }) => (
  <Part title="Not Read as Dates">
    <p className="muted">These values are kept as written. They will not show up in Coming Up.</p>
    <ul className="grid gap-4">
      {unread.map(({ column, value, rows }) => (
        <li key={`${column} ${value}`}>
          {column}: {value} ({counted(rows, 'row')})
        </li>
      ))}
    </ul>
  </Part>
)

const Changed = ({ check: { changes, changed } }: { check: SheetCheck }) => (
  <Part title="Items That Will Change">
    <ul className="grid gap-4">
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

/** What the import will do, or what has to be corrected first. */
export const CheckResult = (props: ResultProps) => {
  const { check, isStale, isAutomatic, words, toFix = check.errors } = props.state
  const stays = isAutomatic && ({ isNote: true } as const)
  const { creates, changes, same, errors, moreErrors, papers, fingerprint, unknownRooms, unknownKinds } = check
  const { pictures, picturesLeftOut } = check
  const open = unknownRooms.length + unknownKinds.length
  const isKnownOpen = props.state.matching.known === undefined && check.known.rows.length > 0
  const asked =
    open > 0
      ? `Match the ${counted(open, 'name')} below first.`
      : isKnownOpen
        ? 'Choose what to do with rows that are already in this project first.'
        : 'Choose how to read dates below first.'
  const wrong = errors.length + moreErrors
  const lacking = check.lacking.filter(({ isLeftOut }) => !isLeftOut)
  return (
    <div className="grid gap-24 mb-24">
      {isStale ? (
        <Message kind="info" isNote>
          {isAutomatic && words === undefined
            ? 'Checking your changes…'
            : 'You changed something. Preview again before you import.'}
        </Message>
      ) : fingerprint === null ? (
        <Message kind="warning" {...stays}>
          {errors.length === 0
            ? `Nothing imported yet. ${asked}`
            : `Nothing imported yet. Fix ${counted(wrong, 'row')} and try again.`}
        </Message>
      ) : (
        <Message kind="success" {...stays}>
          {`Ready to import: ${counted(creates, 'new item')}, ${counted(changes, 'update')}, ${same} unchanged.`}
        </Message>
      )}
      {toFix.length > 0 && <Errors {...props} />}
      <Edited {...props} />
      <NewNames {...props} />
      <Known {...props} />
      <Dates {...props} />
      <LeftOut check={check} />
      {check.dates.unread.length > 0 && <Unread unread={check.dates.unread} />}
      {papers > 0 && (
        <p className="muted">
          {counted(papers, 'item')} will get a text file, Values Without a Place.txt, with what doesn’t fit in Notes.
        </p>
      )}
      {pictures > 0 && <p className="muted">{counted(pictures, 'picture')} will become files of the new items.</p>}
      {picturesLeftOut > 0 && (
        <p className="muted">
          {counted(picturesLeftOut, 'picture')} beside items that are already in Roomfolio will not be imported. Add
          files on the item page.
        </p>
      )}
      {lacking.length > 0 && (
        <Part title="Where the Other Values Go">
          <ul className="grid gap-4">
            {lacking.map(({ subcategory, label, under, rows }) => (
              <li key={`${subcategory} ${label} ${under}`}>
                {subcategory} · {label}{' '}
                {under !== null ? `→ ${under} ` : props.state.matching.toNotes ? '→ Notes ' : ''}({counted(rows, 'row')}
                )
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
