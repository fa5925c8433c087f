import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, DIST, isBuilt } from './build.mjs'
import { canRun, install, isInstalled } from './install.mjs'
import { alone } from './lock.mjs'
import { loadSettings, orExplain, ROOT } from './run.mjs'

/** Installs what is missing. */
export const installed = async () => {
  if (isInstalled()) return
  await alone(async () => {
    if (!isInstalled()) await install()
  })
}

/** Installs what is missing and builds what is stale. Does nothing in an image, which has no sources. */
export const built = async () => {
  if (!existsSync(join(ROOT, 'src'))) return
  if (canRun() && isBuilt()) return
  await installed()
  await alone(async () => {
    if (!isBuilt()) await build()
  })
}

/**
 * Runs a built program of dist/server in this process, so signals, exit codes and logs are its own.
 * @param {'main' | 'demo' | 'role' | 'password' | 'user' | 'structure' | 'files' | 'facts' | 'search' | 'backup' | 'restore'} program
 */
export const runBuilt = async (program) => {
  process.chdir(ROOT)
  await orExplain(built())
  loadSettings()
  await import(pathToFileURL(join(DIST, 'server', `${program}.js`)).href)
}
