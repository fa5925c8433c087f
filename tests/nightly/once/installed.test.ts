import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { npm } from '../../../scripts/lib/run.mjs'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('removed build tools are installed again, even if package-lock.json is unchanged', async () => {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const put = (path: string, content: object | string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  cpSync('scripts/lib', join(folder, 'scripts/lib'), { recursive: true })
  const home = { name: 'home', version: '1.0.0' }
  const devDependencies = { vite: 'file:vite' }
  put('package.json', { ...home, devDependencies })
  put('package-lock.json', {
    ...{ ...home, lockfileVersion: 3 },
    packages: {
      '': { ...home, devDependencies },
      'node_modules/vite': { resolved: 'vite', link: true },
      vite: { version: '1.0.0', dev: true },
    },
  })
  put('vite/package.json', { name: 'vite', version: '1.0.0' })
  put('vite/bin/vite.js', '')
  const inFolder = async (program: string, words: readonly string[]) =>
    promisify(execFile)(program, words, { cwd: folder, env: { PATH: process.env.PATH, HOME: folder } })
  const installed = () =>
    inFolder(process.execPath, ['-e', "import('./scripts/lib/prepare.mjs').then(({ installed }) => installed())"])
  const builds = () => existsSync(join(folder, 'node_modules/vite/bin/vite.js'))

  await installed()
  expect(builds()).toBe(true)
  const [program, words] = npm(['prune', '--omit=dev', '--offline', '--no-audit', '--no-fund'])
  await inFolder(program, words)
  expect([builds(), existsSync(join(folder, 'node_modules/.installed'))]).toEqual([false, true])
  await installed()
  expect(builds()).toBe(true)
})
