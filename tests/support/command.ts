import { execFile } from 'node:child_process'
import type { Services } from '../../src/server/services.ts'
import { builtProgram } from './programs.ts'
import { s3Environment } from './s3-server.ts'

interface Outcome {
  /** Null if it was killed. */
  code: number | null
  stdout: string
  stderr: string
}

interface Command {
  outcome: Promise<Outcome>
  /** Kills it; resolves when none of its processes runs. */
  kill(): Promise<unknown>
}

/** Starts `npm run <name>` as a process, beside the app that has the same data open. */
export const startCommand = (
  name: 'role' | 'password' | 'user' | 'structure' | 'files' | 'facts' | 'search' | 'backup' | 'restore',
  { config: { dataDir, database, fileStore, s3 } }: Services,
  words: readonly string[],
  { input = '', settings = {} }: { input?: string; settings?: Record<string, string> } = {},
): Command => {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgresURL' in database ? database.postgresURL : '',
    ...(fileStore === 's3' && s3 && { FILE_STORE: 's3', ...s3Environment(s3) }),
    ...settings,
  }
  const command = [builtProgram(name), ...words]
  let kill = () => {}
  const outcome = new Promise<Outcome>((resolve) => {
    const child = execFile(process.execPath, command, { env }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr })
    })
    child.stdin?.end(input)
    kill = () => child.kill('SIGKILL')
  })
  return { outcome, kill: () => (kill(), outcome) }
}

export const runCommand = (...args: Parameters<typeof startCommand>): Promise<Outcome> => startCommand(...args).outcome
