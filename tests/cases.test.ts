import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * The test of each case that was collected from public bug trackers and from use, as its file and a text in it, if the test has
 * data of its own. Of files, by the number of the case:
 */
const OF_FILES: Record<string, readonly [file: string, text: string]> = {
  ...of('tests/http/exchange/sheet-cases.test.ts', {
    ...{ F01: 'c41', F03: 'c35c', F04: 'c36', F05: 'c01', F06: 'c29', F08: 'x06', F10: 'x07a', F11: 'x01', F13: 'c33' },
    ...{ F16: 'c09c', F17: 'x03', F19: 'x01b', F20: '9007199254740991', F22: 'c42', F23: 'x07c', F24: 'x08i' },
    ...{ F25: 'x05a', F26: 'c07', F27: 'c17c', F28: 'c24', F29: 'c05', F30: 'c04', F31: 'c03', F32: 'c43b' },
    ...{ F33: 'c17d', F34: 'c44', F35: 'c14', F36: 'c18', F37: 'c22', F38: 'x08b', F39: 'x08c', F40: 'x07a' },
    ...{ F41: 'x13c', F42: 'x09c' },
  }),
  ...of('tests/http/attachments/file-cases.test.ts', {
    ...{ F07: 'p01', F21: 'd04e', P01: 'p03', P02: 'p05', P03: 'p07', D01: 'd02', D02: 'd03', D03: 'd07', D04: 'd10' },
  }),
  F02: ['tests/http/exchange/sheet-columns.test.ts', 'f02-item-numbers'],
  F09: ['tests/http/exchange/project-round-trip.test.ts', '.DS_Store'],
  F12: ['tests/http/attachments/hostile-pictures.test.ts', 'jpegThatClaims(12_000, 9_000'],
  F14: ['src/server/platform/http/download-name.test.ts', '½ inch valve.pdf'],
  F15: ['tests/http/exchange/project-export.test.ts', 'Spec Book.pdf'],
  F18: ['tests/e2e/exchange/sheets.spec.ts', ''],
  N01: ['src/server/exchange/safe-name.test.ts', '../../x'],
  B01: ['tests/http/admin/backup.test.ts', ''],
  U01: ['tests/http/attachments/upload.test.ts', ''],
  E01: ['tests/scale/sheets.test.ts', "describe('LibreOffice'"],
  L01: ['tests/http/papers/qr-labels.test.ts', 'AVERY_5160'],
  M01: ['tests/http/exchange/sheet-import.test.ts', 'MOST_ROWS'],
}

/** Of life. No test has what a phone's keyboard does (B7, B8), another time zone of the browser (D7), and a private certificate (M3). */
const OF_LIFE: Record<string, readonly [file: string, text: string]> = {
  ...of('tests/http/upkeep/calendar.test.ts', {
    ...{
      D1: '',
      D2: '',
      I1: 'toBeLessThanOrEqual(75)',
      I3: 'sequence',
      I4: 'valarm',
    },
  }),
  ...of('tests/http/search/search.test.ts', {
    ...{ S1: 'HV-6102', S2: 'stuhl', S3: 'Ball valve 1/2"', S4: 'Mueller', S5: '' },
  }),
  ...of('tests/http/platform/own-address.test.ts', { Z2: 'http://localhost:3000', Z3: 'TUNNEL' }),
  ...of('tests/components/app/kept-drafts.test.tsx', { B3: 'await open()', B4: 'Back closes a dialog' }),
  ...of('tests/e2e/app/sign-in-proxy.spec.ts', { Z4: 'https://homes.example.com', Z5: '' }),
  D3: ['tests/http/upkeep/tasks.test.ts', ''],
  D4: ['src/shared/upkeep/date-cases.test.ts', '03/04/2031'],
  D5: ['src/shared/upkeep/date-cases.test.ts', '2 years from purchase'],
  D6: ['tests/http/exchange/sheet-cases.test.ts', 'D6 American days'],
  M1: ['src/server/config.test.ts', '# as %23'],
  M2: ['src/server/platform/mail/mailer.test.ts', '4.7.1 Greylisted'],
  M4: ['tests/http/upkeep/reminder-unsubscribe.test.ts', 'One-Click'],
  M5: ['tests/http/identity/forgotten-password.test.ts', '/reset#'],
  H1: ['tests/http/sharing/links.test.ts', ''],
  H2: ['tests/http/sharing/members.test.ts', ''],
  B1: ['tests/e2e/app/translated.spec.ts', ''],
  B2: ['tests/e2e/app/older-browsers.spec.ts', ''],
  B5: ['tests/e2e/identity/session-ends.spec.ts', 'You’ve been logged out.'],
  B6: ['tests/http/identity/forgotten-password.test.ts', 'ROBIN'],
  B9: ['tests/e2e/identity/session-ends.spec.ts', 'page.goBack()'],
  B10: [
    'tests/e2e/attachments/files.spec.ts',
    '/assets\\/attachments-.*\\.js$/, (route) => route.fulfill({ status: 404 }',
  ],
  I2: ['tests/http/upkeep/calendar.test.ts', "method: 'HEAD'"],
  Z1: ['tests/http/platform/own-address.test.ts', 'http://192.0.2.2:4201'],
  Z6: ['src/web/lib/call.test.ts', '413'],
  Z7: ['tests/settings.test.ts', ''],
  Z8: ['tests/http/admin/backup.test.ts', ''],
  Z9: ['tests/nightly/backup-killed.test.ts', ''],
  Z10: ['tests/nightly/start-faults.test.ts', ''],
  Z11: ['tests/nightly/disk-full.test.ts', ''],
  Z12: ['tests/nightly/start-faults.test.ts', ''],
  Z13: ['tests/http/identity/account.test.ts', 'email_taken'],
}

function of(file: string, texts: Record<string, string>): Record<string, readonly [file: string, text: string]> {
  return Object.fromEntries(Object.entries(texts).map(([number, text]) => [number, [file, text] as const]))
}

test.each([...Object.entries(OF_FILES), ...Object.entries(OF_LIFE)])('case %s has its test', (_, [file, text]) => {
  expect(readFileSync(file, 'utf8')).toContain(text)
})

test('no number of a fault of a file is left out', () => {
  const numbers = Array.from({ length: 42 }, (_, at) => `F${String(at + 1).padStart(2, '0')}`)
  expect(numbers.filter((number) => !(number in OF_FILES))).toEqual([])
})
