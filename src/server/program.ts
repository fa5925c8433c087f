import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A program of the server that runs as a process of its own: its file, and what node needs to run it. */
export interface Program {
  file: string
  execArgv: readonly string[]
}

export type ProgramName = 'backup' | 'paper-maker' | 'picture-maker' | 'sheet-reader' | 'text-reader'

const here = fileURLToPath(import.meta.url)

/** Beside this file, in the sources as in the build; from the sources it needs what runs them. */
export const programOf = (name: ProgramName): Program =>
  here.endsWith('.ts')
    ? { file: join(dirname(here), `${name}.ts`), execArgv: ['--import', 'tsx'] }
    : { file: join(dirname(here), `${name}.js`), execArgv: [] }
