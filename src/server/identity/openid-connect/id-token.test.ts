import { expect, test } from 'vitest'
import { openIDToken, sealIDToken } from './id-token.ts'

test('an ID token is opened with the secret that sealed it alone', () => {
  const sealed = sealIDToken('eyJhbGciOi.eyJzdWIi.c2ln', 'secret') ?? ''
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('eyJzdWIi')
  expect(openIDToken(sealed, 'secret')).toBe('eyJhbGciOi.eyJzdWIi.c2ln')
  expect(openIDToken(sealed, 'another')).toBeNull()
  expect(openIDToken(`${sealed.slice(0, -2)}AA`, 'secret')).toBeNull()
  expect(openIDToken('', 'secret')).toBeNull()
  expect(openIDToken(sealed, null)).toBeNull()
})

test('without a secret no ID token is kept', () => {
  expect(sealIDToken('eyJhbGciOi.eyJzdWIi.c2ln', null)).toBeNull()
})
