import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import type { DatabaseLocation } from '../../src/server/platform/db/database.ts'
import { builtProgram } from './programs.ts'

const LISTENING = /listening at (http:[^\s"]+)/

export interface ServerProcess {
  origin: string
  /** Ends the process as a power cut of the process would: nothing of it runs any more. */
  kill(): Promise<void>
  /** Asks the process to end, as systems do. Answers how it ended, and after how many milliseconds. */
  stop(): Promise<{ code: number | null; took: number }>
  /** What it has printed and logged so far. */
  output(): string
  /** The most memory that it has ever had, in bytes. */
  peakMemory(): Promise<number>
  /** The memory that it has now, in bytes. */
  memory(): Promise<number>
}

/**
 * A server as a process of its own, on the given data; it ends with the test at the latest. Rejects with what it said
 * where it ends before it listens.
 */
export const startServerProcess = async (
  dataDir: string,
  database: DatabaseLocation,
  settings: Record<string, string> = {},
): Promise<ServerProcess> => {
  const child = spawn(process.execPath, [builtProgram('api-server')], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: 'postgresURL' in database ? database.postgresURL : '',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  const stop = async () => {
    const start = performance.now()
    child.kill('SIGTERM')
    const [code] = (await ended) as [number | null]
    return { code, took: performance.now() - start }
  }
  let output = ''
  const origin = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const found = LISTENING.exec(output)?.[1]
      if (found) resolve(found)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    void ended.then(([code]) => reject(new Error(`The server ended with ${code} before it listened:\n${output}`)))
  })
  const ask = async (question: 'peak memory' | 'memory') => {
    child.send(question)
    const [bytes] = (await once(child, 'message')) as [number]
    return bytes
  }
  return {
    origin,
    kill,
    stop,
    output: () => output,
    peakMemory: () => ask('peak memory'),
    memory: () => ask('memory'),
  }
}
