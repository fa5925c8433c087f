import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { installDebianPackages } from './debian.mjs'
import { Failure, messageOf, onPath, quietly, tool } from './run.mjs'

/** @typedef {{ path: string, how: string }} Browser */

/** The headless shell comes first: it is the same engine and does a quarter less work per test. */
const NAMES = [
  'chromium-headless-shell',
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'chrome',
]

const usualPlaces = () => {
  if (process.platform === 'darwin')
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) => [
      join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
      join(folder, 'Chromium.app/Contents/MacOS/Chromium'),
    ])
  if (process.platform === 'win32')
    return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
      const folder = process.env[name]
      return folder ? ['Google/Chrome', 'Chromium'].map((app) => join(folder, app, 'Application/chrome.exe')) : []
    })
  return [
    '/usr/lib/chromium/chromium-headless-shell',
    '/opt/google/chrome/chrome',
    '/usr/lib/chromium/chromium',
    '/snap/bin/chromium',
  ]
}

/**
 * Why this browser does not run; undefined if it does. On some systems `chromium-browser` only prints how to install it.
 * @param {string} path
 */
const faultOf = (path) => {
  if (!existsSync(path)) return 'is not there'
  // On Windows, Chrome opens a window instead of printing its version.
  if (process.platform === 'win32') return undefined
  const { status, stderr, error } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 })
  if (status === 0) return undefined
  return `does not run: ${error ? error.message : stderr.trim()}`
}

const installed = () =>
  [...NAMES.map(onPath), ...usualPlaces()].find((path) => path !== undefined && faultOf(path) === undefined)

const playwrightPath = () => {
  /** @type {typeof import('@playwright/test')} */
  const { chromium } = createRequire(import.meta.url)('@playwright/test')
  return chromium.executablePath()
}

/**
 * Finds the browser for tests: CHROMIUM_PATH if set, else an installed one, Debian's package if it can be installed, or
 * Playwright's download.
 * @returns {Promise<Browser>}
 */
export const findChromium = async () => {
  const given = process.env['CHROMIUM_PATH']
  if (given) {
    const fault = faultOf(given)
    if (fault) throw new Failure(`CHROMIUM_PATH is ${given}, which ${fault}.`)
    return { path: given, how: 'CHROMIUM_PATH' }
  }

  const path = installed()
  if (path) return { path, how: 'installed' }
  const downloaded = playwrightPath()
  if (faultOf(downloaded) === undefined) return { path: downloaded, how: "Playwright's, downloaded before" }

  const tried = ['CHROMIUM_PATH is not set', `none of ${NAMES.join(', ')} is on the PATH or in the usual places`]
  try {
    await installDebianPackages(['chromium-headless-shell', 'fonts-liberation'])
    const path = '/usr/bin/chromium-headless-shell'
    const fault = faultOf(path)
    if (fault === undefined) return { path, how: "Debian's package, installed now" }
    throw new Failure(`${path} ${fault}`)
  } catch (error) {
    tried.push(`Debian's package: ${messageOf(error)}`)
  }
  try {
    console.log("Downloading Playwright's Chromium …")
    await quietly(...tool('playwright', ['install', 'chromium']))
    const fault = faultOf(downloaded)
    if (fault === undefined) return { path: downloaded, how: "Playwright's, downloaded now" }
    throw new Failure(`${downloaded} ${fault}`)
  } catch (error) {
    tried.push(`Playwright's download: ${messageOf(error)}`)
  }
  throw new Failure(
    `Looked for Chromium:\n- ${tried.join('\n- ')}\n` +
      'No Chromium for the browser tests: install Google Chrome or Chromium, or name one in CHROMIUM_PATH.',
  )
}
