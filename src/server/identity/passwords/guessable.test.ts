import { describe, expect, test } from 'vitest'
import { guessableProblem } from './guessable.ts'

const NAMES = { username: 'robin-s', email: 'rs.sample@homes.example' }
const COMMON = 'This password is too common. Choose another one.'
const NAMED = 'Must not be the username, the email address or Roomfolio.'

describe('a guessable password is refused:', () => {
  test.each([
    'password',
    'PASSWORD',
    'Password1!',
    '12345678',
    '98765432',
    'abcdefgh',
    '88888888',
    '123123123',
    '12341234',
    'qwertyuiop',
    'iloveyou',
    'passw0rd',
    'trustno1!?',
    'aaaaaaaa',
    'abcabcabc',
    '        ',
    '😀😀😀😀😀😀😀😀',
    'P@ssw0rd1',
    'Pa$$w0rd!!',
    'Summer2026!',
    '2026Summer',
    '!Dragon-12',
    // One of the last on the list.
    'smokyjoe',
  ])('%s is one of the commonest', async (password) => {
    expect(await guessableProblem(password, NAMES)).toBe(COMMON)
  })

  test.each([
    'robin-s1',
    'Robin-S2024!',
    ' robin-s ',
    'rs.sample@homes.example',
    'RS.Sample@Homes.Example',
    'rs.sample99',
    'roomfolio',
    'RoomFolio!',
    '1roomfolio1',
  ])('%s is barely more than a name', async (password) => {
    expect(await guessableProblem(password, NAMES)).toBe(NAMED)
  })
})

test.each([
  'correct horse',
  'room by room',
  'my roomfolio door',
  'robin-sings',
  '19480217',
  'k7w2m9x4p',
  'summer48201937',
  'x@ylophon3-oak',
])('the password "%s" is accepted', async (password) => {
  expect(await guessableProblem(password, NAMES)).toBeUndefined()
})

test('a name of one or two characters forbids only itself', async () => {
  expect(await guessableProblem('x9999-77', { username: 'x_12', email: 'x@example.com' })).toBeUndefined()
})
