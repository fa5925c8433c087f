import { expect, test } from 'vitest'
import { isRecoveryCode, plainCode } from './typed-code.ts'

test.each([
  ['287082', '287082'],
  [' 287 082 ', '287082'],
  ['287\u00a0082', '287082'],
  ['287\u2009082\u3000', '287082'],
  ['\u200b287\u2060082\ufeff', '287082'],
  ['287-082', '287082'],
  ['287\u2013082', '287082'],
  ['287\u2212082', '287082'],
  ['２８７０８２', '287082'],
  ['２８７　０８２', '287082'],
  ['٢٨٧٠٨٢', '287082'],
  ['२८७०८२', '287082'],
  ['287.082', '287.082'],
  ['28708', '28708'],
  ['K7MP-Q2XD', 'k7mpq2xd'],
])('the code %j counts as %j', (typed, plain) => {
  expect(plainCode(typed)).toBe(plain)
})

test.each([
  ['k7mp-q2xd-9rta-hw4c-v8sn-3jzd', true],
  ['K7MP Q2XD 9RTA HW4C V8SN 3JZD', true],
  ['k7mp-q2xd-9rta-hw4c-v8sn-3jz', false],
  ['287082', false],
])('%j is a recovery code: %s', (typed, isOne) => {
  expect(isRecoveryCode(typed)).toBe(isOne)
})
