import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '../../scripts/lib/postgres.mjs'
import { scaleFolder } from './daemon.ts'

interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

/** A failed test as 'file: title', or a file that could not run, with its message. */
export interface Fault {
  test: string
  message: string
}

export interface Suite {
  passed: number
  faults: Fault[]
}

/** Runs a project of a checkout's vitest.config.ts on an existing PostgreSQL server. */
const runTests = async (
  checkout: string,
  project: string,
  databaseURL: string,
  words: readonly string[],
): Promise<Suite> => {
  const folder = mkdtempSync(join(scaleFolder(), 'suite-'))
  const file = join(folder, 'report.json')
  const { PATH, HOME, TMPDIR = folder } = process.env
  // Without the variables of this run.
  const env = { PATH, HOME, TMPDIR, TEST_DATABASE_URL: databaseURL, TEST_ON_POSTGRES: 'all' }
  const args = ['run', '--project', project, '--reporter=json', `--outputFile.json=${file}`, ...words]
  const child = spawn(process.execPath, [join(checkout, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: checkout,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(child, 'exit')
  const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report
  rmSync(folder, { recursive: true, force: true })
  const faults = testResults.flatMap(({ name, message, assertionResults }) => {
    const where = name.slice(checkout.length + 1)
    const failed = assertionResults.filter(({ status }) => status !== 'passed')
    return failed.length === 0 && message !== ''
      ? [{ test: where, message }]
      : failed.map(({ fullName, failureMessages }) => ({
          test: `${where}: ${fullName}`,
          message: (failureMessages ?? []).join('\n'),
        }))
  })
  return { passed: numPassedTests, faults }
}

/** Runs `work` with the tests of a checkout on a new PostgreSQL server. */
export const suiteOf = async (
  checkout: string,
  project: string,
  work: (run: (words: readonly string[]) => Promise<Suite>, databaseURL: string) => Promise<Suite> = (run) => run([]),
): Promise<Suite> => {
  const postgres = await startPostgres({ durable: false })
  try {
    return await work((words) => runTests(checkout, project, postgres.url, words), postgres.url)
  } finally {
    await postgres.stop()
  }
}
