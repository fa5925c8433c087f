import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { BLANK_PATH } from '../src/shared/blank-path.ts'
import { PAGES, type PageSpec } from '../src/shared/pages.ts'

const KB = 1024
const root = join(import.meta.dirname, '..')

let chunks: Map<string, Rolldown.OutputChunk>
let bytes: Map<string, number>

beforeAll(async () => {
  // Vitest says 'test' here, with which React's development build would be measured.
  vi.stubEnv('NODE_ENV', 'production')
  const result = (await build({ root, logLevel: 'error', build: { write: false } })) as Rolldown.RolldownOutput
  chunks = new Map(result.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
  bytes = new Map(
    [...chunks].map(([name, { code }]) => [name, brotliCompressSync(code.replaceAll(BLANK_PATH, '')).length]),
  )
})

const withImports = (chunk: Rolldown.OutputChunk, found = new Set<Rolldown.OutputChunk>()) => {
  if (found.has(chunk)) return found
  found.add(chunk)
  for (const name of chunk.imports) {
    const imported = chunks.get(name)
    if (!imported) throw new Error(`The build has no ${name}.`)
    withImports(imported, found)
  }
  return found
}

const only = (what: string, suits: (chunk: Rolldown.OutputChunk) => boolean): Rolldown.OutputChunk => {
  const [chunk, ...others] = [...chunks.values()].filter(suits)
  if (!chunk || others.length > 0) throw new Error(`The build should have one ${what}.`)
  return chunk
}

/** The JavaScript that a first visit to the page loads, as it is served. */
const bytesOf = ({ module }: PageSpec): number => {
  const loaded = withImports(only('entry', (chunk) => chunk.isEntry))
  withImports(
    only(`chunk of ${module}`, ({ facadeModuleId }) => facadeModuleId === join(root, 'src/web', module)),
    loaded,
  )
  return [...loaded].reduce((sum, { fileName }) => sum + (bytes.get(fileName) ?? NaN), 0)
}

describe('JavaScript of a first visit, compressed', () => {
  it.each([
    ['home', PAGES.home, 110],
    ['login', PAGES.login, 110],
    ['room items', PAGES.roomItems, 120],
    ['edit item', PAGES.editItem, 125],
  ])('%s stays within its limit', (_, page, limit) => {
    expect(bytesOf(page)).toBeLessThanOrEqual(limit * KB)
  })
})
