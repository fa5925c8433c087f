import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { uploadLarge } from '../support/large-upload.ts'
import { PASSWORD, registrationOf } from '../support/test-app.ts'
import { scaleFolder } from './daemon.ts'

/** Puts a small disk of its own where the files are; it goes with the process, for nobody else sees it. */
const onSmallDisk = (files: string): [string, string[]] => [
  'unshare',
  ['--mount', 'sh', '-c', 'mount -t tmpfs -o size=16m tmpfs "$0" && exec "$@"', files, process.execPath],
]

/** What `npm start` runs, less npm. */
const startArguments = (): string[] => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } }
  return scripts.start.split(' ').slice(1)
}

/** The built server with a user who uploads. */
export const startBuilt = async (settings: Record<string, string>, { smallDisk = false } = {}) => {
  const folder = mkdtempSync(join(scaleFolder(), 'built-'))
  const files = join(folder, 'files')
  mkdirSync(files)
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', DATA_DIR: folder, ...settings }
  const [command, args] = smallDisk ? onSmallDisk(files) : [process.execPath, []]
  const child = spawn(command, [...args, ...startArguments()], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const origin = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += String(chunk)
      const found = /running at (http:\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`The server does not start:\n${output}`)))
  })
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
    /** The folder of the files, as the server sees it. */
    files: join('/proc', String(pid), 'root', files),
    upload: (name: string, megabytes: number) => uploadLarge(origin, accessToken, { name, megabytes }),
  }
}
