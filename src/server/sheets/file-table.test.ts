import { expect, test } from 'vitest'
import { HOLD_MS, leastHold } from '../../../tests/support/least-hold.ts'
import { tableOfFile } from './file-table.ts'
import { linesOf } from './read-sheet-file.ts'

const fileOf = (...rows: readonly string[][]) => ({
  sheets: ['List'],
  lines: Buffer.from(rows.flatMap((cells, at) => [...linesOf(0, at + 1, cells)]).join('\n')),
})

test('titles are cut, in one line, and hold nothing that cannot be stored', async () => {
  const head = [
    ' Room\n\tname ',
    'a'.repeat(300),
    `${'b'.repeat(254)}😀`,
    'Re\0mark',
    '\0',
    'Half\uD83D',
    `${' '.repeat(400)}late`,
  ]
  const { titles } = await tableOfFile(fileOf(head, ['Hall', ...head.slice(1).map(() => 'x')]), undefined)
  const cut = ['a'.repeat(255), `${'b'.repeat(254)}\uFFFD`]
  expect(titles).toEqual(['Room name', ...cut, 'Remark', 'Column E', 'Half\uFFFD', 'late'])
})

test.each([
  ['words', 'a '.repeat(16_000)],
  ['blanks', `${' '.repeat(16_000)}x${' '.repeat(16_000)}`],
])('cells full of %s where titles should be hold up nobody', async (_, cell) => {
  const file = fileOf(
    ['Room', ...Array.from({ length: 190 }, () => cell)],
    ['Hall', ...Array.from({ length: 190 }, () => 'x')],
  )
  let columns = 0
  const least = await leastHold(async () => void (columns = (await tableOfFile(file, undefined)).titles.length))
  expect(columns).toBeGreaterThan(100)
  expect(least).toBeLessThanOrEqual(HOLD_MS)
})

test('a row of much text is whole, and is one row', async () => {
  const row = Array.from({ length: 200 }, (_, at) => `${at} ${'n'.repeat(32_000)}`)
  const { sheets, rows } = await tableOfFile(
    fileOf(
      row.map((_, at) => `Title ${at}`),
      row,
      ['last'],
    ),
    undefined,
  )
  expect(sheets).toEqual([{ name: 'List', rows: 2, taken: true }])
  expect(rows.map(({ row: number, cells }) => [number, cells])).toEqual([
    [2, row],
    [3, ['last']],
  ])
})
