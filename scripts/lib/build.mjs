import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE, quietly, readIfThere, ROOT, tool } from './run.mjs'

export const DIST = join(ROOT, 'dist')
const STAMP = 'sources.sha256'
const SOURCES = [
  'src',
  'public',
  'vite',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/**
 * @param {string} path
 * @returns {string[]}
 */
const filesIn = (path) => {
  if (!existsSync(join(ROOT, path))) return []
  if (statSync(join(ROOT, path)).isFile()) return [path]
  return readdirSync(join(ROOT, path), { withFileTypes: true }).flatMap((entry) => {
    const inside = `${path}/${entry.name}`
    return entry.isDirectory() ? filesIn(inside) : [inside]
  })
}

/** A hash of everything that a build is made from. */
const sourcesHash = () => {
  const hash = createHash('sha256')
  const files = SOURCES.flatMap(filesIn).filter((path) => !/\.test\.tsx?$/.test(path))
  for (const path of files.sort()) {
    const bytes = readFileSync(join(ROOT, path))
    hash.update(`${path}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}

export const isBuilt = () => readIfThere(join(DIST, STAMP)) === sourcesHash()

/** Builds beside `dist` and then swaps, so a failed or interrupted build keeps the old one. */
export const build = async () => {
  console.log('Building the web app and the server …')
  const hash = sourcesHash()
  const next = join(CACHE, 'build')
  const former = join(CACHE, 'former-build')
  for (const folder of [next, former]) rmSync(folder, { recursive: true, force: true })
  await Promise.all([
    quietly(...tool('vite', ['build', '--outDir', join(next, 'web'), '--emptyOutDir'])),
    quietly(...tool('vite', ['build', '--ssr', '--outDir', join(next, 'server'), '--emptyOutDir'])),
  ])
  writeFileSync(join(next, STAMP), hash)
  if (existsSync(DIST)) renameSync(DIST, former)
  renameSync(next, DIST)
  rmSync(former, { recursive: true, force: true })
}
