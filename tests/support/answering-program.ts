import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from '../../src/server/platform/workers/program.ts'
import { temporaryFolder } from './temporary-folder.ts'

/**
 * A process that answers the value of an expression after it has got all of its input; see
 * src/server/platform/workers/worker-process.ts.
 */
export const answeringProgram = (made: string): Program => {
  const file = join(temporaryFolder(), 'answers.mjs')
  writeFileSync(file, `process.on('message', (said) => said === 'done' && process.send(${made}))`)
  return { file, execArgv: [] }
}
