import { expect, test } from 'vitest'
import { tableOfFile } from './file-table.ts'

test('titles are cut, in one line, and hold nothing that cannot be stored', () => {
  const head = [
    ' Room\n\tname ',
    'a'.repeat(300),
    `${'b'.repeat(254)}😀`,
    'Re\0mark',
    '\0',
    'Half\uD83D',
    `${' '.repeat(400)}late`,
  ]
  const row = ['Hall', ...head.slice(1).map(() => 'x')]
  const { titles } = tableOfFile(
    [
      {
        name: 'List',
        rows: [
          [1, head],
          [2, row],
        ],
      },
    ],
    undefined,
  )
  const cut = ['a'.repeat(255), `${'b'.repeat(254)}\uFFFD`]
  expect(titles).toEqual(['Room name', ...cut, 'Remark', 'Column E', 'Half\uFFFD', 'late'])
})
