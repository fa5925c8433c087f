import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSettings } from '../scripts/lib/run.mjs'
import { temporaryFolder } from './support/temporary-folder.ts'

const TEXT = 'FIRST_SETTING=one\r\nOTHER_SETTING="two # not a comment"\r\n'
const NAMES = ['FIRST_SETTING', 'OTHER_SETTING']

test.each([
  ['without a byte order mark', Buffer.from(TEXT)],
  ['with a byte order mark', Buffer.from(`\u{FEFF}${TEXT}`)],
  ['in UTF-16', Buffer.from(`\u{FEFF}${TEXT}`, 'utf16le')],
])('reads a .env file %s', (_, bytes) => {
  const file = join(temporaryFolder(), '.env')
  writeFileSync(file, bytes)
  onTestFinished(() => NAMES.forEach((name) => delete process.env[name]))
  process.env['OTHER_SETTING'] = 'set outside'
  loadSettings(file)
  expect(NAMES.map((name) => process.env[name])).toEqual(['one', 'set outside'])
})
