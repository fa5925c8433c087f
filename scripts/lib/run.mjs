import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'

/** The checkout. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** For files that can be made again: locks, downloads, unfinished builds. Git ignores it. */
export const CACHE = join(ROOT, '.cache')

/** An error that the user can fix; its message is shown without a stack. */
export class Failure extends Error {}

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error))

/**
 * Ends the process with the message of a Failure. Other errors keep their stack.
 * @template T
 * @param {Promise<T>} work
 */
export const orExplain = (work) =>
  work.catch((error) => {
    if (!(error instanceof Failure)) throw error
    console.error(`\n${error.message}`)
    process.exit(1)
  })

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
const SIGNALS = /** @type {const} */ ({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 })
/** @param {keyof typeof SIGNALS} signal */
const stop = (signal) => process.exit(SIGNALS[signal])
const signals = /** @type {(keyof typeof SIGNALS)[]} */ (Object.keys(SIGNALS))

// Programs end with this process: a leftover `npm ci` would disturb the next one. While none runs, the server handles signals.
process.on('exit', () => running.forEach((child) => child.kill()))
/** @param {import('node:child_process').ChildProcess} child */
const isRunning = (child) => {
  if (running.size === 0) for (const signal of signals) process.on(signal, stop)
  running.add(child)
}
/** @param {import('node:child_process').ChildProcess} child */
const hasEnded = (child) => {
  running.delete(child)
  if (running.size === 0) for (const signal of signals) process.off(signal, stop)
}

// npm sends SIGTERM to the shell between it and this process, which dies without forwarding it.
if (process.env['npm_lifecycle_event']) {
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}

/**
 * Starts a program that ends with this process.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export const start = (command, args, options) => {
  const child = spawn(command, args, { cwd: ROOT, ...options })
  isRunning(child)
  /** @type {Promise<number>} */
  const ended = new Promise((resolve, reject) => {
    child.once('error', (error) => {
      hasEnded(child)
      reject(new Failure(`${command} does not start: ${error.message}`))
    })
    child.once('close', (code) => {
      hasEnded(child)
      resolve(code ?? 1)
    })
  })
  return { child, ended }
}

/**
 * Runs a program and shows its output only if it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<string>} its standard output
 */
export const quietly = async (command, args, options) => {
  const { child, ended } = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let everything = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    output += text
    everything += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text) => (everything += text))
  const code = await ended
  if (code !== 0) {
    const line = [basename(command), ...args].join(' ').replaceAll(ROOT, '')
    throw new Failure(`${everything.trimEnd()}\n\n"${line}" failed with exit code ${code}; what it said stands above.`)
  }
  return output
}

const TOOLS = {
  oxfmt: 'oxfmt/bin/oxfmt',
  oxlint: 'oxlint/bin/oxlint',
  playwright: '@playwright/test/cli.js',
  tsx: 'tsx/dist/cli.mjs',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
}

/**
 * The command line of an installed tool: run by this Node.js, without a shell.
 * @param {keyof typeof TOOLS} name
 * @param {readonly string[]} args
 * @returns {[string, string[]]}
 */
export const tool = (name, args) => [process.execPath, [join(ROOT, 'node_modules', TOOLS[name]), ...args]]

/**
 * The command line of npm: the running one, else the one on the PATH.
 * @param {readonly string[]} args
 * @returns {[string, string[], import('node:child_process').SpawnOptions]}
 */
export const npm = (args) => {
  const running = process.env['npm_execpath']
  return running && basename(running) === 'npm-cli.js'
    ? [process.execPath, [running, ...args], {}]
    : ['npm', [...args], { shell: process.platform === 'win32' }]
}

/** @param {string} program */
export const onPath = (program) => {
  const name = process.platform === 'win32' ? `${program}.exe` : program
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
}

/** @param {string} file */
export const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

/** Loads settings from .env; the environment takes precedence. */
export const loadSettings = (file = join(ROOT, '.env')) => {
  if (!existsSync(file)) return
  // Windows editors write a byte order mark or UTF-16, which process.loadEnvFile() does not handle.
  const bytes = readFileSync(file)
  const text = new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes)
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value
}
