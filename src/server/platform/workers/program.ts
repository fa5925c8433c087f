import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A program of the server that runs as its own process: its file and Node arguments. */
export interface Program {
  file: string
  execArgv: readonly string[]
}

export type ProgramName = 'backup' | 'paper-worker' | 'prerender' | 'picture-worker' | 'sheet-worker' | 'text-worker'

const here = fileURLToPath(import.meta.url)

const SOURCES: Readonly<Record<ProgramName, string>> = {
  backup: 'commands/backup.ts',
  'paper-worker': 'papers/paper.worker.ts',
  prerender: '../web/app/prerender.tsx',
  'picture-worker': 'attachments/picture.worker.ts',
  'sheet-worker': 'exchange/sheets/reading/sheet.worker.ts',
  'text-worker': 'attachments/text/text.worker.ts',
}

/** In the build all programs are in one folder, beside this code; sources need a loader. */
export const programOf = (name: ProgramName): Program =>
  here.endsWith('.ts')
    ? { file: join(dirname(here), '../..', SOURCES[name]), execArgv: ['--import', 'tsx'] }
    : { file: join(dirname(here), `${name}.js`), execArgv: [] }
