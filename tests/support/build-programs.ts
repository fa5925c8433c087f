import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the programs of src/server, and of this folder `api-server` and `one-server`, as built files. */
    programs: string
  }
}

const CACHE = join(import.meta.dirname, '../../.cache')

/**
 * Builds what tests start as processes of their own, once a run: from the sources each start would translate them anew,
 * which takes three times as long.
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
