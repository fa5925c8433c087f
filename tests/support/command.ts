import { execFile } from 'node:child_process'
import type { Services } from '../../src/server/services.ts'

interface Outcome {
  code: number
  stdout: string
  stderr: string
}

/** Runs `npm run <name>` as a process of its own, beside the app that has the same data open. */
export const runCommand = (
  name: 'role' | 'password' | 'user',
  { config: { dataDir, database } }: Services,
  words: readonly string[],
  { input = '', settings = {} }: { input?: string; settings?: Record<string, string> } = {},
): Promise<Outcome> =>
  new Promise((resolve) => {
    const env = {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: 'postgresURL' in database ? database.postgresURL : '',
      ...settings,
    }
    const command = ['--import', 'tsx', `src/server/${name}.ts`, ...words]
    const child = execFile(process.execPath, command, { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
    child.stdin?.end(input)
  })
