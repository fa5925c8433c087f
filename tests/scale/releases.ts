import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATION_NAMES } from '../../src/server/platform/db/database.ts'
import { run, scaleFolder } from './daemon.ts'

const git = async (...args: string[]): Promise<string> => (await run('git', args, process.cwd())).trim()

/** Checks out a commit in a new folder and installs the packages of its lock file. */
export const checkoutOf = async (commit: string): Promise<string> => {
  const folder = mkdtempSync(join(scaleFolder(), `version-${commit.slice(0, 8)}-`))
  await run('sh', ['-c', 'git archive "$0" | tar --extract --directory "$1"', commit, folder], process.cwd())
  await run('npm', ['ci', '--no-audit', '--no-fund'], folder)
  return folder
}

/** Builds a checkout's server and web app into its `dist`. */
export const buildServer = async (checkout: string): Promise<void> => {
  const vite = join(checkout, 'node_modules/vite/bin/vite.js')
  await run(process.execPath, [vite, 'build', '--outDir', join(checkout, 'dist/web')], checkout)
  await run(process.execPath, [vite, 'build', '--ssr', '--outDir', join(checkout, 'dist/server')], checkout)
}

/** The last commit of the last release: later changes are in the changelog under Unreleased, or are a release. */
export const lastRelease = async (): Promise<{ version: string; commit: string }> => {
  const heading = /^## \[(\d+\.\d+\.\d+)\]/m
  const version = heading.exec(readFileSync('CHANGELOG.md', 'utf8'))?.[1] ?? ''
  // The commit before the first whose changelog lists unreleased changes.
  for (const commit of (await git('log', '--reverse', '--format=%H', '--', 'CHANGELOG.md')).split('\n')) {
    const text = await git('show', `${commit}:CHANGELOG.md`)
    const [, unreleased = ''] = /^## \[Unreleased\]$([^]*?)^## \[/m.exec(text) ?? []
    if (heading.exec(text)?.[1] === version && unreleased.trim() !== '') {
      return { version, commit: await git('rev-parse', `${commit}^`) }
    }
  }
  return { version, commit: 'HEAD' }
}

/** The commit before the one that added the newest migration. */
export const beforeNewestMigration = async (): Promise<string> => {
  // The folder may have moved since.
  const file = `:(glob)src/server/**/migrations/${MIGRATION_NAMES.at(-1)}.ts`
  const [added] = (await git('log', '--reverse', '--diff-filter=A', '--format=%H', '--', file)).split('\n')
  return git('rev-parse', `${added}^`)
}
