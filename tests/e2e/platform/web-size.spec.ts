import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { PAGES } from '../../../src/shared/contract/pages.ts'

const LIMIT = 140 * 1024
/** Where visits begin: pages whose addresses are typed, kept, mailed or scanned. */
const FIRST = ['home', 'login', 'help', 'view', 'selectProject', 'projectHome', 'roomItems', 'editItem'] as const
const BUILD = join(import.meta.dirname, '../../../dist/web')

interface Chunk {
  file: string
  imports?: readonly string[]
}

const manifest = JSON.parse(readFileSync(join(BUILD, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

/** The files of a chunk and of all that it imports. */
const filesOf = (name: string, found = new Set<string>()): Set<string> => {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`The build has no ${name}.`)
  if (found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(imported, found)
  return found
}

test('a first visit loads at most 140 KB of JavaScript, compressed', () => {
  const sizes = FIRST.map((page) => {
    const { path, module } = PAGES[page]
    const files = filesOf(`src/web/${module}`, filesOf('index.html'))
    return { path, bytes: [...files].reduce((sum, file) => sum + statSync(join(BUILD, `${file}.br`)).size, 0) }
  })
  expect(sizes.filter(({ bytes }) => bytes > LIMIT)).toEqual([])
})
