import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the built programs of src/server, and `api-server` and `one-server` of this folder. */
    programs: string
  }
}

const CACHE = join(import.meta.dirname, '../../.cache')

/**
 * Builds the programs that tests start as processes, once per run: starting each from sources takes three times as
 * long.
 */
export default async (project: TestProject): Promise<() => void> => {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'programs-'))
  const buildAll = () =>
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
  await buildAll()
  project.onTestsRerun(async () => void (await buildAll()))
  project.provide('programs', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
