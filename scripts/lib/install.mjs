import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, quietly, readIfThere, ROOT, tool } from './run.mjs'

const LOCK_FILE = join(ROOT, 'package-lock.json')
const STAMP = join(ROOT, 'node_modules', '.installed')
const PLATFORM = `${process.platform}-${process.arch}`

const wantedStamp = () => `${PLATFORM} ${createHash('sha256').update(readFileSync(LOCK_FILE)).digest('hex')}`

/** Whether a build can run; also true after `npm prune --omit=dev`, which keeps the stamp. */
export const canRun = () => readIfThere(STAMP) === wantedStamp()

/** Whether development dependencies are installed. */
const canBuild = () => tool('vite', [])[1].every((path) => existsSync(path))

export const isInstalled = () => canRun() && canBuild()

/**
 * @param {string} text of a lock file
 * @returns {Map<string, {version?: string, optional?: boolean}>}
 */
const packagesOf = (text) => new Map(Object.entries(JSON.parse(text).packages).filter(([path]) => path !== ''))

/** Whether `npm install` or `npm ci` already installed these packages, according to npm's own record. */
const npmDidItAlready = () => {
  const stamp = readIfThere(STAMP)
  const note = readIfThere(join(ROOT, 'node_modules', '.package-lock.json'))
  if (!note || (stamp && !stamp.startsWith(PLATFORM))) return false
  const there = packagesOf(note)
  const wanted = packagesOf(readFileSync(LOCK_FILE, 'utf8'))
  return (
    [...there.keys()].every((path) => wanted.has(path)) &&
    [...wanted].every(([path, { version, optional }]) =>
      there.has(path) ? there.get(path)?.version === version : optional,
    )
  )
}

export const install = async () => {
  const stamp = wantedStamp()
  if (!npmDidItAlready()) {
    console.log('Installing what package-lock.json lists …')
    // NODE_ENV=production would leave out the dependencies for building and testing.
    await quietly(...npm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']))
  }
  writeFileSync(STAMP, stamp)
}
