import { SLOTS } from '../../shared/structure/room-structure.api.ts'
import { type Matching, type SheetToMatch } from '../../shared/exchange/sheets.api.ts'
import { TEXT_ENCODINGS, type TextEncoding } from '../../shared/exchange/text-encodings.ts'
import { counted } from '../lib/pluralize.ts'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { FormGrid } from '../ui/forms/form-grid.tsx'
import { Select } from '../ui/forms/select.tsx'
import { columnIn, duplicateTargets, valueOf } from './matching.ts'
import type { ReadOptions } from './use-import-sheet.ts'

const OWN = [
  ['ignore', 'Don’t Import'],
  ['room', 'Room'],
  ['category', 'Category'],
  ['subcategory', 'Subcategory'],
  ['notes', 'Notes'],
  ['item', 'Item ID'],
  ['updated', 'Updated'],
] as const

const ColumnOptions = ({ labels }: { labels: readonly string[] }) => (
  <>
    {OWN.map(([value, name]) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
    <optgroup label="Fields">
      {labels.map((label) => (
        <option key={label} value={`label ${label}`}>
          {label}
        </option>
      ))}
    </optgroup>
    <optgroup label="Fields by Number">
      {SLOTS.map((slot, at) => (
        <option key={slot} value={`field ${at + 1}`}>
          Field {at + 1}
        </option>
      ))}
    </optgroup>
  </>
)

/** Subcategories grouped by category; the value is both IDs, such as '5 31'. */
export const KindOptions = ({ kinds }: { kinds: SheetToMatch['kinds'] }) =>
  [...new Set(kinds.map(({ category }) => category))].map((category) => (
    <optgroup key={category} label={category}>
      {kinds
        .filter((kind) => kind.category === category)
        .map(({ catID, subcatID, subcategory }) => (
          <option key={subcatID} value={`${catID} ${subcatID}`}>
            {subcategory}
          </option>
        ))}
    </optgroup>
  ))

export const kindIn = (value: string) => {
  const [catID = 0, subcatID = 0] = value.split(' ').map(Number)
  return { catID, subcatID }
}

const ENCODING_NAMES: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'Unicode (UTF-8)',
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-874': 'Thai (Windows-874)',
  shift_jis: 'Japanese (Shift JIS)',
  gb18030: 'Chinese, Simplified (GB 18030)',
  big5: 'Chinese, Traditional (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
  macintosh: 'Western European (Mac Roman)',
  cp850: 'Western European (DOS, 850)',
}

const rowsOf = ({ sheets }: SheetToMatch): number => sheets.reduce((sum, one) => sum + (one.taken ? one.rows : 0), 0)

const rangeInWords = (first: number, last: number): string =>
  first === last ? `Row ${first}` : `Rows ${first} to ${last}`

interface TitleRowsProps {
  titleRows: NonNullable<SheetToMatch['titleRows']>
  isChosen: boolean
  onRead: ColumnsProps['onRead']
}

/** Which rows are titles, where there are several or may be. */
const TitleRows = ({ titleRows: { first, last, isUnsure }, isChosen, onRead }: TitleRowsProps) => {
  const rows = Array.from({ length: last - first + 2 }, (_, at) => first + at)
  const ranges = rows.flatMap((from) => rows.filter((to) => to >= from).map((to) => [from, to] as const))
  return (
    <Select
      name="titleRows"
      label="Titles"
      hint={isUnsure ? `Row ${last + 1} looks like titles too. If so, choose both rows.` : undefined}
      value={`${first} ${last}`}
      onChange={(value) => {
        const [from = 1, to = 1] = value.split(' ').map(Number)
        onRead({ titleRows: value === '' ? undefined : { first: from, last: to } })
      }}
    >
      {isChosen && <option value="">Recognize Titles</option>}
      {ranges.map(([from, to]) => (
        <option key={`${from} ${to}`} value={`${from} ${to}`}>
          {rangeInWords(from, to)}
        </option>
      ))}
    </Select>
  )
}

interface HeadingRowsProps {
  headings: NonNullable<SheetToMatch['headings']>
  chosen: boolean | undefined
  onRead: ColumnsProps['onRead']
}

/** Whether rows with a single cell are headings of those below. */
const HeadingRows = ({ headings: { taken, others }, chosen, onRead }: HeadingRowsProps) => (
  <Select
    name="headings"
    label="Rows with a single cell"
    hint={[
      ...(taken.length > 0 ? [`Headings: ${taken.join(', ')}`] : []),
      ...(others.length > 0 ? [`Items: ${others.join(', ')}`] : []),
    ].join(' · ')}
    value={chosen === undefined ? '' : chosen ? 'headings' : 'items'}
    onChange={(value) => onRead({ headings: value === '' ? undefined : value === 'headings' })}
  >
    <option value="">Recognize Headings</option>
    <option value="headings">All Are Headings of the Rows Below</option>
    <option value="items">All Are Items</option>
  </Select>
)

interface ColumnsProps {
  sheet: SheetToMatch
  matching: Matching
  onChange: (matching: Partial<Matching>) => void
  onRead: (how: ReadOptions) => void
}

/** The meaning of each column, with its first values, and defaults for rows that lack one. */
export const ColumnsToMatch = ({ sheet, matching, onChange, onRead }: ColumnsProps) => {
  const { columns, fillDown = false, toNotes = false, roomID, kind } = matching
  const twice = duplicateTargets(columns)
  const lacks = (is: string) => !columns.some((column) => column.is === is || column.is === 'item')
  const taken = sheet.sheets.filter((one) => one.taken).map(({ name }) => name)
  const hidden = sheet.sheets.reduce((sum, one) => sum + (one.taken ? one.hiddenRows : 0), 0)
  // If all rows are hidden, all are imported.
  const withGaps = sheet.columns.flatMap(({ title, hasGaps }, at) => {
    const column = columns[at]
    const isFilledAnyway = ['ignore', 'room', 'category', 'subcategory', 'item', 'updated'].includes(
      column?.is ?? 'ignore',
    )
    return column && hasGaps && !isFilledAnyway ? [{ title, at, column }] : []
  })
  const hiddenRows = matching.hiddenRows || hidden < rowsOf(sheet) ? hidden : 0
  return (
    <div className="grid gap-24">
      {sheet.sheets.filter(({ rows }) => rows > 0).length > 1 && (
        <fieldset className="grid gap-4">
          <legend>Sheets</legend>
          {sheet.sheets
            .filter(({ rows }) => rows > 0)
            .map(({ name, rows, taken: isTaken, hidden }) => (
              <Checkbox
                key={name}
                name="sheet"
                label={`${name} (${rows}${hidden ? ', hidden' : ''})`}
                checked={isTaken}
                onChange={(checked) => {
                  const names = checked ? [...taken, name] : taken.filter((other) => other !== name)
                  if (names.length > 0) onRead({ sheets: names })
                }}
              />
            ))}
        </fieldset>
      )}
      {(sheet.titleRows ?? sheet.headings) && (
        <FormGrid>
          {sheet.titleRows && (
            <TitleRows titleRows={sheet.titleRows} isChosen={matching.titleRows !== undefined} onRead={onRead} />
          )}
          {sheet.headings && <HeadingRows headings={sheet.headings} chosen={matching.headings} onRead={onRead} />}
        </FormGrid>
      )}
      {sheet.encoding && (
        <FormGrid>
          <Select
            name="encoding"
            label="Text encoding"
            hint="If letters below look wrong, choose another encoding."
            value={sheet.encoding}
            onChange={(value) => onRead({ encoding: value as TextEncoding })}
          >
            {TEXT_ENCODINGS.map((encoding) => (
              <option key={encoding} value={encoding}>
                {ENCODING_NAMES[encoding]}
              </option>
            ))}
          </Select>
        </FormGrid>
      )}
      <FormGrid>
        {sheet.columns.map(({ title, values, hasPictures }, at) => (
          <Select
            key={title}
            name={`column-${at}`}
            label={title}
            hint={values.join(' · ') || (hasPictures ? 'Pictures, which become files' : 'Empty')}
            value={valueOf(columns[at] ?? { is: 'ignore' })}
            error={twice.has(at) ? 'You already matched another column to this field.' : undefined}
            onChange={(value) => onChange({ columns: columns.with(at, columnIn(value)) })}
          >
            <ColumnOptions labels={sheet.labels} />
          </Select>
        ))}
        {lacks('room') && (
          <Select
            name="room"
            label="Room for every row"
            value={String(roomID ?? '')}
            onChange={(value) => onChange({ roomID: value === '' ? undefined : Number(value) })}
          >
            <option value="">Choose…</option>
            {sheet.rooms.map(({ ID, name }) => (
              <option key={ID} value={ID}>
                {name}
              </option>
            ))}
          </Select>
        )}
        {lacks('subcategory') && (
          <Select
            name="kind"
            label="Subcategory for every row"
            value={kind ? `${kind.catID} ${kind.subcatID}` : ''}
            onChange={(value) => onChange({ kind: value === '' ? undefined : kindIn(value) })}
          >
            <option value="">Choose…</option>
            <KindOptions kinds={sheet.kinds} />
          </Select>
        )}
      </FormGrid>
      <div className="grid gap-4">
        {hiddenRows > 0 && (
          <Checkbox
            name="hiddenRows"
            label={`Also import ${counted(hiddenRows, 'row')} hidden in the file`}
            checked={matching.hiddenRows === true}
            onChange={(checked) => onRead({ hiddenRows: checked })}
          />
        )}
        <Checkbox
          name="fillDown"
          label="Fill blank rooms and subcategories from the row above"
          checked={fillDown}
          onChange={(checked) => onChange({ fillDown: checked })}
        />
        {fillDown &&
          withGaps.map(({ title, at, column }) => (
            <Checkbox
              key={title}
              name="fillColumn"
              label={`Fill blank cells of ${title} from the row above`}
              checked={column.fillDown === true}
              onChange={(checked) => onChange({ columns: columns.with(at, { ...column, fillDown: checked }) })}
            />
          ))}
        <Checkbox
          name="toNotes"
          label="Put values without a matching field in Notes"
          checked={toNotes}
          onChange={(checked) => onChange({ toNotes: checked })}
        />
      </div>
    </div>
  )
}
