import { expect, test } from 'vitest'
import { addressProblem } from './address-problem.ts'

const unset = (address: string) => ({ publicURL: null, address })

test('a warning appears if links lead to another address than the page, or to this computer', () => {
  expect(addressProblem(unset('http://127.0.0.1:3000'), 'https://homes.example.com')).toContain(
    'the server needs the setting PUBLIC_URL=https://homes.example.com',
  )
  for (const here of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'http://homes.localhost'])
    expect(addressProblem(unset(here), here)).toContain('only works on this computer')
})

test('no warning appears if links lead to the page, or if PUBLIC_URL is set', () => {
  for (const here of ['http://192.0.2.2:3000', 'https://homes.example.com', 'http://127.0.0.1.example.com'])
    expect(addressProblem(unset(here), here)).toBeUndefined()
  const publicURL = 'https://homes.example.com'
  expect(addressProblem({ publicURL, address: publicURL }, 'http://192.0.2.2:3000')).toBeUndefined()
})
