// npm test, npm run check: runs the steps that a change can break, or those named, two at a time, even after one failed.
// npm run test:all: runs every step, in full depth.
//   npm test -- unit                     one step
//   npm test -- unit src/shared          other words go to the step's runner
import './lib/node-version.mjs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { inspect } from 'node:util'
import { ENGINES, enginesFolder, installPrograms, OTHER_BROWSERS } from './lib/engines.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { built, installed } from './lib/prepare.mjs'
import { Failure, messageOf, readIfThere, ROOT, start, tool } from './lib/run.mjs'
import { temporaryFolder } from './lib/temporary.mjs'

/** @typedef {{ write: (text: string) => void }} Output */
/** @typedef {{ what: string, alone: string, messages?: string[] }} Failed `alone` are the words after `npm test --` */
/** @typedef {{ passed: number, failures: Failed[], remark?: string }} Count */
/** @typedef {(output: Output) => Promise<Count>} Step */
/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestTest */
/** @typedef {{ name: string, status: string, message: string, assertionResults: VitestTest[] }} VitestFile */
/** @typedef {{ status: string, results: { errors: { message: string }[] }[] }} PlaywrightTest */
/** @typedef {{ file: string, line: number, title: string, tests: PlaywrightTest[] }} PlaywrightSpec */
/** @typedef {{ suites?: PlaywrightSuite[], specs?: PlaywrightSpec[] }} PlaywrightSuite */

// Reports and temporary files of the tests; all are removed at the end.
const { path: folder } = temporaryFolder('roomfolio-test-', { durable: false })
const TEMPORARY = { TMPDIR: folder, TEMP: folder, TMP: folder }

const isAll = process.argv.includes('--all')
const DEPTH = isAll ? { TEST_DEPTH: 'full' } : {}

/**
 * Runs a program of a step.
 * @param {Output} output
 * @param {[string, string[]]} command
 * @param {Record<string, string>} [settings]
 */
