import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { PAGES } from '../../../src/shared/contract/pages.ts'

/** Where visits begin: pages whose addresses are typed, kept, mailed or scanned, and how many KB of code they may load. */
const FIRST = [
  { limit: 135, pages: ['home', 'login', 'about', 'help'] },
  { limit: 180, pages: ['view', 'selectProject', 'projectHome', 'roomItems', 'editItem'] },
] as const
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

test('a first visit loads at most 135 KB of compressed JavaScript, and 180 KB behind the login', () => {
  const sizes = FIRST.flatMap(({ limit, pages }) =>
    pages.map((page) => {
      const { path, module } = PAGES[page]
      const files = filesOf(`src/web/${module}`, filesOf('index.html'))
      const bytes = [...files].reduce((sum, file) => sum + statSync(join(BUILD, `${file}.br`)).size, 0)
      return { path, limit, kilobytes: bytes / 1024 }
    }),
  )
  expect(sizes.filter(({ limit, kilobytes }) => kilobytes > limit)).toEqual([])
})
