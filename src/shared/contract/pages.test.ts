import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '../endpoints.ts'
import { PAGES } from './pages.ts'

test('no page has the path of a GET call, which would replace it', () => {
  const answered = new Set<string>()
  for (const { method, path } of Object.values(endpoints)) if (method === 'GET') answered.add(path)
  expect(Object.values(PAGES).filter(({ path }) => answered.has(path))).toEqual([])
})

test('each page names a file of the web app', () => {
  const web = join(import.meta.dirname, '../../web')
  expect(Object.values(PAGES).filter(({ module }) => !existsSync(join(web, module)))).toEqual([])
})
