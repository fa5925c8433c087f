import { expect, test } from 'vitest'
import { endpoints } from './endpoints.ts'
import { PAGES } from './pages.ts'

test('no page has the address of a call that answers a GET, which would come in its place', () => {
  const answered = new Set<string>()
  for (const { method, path } of Object.values(endpoints)) if (method === 'GET') answered.add(path)
  expect(Object.values(PAGES).filter(({ path }) => answered.has(path))).toEqual([])
})
