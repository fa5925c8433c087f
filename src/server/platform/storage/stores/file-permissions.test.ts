import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../../../tests/support/temporary-folder.ts'
import { parseConfig } from '../../../config.ts'
import { keepPrivate } from './file-permissions.ts'

const start = () => {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8)

test('an older data folder is closed to other users, with its database, files and backups', async () => {
  const outside = start()
  const dataDir = join(outside, 'data')
  for (const folder of ['files/ab', 'files/unfinished', 'spool', 'backups', 'other']) {
    mkdirSync(join(dataDir, folder), { recursive: true })
  }
  const files = ['roomfolio.sqlite', 'roomfolio.sqlite-wal', 'roomfolio.sqlite-shm', 'files/ab/abcd', 'backups/a.zip']
  for (const file of [...files, 'other/theirs']) writeFileSync(join(dataDir, file), '')
  for (const path of readdirSync(outside, { recursive: true, encoding: 'utf8' })) {
    chmodSync(join(outside, path), statSync(join(outside, path)).isDirectory() ? 0o755 : 0o644)
  }
  writeFileSync(join(outside, 'elsewhere'), '')
  chmodSync(join(outside, 'elsewhere'), 0o644)
  symlinkSync(join(outside, 'elsewhere'), join(dataDir, 'files/ab/link'))

  const config = parseConfig({ DATA_DIR: dataDir })
  expect(await keepPrivate(config)).toBeUndefined()
  for (const folder of ['', 'files', 'files/ab', 'files/unfinished', 'spool', 'backups']) {
    expect(modeOf(join(dataDir, folder)), folder).toBe('700')
  }
  for (const file of files) expect(modeOf(join(dataDir, file)), file).toBe('600')
  // Other files are left unchanged.
  expect([modeOf(join(outside, 'elsewhere')), modeOf(join(dataDir, 'other/theirs'))]).toEqual(['644', '644'])
  expect(await keepPrivate(config)).toBeUndefined()
})

test('a shared folder stays open, except for our files in it; a warning says that it is unsuitable for data', async () => {
  const folder = start()
  const file = join(folder, 'roomfolio.sqlite')
  writeFileSync(file, '')
  mkdirSync(join(folder, 'files'))
  chmodSync(file, 0o644)
  chmodSync(join(folder, 'files'), 0o755)
  chmodSync(folder, 0o1777)
  expect(await keepPrivate(parseConfig({ DATA_DIR: folder }))).toContain('is open to everyone')
  expect([folder, file, join(folder, 'files')].map(modeOf)).toEqual(['1777', '600', '700'])
})
