import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import type { DatabaseLocation } from '../../src/server/db/database.ts'

const LISTENING = /listening at (http:\S+)/

export interface ServerProcess {
  origin: string
  /** Ends the process as a power cut of the process would: nothing of it runs any more. */
  kill(): Promise<void>
}

/** A server as a process of its own, on the given data; it ends with the test at the latest. */
export const startServerProcess = async (dataDir: string, database: DatabaseLocation): Promise<ServerProcess> => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/api-server.ts'], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: 'postgresURL' in database ? database.postgresURL : '',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  const origin = await new Promise<string>((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const found = LISTENING.exec(output)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then(() => reject(new Error(`The server ended before it listened:\n${output}`)))
  })
  return { origin, kill }
}
