import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// light-dark() in style sheets provides the colors, so tests check dark mode only where something else depends on it
// (tests/support/e2e-page.ts).
test('dark mode changes only colors and one picture: no other file asks for the scheme', () => {
  const web = join(import.meta.dirname, '../..')
  const asking = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(css|tsx?)$/.test(name) && !name.endsWith('.test.ts'))
    .filter((name) => readFileSync(join(web, name), 'utf8').includes('prefers-color-scheme'))
  expect(asking).toEqual([join('public', 'picture.tsx')])
})
