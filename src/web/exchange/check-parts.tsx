import type { ReactNode } from 'react'
import type { Matching, SheetCheck } from '../../shared/exchange/sheets.api.ts'
import { Button } from '../ui/button.tsx'
import { isSameRow, type RowAt } from './matching.ts'
import type { Matched } from './use-import-sheet.ts'

export interface ResultProps {
  state: Matched & { check: SheetCheck }
  onChange: (matching: Partial<Matching>) => void
}

export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid shrink gap-12">
    <h2 className="h3">{title}</h2>
    {children}
  </section>
)

export const place = ({ sheet, row }: RowAt): string => (sheet === '' ? `row ${row}` : `${sheet}, row ${row}`)

const FIRST_PLACES = 3

/** Such as 'row 4, row 7, and 12 more rows'. */
export const placesOf = (rows: readonly RowAt[]): string => {
  const first = rows.slice(0, FIRST_PLACES).map(place).join(', ')
  return rows.length > FIRST_PLACES ? `${first}, and ${rows.length - FIRST_PLACES} more` : first
}

/** These rows, without duplicates and rows already skipped. */
export const notSkipped = ({ leftOut = [] }: Matching, rows: readonly RowAt[]): RowAt[] =>
  rows
    .filter((row, at) => rows.findIndex((other) => isSameRow(other, row)) === at)
    .filter((row) => !leftOut.some((other) => isSameRow(other, row)))
    .map(({ sheet, row }) => ({ sheet, row }))

interface SkipRowsProps {
  rows: readonly RowAt[]
  matching: Matching
  onChange: ResultProps['onChange']
}

/** Skips rows, or restores them. */
export const SkipRows = ({ rows, matching, onChange }: SkipRowsProps) => {
  const { leftOut = [] } = matching
  const more = notSkipped(matching, rows)
  const words = more.length === 0 ? 'Include' : 'Leave Out'
  const others = leftOut.filter((row) => !rows.some((other) => isSameRow(other, row)))
  return (
    <Button
      small
      aria-label={`${words} ${placesOf(rows)}`}
      onClick={() => onChange({ leftOut: more.length === 0 ? others : [...leftOut, ...more] })}
    >
      {words}
    </Button>
  )
}
