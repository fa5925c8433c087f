import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the built programs of src/server, and `api-server` and `one-server` of this folder. */
    programs: string
  }
}

const ROOT = join(import.meta.dirname, '../..')
const CACHE = join(ROOT, '.cache')
const PREFIX = 'programs-'
const DAY_MS = 86_400_000

const SOURCES = ['src/server', 'src/shared', 'tests/support']
const ALONE = ['package-lock.json', 'vite.config.ts']

/** Changes with any file that the programs are built from. */
const sourcesKey = (): string => {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  const key = createHash('sha256')
  for (const path of [...files.toSorted(), ...ALONE]) {
    const { mtimeMs, size } = statSync(join(ROOT, path))
    key.update(`${path} ${mtimeMs} ${size}\n`)
  }
  return key.digest('hex').slice(0, 16)
}

const buildAll = (folder: string) =>
  build({
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: { 'api-server': 'tests/support/api-server.ts', 'one-server': 'tests/support/one-server.ts' },
      },
    },
  })

/**
 * Builds the programs that tests start as processes, once for the same sources: starting each from sources takes three
 * times as long. Runs at the same time may share them, so only those not used for a day are removed.
 */
export default async (project: TestProject): Promise<() => void> => {
  mkdirSync(CACHE, { recursive: true })
  const folder = join(CACHE, PREFIX + sourcesKey())
  if (!existsSync(folder)) {
    const unfinished = mkdtempSync(join(CACHE, PREFIX))
    await buildAll(unfinished)
    try {
      renameSync(unfinished, folder)
    } catch (error) {
      // Another run was faster.
      if (!existsSync(folder)) throw error
      rmSync(unfinished, { recursive: true })
    }
  }
  utimesSync(folder, new Date(), new Date())
  for (const name of readdirSync(CACHE).filter((each) => each.startsWith(PREFIX))) {
    const old = join(CACHE, name)
    const usedAt = statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
    if (usedAt < Date.now() - DAY_MS) rmSync(old, { recursive: true, force: true })
  }

  let isRebuilt = false
  project.onTestsRerun(async () => {
    isRebuilt = true
    await buildAll(folder)
  })
  project.provide('programs', folder)
  return () => {
    if (isRebuilt) rmSync(folder, { recursive: true, force: true })
  }
}
