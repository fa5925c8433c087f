import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A program of the server that runs as its own process: its file and Node arguments. */
export interface Program {
  file: string
  execArgv: readonly string[]
}

export type ProgramName = 'backup' | 'paper-maker' | 'picture-maker' | 'sheet-reader' | 'text-reader'

const here = fileURLToPath(import.meta.url)

/** Next to this file, in both sources and build; sources need a loader. */
export const programOf = (name: ProgramName): Program =>
  here.endsWith('.ts')
    ? { file: join(dirname(here), `${name}.ts`), execArgv: ['--import', 'tsx'] }
    : { file: join(dirname(here), `${name}.js`), execArgv: [] }
