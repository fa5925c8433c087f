// npm test, npm run check: runs every step, or those named, even after one failed; counts what the runners report.
//   npm test -- unit                     one step
//   npm test -- unit src/shared          what is no step goes to its runner
// npm run test:scale: the step that runs only where it is named.
import './lib/node-version.mjs'
import { join } from 'node:path'
import { enginesFolder, installEngines } from './lib/engines.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { built, installed } from './lib/prepare.mjs'
import { Failure, messageOf, readIfThere, start, tool } from './lib/run.mjs'
import { temporaryFolder } from './lib/temporary.mjs'

/** @typedef {{ passed: number, failed: number, remark?: string }} Count */

// Reports, and whatever temporary files the tests leave behind; all go at the end.
const { path: folder } = temporaryFolder('roomfolio-test-', { durable: false })
const TEMPORARY = { TMPDIR: folder, TEMP: folder, TMP: folder }

/**
 * @param {[string, string[]]} command
 * @param {Record<string, string>} [settings]
 */
const run = ([program, args], settings) =>
  start(program, args, { env: { ...process.env, ...TEMPORARY, ...settings }, stdio: 'inherit' }).ended

/**
 * @param {number[]} exitCodes
 * @returns {Count}
 */
const oneTest = (...exitCodes) =>
  exitCodes.every((code) => code === 0) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }

/**
 * A suite passes if it ran tests, left none out and its runner is content.
 * @param {{ passed: number, failed: number, skipped: number, exitCode: number }} result
 * @returns {Count}
 */
const suite = ({ passed, failed, skipped, exitCode }) => {
  if (failed > 0) return { passed, failed }
  if (skipped > 0 && rest.length === 0)
    return { passed, failed: skipped, remark: `${skipped} skipped, which counts as failed` }
  if (exitCode !== 0) return { passed, failed: 1, remark: `its runner failed outside a test (exit code ${exitCode})` }
  if (passed === 0) return { passed, failed: 1, remark: 'ran no test' }
  return { passed, failed }
}

/**
 * @param {string} project of vitest.config.ts
 * @param {Record<string, string>} [settings]
 */
const vitest = async (project, settings) => {
  const file = join(folder, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const exitCode = await run(tool('vitest', ['run', '--project', project, ...reporters, ...rest]), settings)
  const report = JSON.parse(readIfThere(file) ?? '{}')
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, numPendingTests = 0, numTodoTests = 0 } = report
  return suite({ passed, failed, skipped: numPendingTests + numTodoTests, exitCode })
}

const lint = async () =>
  oneTest(
    await run(tool('eslint', ['--max-warnings=0', '.'])),
    await run(tool('prettier', ['--check', '--log-level', 'warn', '.'])),
  )

const types = async () => oneTest(await run(tool('tsc', ['--noEmit'])))

const onPostgres = async () => {
  const postgres = await startPostgres({ durable: false })
  console.log(`PostgreSQL: ${postgres.how}`)
  try {
    return await vitest('http-postgres', { TEST_DATABASE_URL: postgres.url })
  } finally {
    await postgres.stop()
  }
}

const browser = async () => {
  await built()
  const chromium = await findChromium()
  console.log(`Chromium: ${chromium.path} (${chromium.how})`)
  const file = join(folder, 'browser.json')
  const settings = { CHROMIUM_PATH: chromium.path, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const exitCode = await run(tool('playwright', ['test', '--reporter=list,json', ...rest]), settings)
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = JSON.parse(readIfThere(file) ?? '{}').stats ?? {}
  return suite({ passed: expected, failed: unexpected + flaky, skipped, exitCode })
}

const scale = async () => {
  await installEngines()
  await built()
  const { path, end } = enginesFolder()
  try {
    return await vitest('scale', { SCALE_DIR: path })
  } finally {
    end()
  }
}

/** @type {Record<string, () => Promise<Count>>} */
const STEPS = {
  lint,
  types,
  unit: () => vitest('unit'),
  'http-sqlite': () => vitest('http-sqlite'),
  'http-postgres': onPostgres,
  build: async () => {
    await built()
    return { passed: 0, failed: 0, remark: 'no test' }
  },
  browser,
  scale,
}
/** Not part of `npm test`: it needs servers that only Debian packages, and takes long. */
const APART = ['scale']

const named = process.argv.slice(2).filter((arg) => arg in STEPS)
const rest = process.argv.slice(2).filter((arg) => !(arg in STEPS))
const steps = named.length > 0 ? named : Object.keys(STEPS).filter((step) => !APART.includes(step))

/** @type {{ step: string, seconds: number, count: Count }[]} */
const results = []

/**
 * @param {string} step
 * @param {() => Promise<Count>} work
 */
const measure = async (step, work) => {
  const started = performance.now()
  /** @type {Count} */
  let count
  try {
    count = await work()
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error)
    count = { passed: 0, failed: 1, remark: messageOf(error).split('\n').at(-1) ?? '' }
  }
  results.push({ step, seconds: (performance.now() - started) / 1000, count })
  return count.failed === 0
}

const isReady = await measure('install', async () => {
  await installed()
  return { passed: 0, failed: 0, remark: 'no test' }
})
if (isReady)
  for (const step of steps) {
    console.log(`\n── ${step} ${'─'.repeat(60 - step.length)}`)
    await measure(step, STEPS[step] ?? (() => Promise.reject(new Failure(`There is no step ${step}`))))
  }

const passed = results.reduce((sum, { count }) => sum + count.passed, 0)
const failed = results.reduce((sum, { count }) => sum + count.failed, 0)
console.log(`\n${'step'.padEnd(14)}  passed  failed       time`)
for (const { step, seconds, count } of results)
  console.log(
    `${step.padEnd(14)}  ${String(count.passed).padStart(6)}  ${String(count.failed).padStart(6)}  ${seconds.toFixed(1).padStart(7)} s` +
      (count.remark ? `  ${count.remark}` : ''),
  )
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
