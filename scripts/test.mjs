// npm test, npm run check: runs the steps that a change can break, or those named, two at a time, even after one failed.
// npm run test:all: runs every step, in full depth.
//   npm test -- unit                     one step
//   npm test -- unit src/shared          other words go to the step's runner
import './lib/node-version.mjs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { ENGINES, enginesFolder, installPrograms, OTHER_BROWSERS } from './lib/engines.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { built, installed } from './lib/prepare.mjs'
import { Failure, messageOf, readIfThere, start, tool } from './lib/run.mjs'
import { temporaryFolder } from './lib/temporary.mjs'

/** @typedef {{ passed: number, failed: number, remark?: string, failures?: string[] }} Count */
/** @typedef {(output?: Output) => Promise<Count>} Step */
/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestTest */
/** @typedef {{ name: string, assertionResults: VitestTest[] }} VitestFile */
/** @typedef {{ status: string, results: { errors: { message: string }[] }[] }} PlaywrightTest */
/** @typedef {{ file: string, line: number, title: string, tests: PlaywrightTest[] }} PlaywrightSpec */
/** @typedef {{ suites?: PlaywrightSuite[], specs?: PlaywrightSpec[] }} PlaywrightSuite */

// Reports and temporary files of the tests; all are removed at the end.
const { path: folder } = temporaryFolder('roomfolio-test-', { durable: false })
const TEMPORARY = { TMPDIR: folder, TEMP: folder, TMP: folder }

const isAll = process.argv.includes('--all')
const DEPTH = isAll ? { TEST_DEPTH: 'full' } : {}

/** @typedef {{ write: (text: string) => void }} Output */

/**
 * Runs a program of a step. Where the step has the terminal for itself, the program has it too.
 * @param {Output | undefined} output
 * @param {[string, string[]]} command
 * @param {Record<string, string>} [settings]
 */
