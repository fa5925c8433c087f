import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Set by `npm run test:all -- scale`, which ends the processes in `pids` and removes the folder, however the tests end. */
export const scaleFolder = (): string => {
  const folder = process.env.SCALE_DIR
  if (!folder) throw new Error('These tests are run by `npm run test:all -- scale`.')
  return folder
}

/** Finds Debian's programs, and Debian's Python for those written in it. */
const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }

/** The user of programs that refuse to run as root. */
export interface User {
  uid: number
  gid: number
}

/** Runs a program and returns its output. */
export const run = async (command: string, args: readonly string[], cwd: string, user?: User): Promise<string> =>
  (await promisify(execFile)(command, args, { cwd, env, timeout: 120_000, ...user })).stdout

/** A new folder that the user owns and can reach. */
export const folderFor = (user: User, name: string): string => {
  chmodSync(scaleFolder(), 0o711)
  const folder = mkdtempSync(join(scaleFolder(), `${name}-`))
  chownSync(folder, user.uid, user.gid)
  return folder
}

/** The child processes of a process, and theirs. */
const descendantsOf = (pid: number): number[] => {
  const parents = readdirSync('/proc').flatMap((name) => {
    try {
      const stat = /^\d+$/.test(name) && readFileSync(`/proc/${name}/stat`, 'utf8')
      return stat ? [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const] : []
    } catch {
      return []
    }
  })
  const childrenOf = (parent: number): number[] =>
    parents.flatMap(([child, its]) => (its === parent ? [child, ...childrenOf(child)] : []))
  return childrenOf(pid)
}

const signalIfThere = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended.
  }
}

/** Kills a process and its descendants. It is stopped first, so it cannot start others meanwhile. */
export const killAll = (pid: number): void => {
  signalIfThere(pid, 'SIGSTOP')
  for (const each of [pid, ...descendantsOf(pid)]) signalIfThere(each, 'SIGKILL')
}

/** A program of an engine that tests can kill, freeze and restart. */
export class Daemon {
  private readonly name: string
  private readonly command: string
  private readonly args: readonly string[]
  private readonly folder: string
  private readonly user: User | undefined
  private child: ChildProcess | undefined

  constructor(folder: string, name: string, command: string, args: readonly string[], user?: User) {
    this.user = user
    this.folder = folder
    this.name = name
    this.command = command
    this.args = args
  }

  start(): void {
    const log = openSync(join(this.folder, `${this.name}.log`), 'a')
    const child = spawn(this.command, this.args, { cwd: this.folder, env, stdio: ['ignore', log, log], ...this.user })
    closeSync(log)
    const pids = join(scaleFolder(), 'pids')
    mkdirSync(pids, { recursive: true })
    const pidFile = join(pids, `${child.pid}`)
    writeFileSync(pidFile, this.name)
    child.once('exit', () => rmSync(pidFile, { force: true }))
    this.child = child
  }

  get pid(): number {
    return this.child?.pid ?? 0
  }

  /** Its output so far. */
  log(): string {
    return readFileSync(join(this.folder, `${this.name}.log`), 'utf8')
  }

  /** Kills it and its descendants, like a power cut. */
  async kill(): Promise<void> {
    if (!this.child || !this.isRunning()) return
    const ended = once(this.child, 'exit')
    killAll(this.pid)
    await ended
  }

  /** Keeps its connections open and answers nothing. */
  freeze(): void {
    this.child?.kill('SIGSTOP')
    for (const pid of descendantsOf(this.pid)) signalIfThere(pid, 'SIGSTOP')
  }

  thaw(): void {
    if (!this.isRunning()) return
    for (const pid of descendantsOf(this.pid)) signalIfThere(pid, 'SIGCONT')
    this.child?.kill('SIGCONT')
  }

  async stop(): Promise<void> {
    this.thaw()
    const slow = setTimeout(() => this.child?.kill('SIGKILL'), 10_000)
    await this.end('SIGTERM')
    clearTimeout(slow)
  }

  private isRunning(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this
    if (!child || !this.isRunning()) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
}
