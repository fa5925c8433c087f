import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { uploadLarge } from '../support/large-upload.ts'
import { PASSWORD, registrationOf } from '../support/test-app.ts'
import { scaleFolder } from './daemon.ts'

/** Mounts a small disk there, in a mount namespace that ends with the process. */
const onSmallDisk = (folder: string): [string, string[]] => [
  'unshare',
  ['--mount', 'sh', '-c', 'mount -t tmpfs -o size=16m tmpfs "$0" && exec "$@"', folder, process.execPath],
]

/** The arguments of `npm start`. */
const startArguments = (): string[] => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  return scripts.start.split(' ').slice(1)
}

interface Start {
  /** What is on a disk of 16 MB: only the files, or all data. */
  smallDisk?: 'files' | 'data'
  /** The checkout that is built, if not this one, and Node's arguments there. */
  cwd?: string
  words?: readonly string[]
}

/** Starts the built server with its own data; it ends with the test. */
export const startMain = async (settings: Record<string, string>, { smallDisk, cwd = '.', words }: Start = {}) => {
  const folder = mkdtempSync(join(scaleFolder(), 'built-'))
  const files = join(folder, 'files')
  mkdirSync(files)
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', DATA_DIR: folder, ...settings }
  const [command, args] = smallDisk ? onSmallDisk(smallDisk === 'files' ? files : folder) : [process.execPath, []]
  const given = [...args, ...(words ?? startArguments())]
  const child = spawn(command, given, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    if (child.kill()) await ended
    rmSync(folder, { recursive: true, force: true })
  })
  let output = ''
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += String(chunk)
      const found = /running at (http:\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`The server does not start:\n${output}`)))
  })
  return {
    child,
    origin,
    files,
    /** Its data folder, as seen from its mount namespace. */
    data: join('/proc', String(child.pid), 'root', folder),
    output: () => output,
  }
}

/** Starts the built server with a user who uploads. */
export const startBuilt = async (settings: Record<string, string>, options: Start = {}) => {
  const { child, origin, files } = await startMain(settings, options)
  const pid = child.pid ?? 0
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    return fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  await post('/register', registrationOf('robin'))
  const session = await post('/login', { user: 'robin', pwd: PASSWORD })
  const { accessToken } = (await session.json()) as { accessToken: string }
  return {
    pid,
    /** The folder of the files, as seen from the server's mount namespace. */
    files: join('/proc', String(pid), 'root', files),
    upload: (name: string, megabytes: number) => uploadLarge(origin, accessToken, { name, megabytes }),
  }
}