const run = (output, [program, args], settings) => {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const { child, ended } = start(program, args, {
    env: { ...process.env, ...TEMPORARY, ...DEPTH, ...(output && colours), ...settings },
    stdio: output ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => output?.write(text))
  return ended
}

/**
 * @param {number[]} exitCodes
 * @returns {Count}
 */
const oneTest = (...exitCodes) =>
  exitCodes.every((code) => code === 0) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

/**
 * A suite passes if it ran tests, left none out and its runner is content.
 * @param {{ passed: number, failed: number, skipped: number, exitCode: number, failures: string[] }} result
 * @returns {Count}
 */
const suite = ({ passed, failed, skipped, exitCode, failures }) => {
  if (failed > 0) return { passed, failed, failures }
  if (skipped > 0 && rest.length === 0)
    return { passed, failed: skipped, remark: `${skipped} skipped, which counts as failed` }
  if (exitCode !== 0) return { passed, failed: 1, remark: `its runner failed outside a test (exit code ${exitCode})` }
  if (passed === 0) return { passed, failed: 1, remark: 'ran no test' }
  return { passed, failed }
}

/**
 * @param {Output | undefined} output
 * @param {string} project of vitest.config.ts
 * @param {Record<string, string>} [settings]
 */
const vitest = async (output, project, settings) => {
  const file = join(folder, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const exitCode = await run(output, tool('vitest', ['run', '--project', project, ...reporters, ...rest]), settings)
  const report = JSON.parse(readIfThere(file) ?? '{}')
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, numPendingTests = 0, numTodoTests = 0 } = report
  const failures = (report.testResults ?? []).flatMap((/** @type {VitestFile} */ { name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${name}: ${fullName}\n${failureMessages.join('\n')}`),
  )
  return suite({ passed, failed, skipped: numPendingTests + numTodoTests, exitCode, failures })
}

/**
 * What Playwright's report tells of the tests that failed, also of one that passed when tried again.
 * @param {PlaywrightSuite} report
 * @returns {string[]}
 */
const failuresOf = ({ suites = [], specs = [] }) => [
  ...specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const messages = results.flatMap(({ errors }) => errors.map(({ message }) => message))
        return `${file}:${line}: ${title}\n${messages.join('\n')}`
      }),
  ),
  ...suites.flatMap(failuresOf),
]

/** @type {Step} */
const lint = async (output) =>
  oneTest(await run(output, tool('oxlint', [])), await run(output, tool('oxfmt', ['--check'])))

/**
 * @param {string} project
 * @returns {Step}
 */
const onPostgres = (project) => async (output) => {
  const postgres = await startPostgres({ durable: false })
  ;(output ?? process.stdout).write(`PostgreSQL: ${postgres.how}\n`)
  try {
    // By default a few files; all of them in test:all and where files are named.
    const TEST_ON_POSTGRES = isAll || rest.length > 0 ? 'all' : ''
    return await vitest(output, project, { TEST_DATABASE_URL: postgres.url, TEST_ON_POSTGRES })
  } finally {
    await postgres.stop()
  }
}

/** @type {Step} */
const browser = async (output) => {
  await built()
  const chromium = await findChromium()
  ;(output ?? process.stdout).write(`Chromium: ${chromium.path} (${chromium.how})\n`)
  const file = join(folder, 'browser.json')
  const settings = { CHROMIUM_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const exitCode = await run(output, tool('playwright', ['test', '--reporter=list,json', ...rest]), settings)
  const report = JSON.parse(readIfThere(file) ?? '{}')
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report.stats ?? {}
  return suite({ passed: expected, failed: unexpected + flaky, skipped, exitCode, failures: failuresOf(report) })
}

/** @type {Step} */
const scale = async (output) => {
  await installPrograms(ENGINES)
  await built()
  const { path, end } = enginesFolder()
  try {
    return await vitest(output, 'scale', { SCALE_DIR: path })
  } finally {
    end()
  }
}

/** @type {Step} */
const otherBrowsers = async (output) => {
  await installPrograms(OTHER_BROWSERS)
  await built()
  return vitest(output, 'other-browsers')
}

/**
 * Starts a durable PostgreSQL itself, whose user may not enter the folder of this run.
 * @type {Step}
 */
const bench = async (output) => {
  const outside = { TMPDIR: tmpdir(), TEMP: tmpdir(), TMP: tmpdir() }
  return oneTest(await run(output, [process.execPath, ['scripts/roomfolio.mjs', 'bench', 'smoke']], outside))
}

/**
 * In the order in which they begin. The browser takes longest, and what it needs comes first.
 * @type {Record<string, Step>}
 */
const STEPS = {
  build: async () => {
    await built()
    return { passed: 0, failed: 0, remark: 'no test' }
  },
  lint,
  browser,
  unit: (output) => vitest(output, 'unit'),
  component: (output) => vitest(output, 'component'),
  'http-sqlite': (output) => vitest(output, 'http-sqlite'),
  'http-postgres': onPostgres('http-postgres'),
}
/** @type {Record<string, Step>} */
const NIGHTLY = {
  'nightly-sqlite': (output) => vitest(output, 'nightly-sqlite'),
  'nightly-postgres': onPostgres('nightly-postgres'),
  'http-two-servers': onPostgres('http-two-servers'),
  'other-browsers': otherBrowsers,
  bench,
  scale,
}
const ALL = { ...STEPS, ...NIGHTLY }

/** Each step keeps about one of two cores busy. */
const LANES = 2

const words = process.argv.slice(2).filter((word) => word !== '--all')
const rest = words.filter((word) => !(word in ALL))
const named = Object.entries(ALL).filter(([name]) => words.includes(name))
const steps = named.length > 0 ? named : Object.entries(isAll ? ALL : STEPS)

/** @type {{ step: string, seconds: number, count: Count }[]} */
const results = []

/**
 * @param {string} step
 * @param {Step} work
 * @param {Output} [output]
 */
const measure = async (step, work, output) => {
  const started = performance.now()
  /** @type {Count} */
  let count
  try {
    count = await work(output)
  } catch (error) {
    const text = error instanceof Failure ? error.message : inspect(error)
    ;(output ?? process.stderr).write(`${text}\n`)
    count = { passed: 0, failed: 1, remark: messageOf(error).split('\n').at(-1) ?? '' }
  }
  results.push({ step, seconds: (performance.now() - started) / 1000, count })
  return count.failed === 0
}

/**
 * Steps that run at the same time have the terminal one after the other, in their order: what another says meanwhile
 * stands below it when that has ended.
 * @type {{ text: string, hasEnded: boolean }[]}
 */
const queue = []
const showFirst = () => {
  for (let first = queue[0]; first; first = queue[0]) {
    process.stdout.write(first.text)
    first.text = ''
    if (!first.hasEnded) return
    queue.shift()
  }
}

/**
 * @param {string} name
 * @param {Step} step
 */
const runStep = async (name, step) => {
  const entry = { text: `\n── ${name} ${'─'.repeat(60 - name.length)}\n`, hasEnded: false }
  queue.push(entry)
  showFirst()
  /** @param {string} text */
  const write = (text) => {
    entry.text += text
    if (queue[0] === entry) showFirst()
  }
  await measure(name, step, steps.length > 1 ? { write } : undefined)
  entry.hasEnded = true
  showFirst()
}

const started = performance.now()
const isReady = await measure('install', async () => {
  await installed()
  return { passed: 0, failed: 0, remark: 'no test' }
})
if (isReady) {
  const waiting = [...steps]
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await runStep(...step)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

// Once more at the end, because forges cut their logs: the last lines still show what failed.
for (const { step, count } of results)
  for (const failure of count.failures ?? []) console.log(`\nFAILED ${step}: ${failure}`)

const passed = results.reduce((sum, { count }) => sum + count.passed, 0)
const failed = results.reduce((sum, { count }) => sum + count.failed, 0)
console.log(`\n${'step'.padEnd(16)}  passed  failed       time`)
const order = ['install', ...Object.keys(ALL)]
results.sort((a, b) => order.indexOf(a.step) - order.indexOf(b.step))
for (const { step, seconds, count } of results)
  console.log(
    `${step.padEnd(16)}  ${String(count.passed).padStart(6)}  ${String(count.failed).padStart(6)}  ${seconds.toFixed(1).padStart(7)} s` +
      (count.remark ? `  ${count.remark}` : ''),
  )
console.log(
  `${'in all'.padEnd(16)}  ${String(passed).padStart(6)}  ${String(failed).padStart(6)}  ${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s`,
)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