const run = (output, [program, args], settings) => {
  const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const { child, ended } = start(program, args, {
    env: { ...process.env, ...TEMPORARY, ...DEPTH, ...colors, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => output.write(text))
  return ended
}

/**
 * A step that is no suite, or failed outside its tests.
 * @param {string} step
 * @param {string} [remark]
 * @returns {Count}
 */
const failedStep = (step, remark) => ({ passed: 0, failures: [{ what: step, alone: step }], ...(remark && { remark }) })

/**
 * @param {string} step
 * @param {number[]} exitCodes
 * @returns {Count}
 */
const oneTest = (step, ...exitCodes) =>
  exitCodes.every((code) => code === 0) ? { passed: 1, failures: [] } : failedStep(step)

/**
 * A suite passes if it ran tests, left none out and its runner is content.
 * @param {string} step
 * @param {{ passed: number, skipped: number, exitCode: number, failures: Failed[] }} result
 * @returns {Count}
 */
const suite = (step, { passed, skipped, exitCode, failures }) => {
  if (failures.length > 0) return { passed, failures }
  if (skipped > 0 && rest.length === 0)
    return { ...failedStep(step, `${skipped} skipped, which counts as failed`), passed }
  if (exitCode !== 0) return { ...failedStep(step, `its runner failed outside a test (exit code ${exitCode})`), passed }
  if (passed === 0) return failedStep(step, 'ran no test')
  return { passed, failures }
}

/**
 * For Vitest, which takes a regular expression, and for a shell, in double quotes.
 * @param {string} title
 */
const asPattern = (title) => title.replace(/[^\p{L}\p{N} ,:;'-]/gu, '.')

/**
 * @param {Output} output
 * @param {string} project of vitest.config.ts
 * @param {Record<string, string>} [settings]
 */
const vitest = async (output, project, settings) => {
  const file = join(folder, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const exitCode = await run(output, tool('vitest', ['run', '--project', project, ...reporters, ...rest]), settings)
  const report = JSON.parse(readIfThere(file) ?? '{}')
  const { numPassedTests: passed = 0, numPendingTests = 0, numTodoTests = 0, testResults = [] } = report
  const failures = testResults.flatMap((/** @type {VitestFile} */ { name, status, message, assertionResults }) => {
    const path = relative(ROOT, name)
    const alone = `${project} ${path}`
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [{ what: path, alone, messages: [message] }] : []
    return failed.map(({ fullName, failureMessages }) => ({
      what: `${path}: ${fullName}`,
      alone: `${alone} -t "${asPattern(fullName)}"`,
      messages: failureMessages,
    }))
  })
  return suite(project, { passed, skipped: numPendingTests + numTodoTests, exitCode, failures })
}

/**
 * What Playwright's report tells of the tests that failed, also of one that passed when tried again.
 * @param {PlaywrightSuite} report
 * @returns {Failed[]}
 */
const failuresOf = ({ suites = [], specs = [] }) => [
  ...specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        what: `tests/e2e/${file}: ${title}`,
        alone: `browser tests/e2e/${file}:${line}`,
        messages: results.flatMap(({ errors }) => errors.map(({ message }) => message)),
      })),
  ),
  ...suites.flatMap(failuresOf),
]

/** @type {Step} */
const lint = async (output) =>
  oneTest('lint', await run(output, tool('oxlint', [])), await run(output, tool('oxfmt', ['--check'])))

/**
 * @param {string} project
 * @returns {Step}
 */
const onPostgres = (project) => async (output) => {
  const postgres = await startPostgres({ durable: false })
  output.write(`PostgreSQL: ${postgres.how}\n`)
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
  output.write(`Chromium: ${chromium.path} (${chromium.how})\n`)
  const file = join(folder, 'browser.json')
  const settings = { CHROMIUM_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const exitCode = await run(output, tool('playwright', ['test', '--reporter=list,json', ...rest]), settings)
  const report = JSON.parse(readIfThere(file) ?? '{}')
  const { expected: passed = 0, skipped = 0 } = report.stats ?? {}
  return suite('browser', { passed, skipped, exitCode, failures: failuresOf(report) })
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
  return oneTest('bench', await run(output, [process.execPath, ['scripts/roomfolio.mjs', 'bench', 'smoke']], outside))
}

/** @type {Count} */
const NO_TEST = { passed: 0, failures: [], remark: 'no test' }

/**
 * In the order in which they begin. The browser takes longest, and what it needs comes first.
 * @type {Record<string, Step>}
 */
const STEPS = {
  build: async () => {
    await built()
    return NO_TEST
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
 * @param {Output} output
 */
const measure = async (step, work, output) => {
  const started = performance.now()
  /** @type {Count} */
  let count
  try {
    count = await work(output)
  } catch (error) {
    const text = error instanceof Failure ? error.message : inspect(error)
    output.write(`${text}\n`)
    count = failedStep(step, messageOf(error).split('\n').at(-1))
  }
  results.push({ step, seconds: (performance.now() - started) / 1000, count })
  return count.failures.length === 0
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
  await measure(name, step, { write })
  entry.hasEnded = true
  showFirst()
}

const started = performance.now()
/** @type {Step} */
const install = async () => {
  await installed()
  return NO_TEST
}
if (await measure('install', install, process.stdout)) {
  const waiting = [...steps]
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await runStep(...step)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

// Once more at the end, because forges cut their logs: the last lines still show what failed.
const order = ['install', ...Object.keys(ALL)]
results.sort((a, b) => order.indexOf(a.step) - order.indexOf(b.step))
const failures = results.flatMap(({ step, count }) => count.failures.map((failure) => ({ step, ...failure })))
for (const { step, what, messages } of failures)
  if (messages) console.log(`\nFAILED ${step}: ${what}\n${messages.join('\n')}`)

const passed = results.reduce((sum, { count }) => sum + count.passed, 0)
results.push({ step: 'in all', seconds: (performance.now() - started) / 1000, count: { passed, failures } })
console.log(`\n${'step'.padEnd(16)}  passed  failed       time`)
for (const { step, seconds, count } of results) {
  const numbers = [count.passed, count.failures.length].map((number) => String(number).padStart(6))
  console.log(
    [step.padEnd(16), ...numbers, `${seconds.toFixed(1).padStart(7)} s`, count.remark ?? ''].join('  ').trimEnd(),
  )
}
if (failures.length > 0) console.log('\nFailed, each with the command that runs it alone:')
for (const { what, alone } of failures) console.log(`  ${what}\n    npm ${isAll ? 'run test:all' : 'test'} -- ${alone}`)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1
