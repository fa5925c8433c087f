import { MOST_CORRECTION, type SheetCheck } from '../../shared/exchange/sheets.api.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { SkipRows, notSkipped, Part, place, placesOf, type ResultProps } from './check-parts.tsx'
import { isSameRow } from './matching.ts'

type SheetError = SheetCheck['errors'][number]

/** Groups cells of a column with the same text and error, to be corrected together. */
const groupEqual = (errors: readonly SheetError[]): [SheetError, ...SheetError[]][] => {
  const groups = new Map<string, [SheetError, ...SheetError[]]>()
  for (const error of errors) {
    const key = JSON.stringify([error.column, error.value, error.message])
    const group = groups.get(key)
    if (group) group.push(error)
    else groups.set(key, [error])
  }
  return [...groups.values()]
}

interface ErrorFieldProps extends ResultProps {
  errors: readonly [SheetError, ...SheetError[]]
}

const ErrorField = ({ errors, state: { matching, check, isStale }, onChange }: ErrorFieldProps) => {
  const { cells = [] } = matching
  const { column, value, message: first } = errors[0]
  const error = check.errors.find((one) => one.column === column && errors.some((row) => isSameRow(row, one)))
  // The server lists only the first errors.
  const message = error?.message ?? (isStale || check.moreErrors > 0 ? first : 'fixed')
  // Such as 'row 14, Color Code: longer than 255'.
  const words = `${[placesOf(errors), column].filter((part) => part !== '').join(', ')}: ${message}`
  const isOwn = (cell: (typeof cells)[number]) =>
    cell.column === column && errors.some((error) => isSameRow(error, cell))
  const others = cells.filter((cell) => !isOwn(cell))
  return (
    <li className="grid gap-8 with-button">
      {column === '' ? (
        <span>{words}</span>
      ) : (
        <TextField
          name="cell"
          label={words}
          autoComplete="off"
          maxLength={MOST_CORRECTION}
          disabled={notSkipped(matching, errors).length === 0}
          value={cells.find(isOwn)?.value ?? value}
          onChange={(text) => {
            const own = errors.map(({ sheet, row }) => ({ sheet, row, column, value: text }))
            onChange({ cells: [...others, ...own] })
          }}
        />
      )}
      <SkipRows rows={errors} matching={matching} onChange={onChange} />
    </li>
  )
}

/** Invalid cells: each can be corrected, or its rows skipped. */
export const Errors = (props: ResultProps) => {
  const { state, onChange } = props
  const { moreErrors } = state.check
  const { toFix: errors = state.check.errors } = state
  const { leftOut = [] } = state.matching
  const groups = groupEqual(errors)
  return (
    <Part title="Needs Fixing">
      <ul className="grid gap-12">
        {groups.map((group) => (
          <ErrorField key={`${place(group[0])} ${group[0].column} ${group[0].message}`} {...props} errors={group} />
        ))}
        {moreErrors > 0 && <li>And {moreErrors} more.</li>}
      </ul>
      {groups.length > 1 && (
        <div>
          <Button onClick={() => onChange({ leftOut: [...leftOut, ...notSkipped(state.matching, errors)] })}>
            Leave Out All These Rows
          </Button>
        </div>
      )}
    </Part>
  )
}

/** Corrections of rows and cells, each with Undo. */
export const Edited = ({ state: { matching }, onChange }: ResultProps) => {
  const { cells = [], leftOut = [] } = matching
  if (cells.length + leftOut.length === 0) return null
  return (
    <Part title="Your Corrections">
      {leftOut.length > 0 && (
        <p className="muted">
          Not imported: {leftOut.slice(0, MOST_NAMED).map(place).join(', ')}
          {leftOut.length > MOST_NAMED && ', …'}.
        </p>
      )}
      {cells.length > 0 && (
        <ul className="grid gap-4">
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
