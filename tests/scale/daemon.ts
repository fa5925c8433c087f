import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Given by `npm run test:scale`, which ends what is in `pids` and removes the folder, however the tests ended. */
export const scaleFolder = (): string => {
  const folder = process.env.SCALE_DIR
  if (!folder) throw new Error('These tests are run by `npm run test:scale`.')
  return folder
}

/** Debian's programs, and Debian's Python for those that are written in it. */
const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }

/** Runs a program to its end and answers what it printed. */
export const run = async (command: string, args: readonly string[], cwd: string): Promise<string> =>
  (await promisify(execFile)(command, args, { cwd, env, timeout: 120_000 })).stdout

/** A program of an engine, which a test may kill, freeze and start again. */
export class Daemon {
  private readonly name: string
  private readonly command: string
  private readonly args: readonly string[]
  private readonly folder: string
  private child: ChildProcess | undefined

  constructor(folder: string, name: string, command: string, args: readonly string[]) {
    this.folder = folder
    this.name = name
    this.command = command
    this.args = args
  }

  start(): void {
    const log = openSync(join(this.folder, `${this.name}.log`), 'a')
    const child = spawn(this.command, this.args, { cwd: this.folder, env, stdio: ['ignore', log, log] })
    closeSync(log)
    const pids = join(scaleFolder(), 'pids')
    mkdirSync(pids, { recursive: true })
    const pidFile = join(pids, `${child.pid}`)
    writeFileSync(pidFile, this.name)
    child.once('exit', () => rmSync(pidFile, { force: true }))
    this.child = child
  }

  /** As a power cut would: nothing of it runs any more. */
  async kill(): Promise<void> {
    await this.end('SIGKILL')
  }

  /** It keeps its connections and answers nothing. */
  freeze(): void {
    this.child?.kill('SIGSTOP')
  }

  thaw(): void {
    this.child?.kill('SIGCONT')
  }

  async stop(): Promise<void> {
    this.thaw()
    const slow = setTimeout(() => this.child?.kill('SIGKILL'), 10_000)
    await this.end('SIGTERM')
    clearTimeout(slow)
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
}
