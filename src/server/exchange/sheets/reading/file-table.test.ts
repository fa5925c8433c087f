import { expect, test } from 'vitest'
import { tableOfFile } from './file-table.ts'

const sheet = (name: string, isHidden: boolean) => ({
  ...{ name, isHidden, unread: 0, merges: [], pictures: [], lost: {} },
  rows: [
    [1, ['Room', 'What']],
    [2, ['Hall', 'Window']],
  ] as [number, string[]][],
})

test('hidden sheets are used if they are requested, or if all are hidden', () => {
  const takenOf = (sheets: ReturnType<typeof sheet>[], taken?: string[]) =>
    tableOfFile(sheets, { sheets: taken }, () => false).sheets.flatMap((one) => (one.taken ? one.name : []))
  const [list, lists] = [sheet('List', false), sheet('Lists', true)]
  expect(takenOf([list, lists])).toEqual(['List'])
  expect(takenOf([list, lists], ['Lists'])).toEqual(['Lists'])
  expect(takenOf([lists])).toEqual(['Lists'])
})

test('titles are truncated, on one line, and contain only storable characters', () => {
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
        ...{ name: 'List', isHidden: false, unread: 0, merges: [], pictures: [], lost: {} },
        rows: [
          [1, head],
          [2, row],
        ],
      },
    ],
    {},
    () => false,
  )
  const cut = ['a'.repeat(255), `${'b'.repeat(254)}\uFFFD`]
  expect(titles).toEqual(['Room name', ...cut, 'Remark', 'Column E', 'Half\uFFFD', 'late'])
})
