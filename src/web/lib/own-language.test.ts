import { expect, test } from 'vitest'
import { languageOf } from './own-language.ts'

test.each([
  ['de-AT', 'de-AT'],
  ['en-US@posix', 'en-US'],
  ['pt_BR.UTF-8', 'pt-BR'],
  ['C', undefined],
  ['POSIX.1', 'posix'],
  ['', undefined],
])('a browser that names %j reads dates as %j', (named, language) => {
  expect(languageOf(named)).toBe(language)
  expect(() => new Intl.DateTimeFormat(languageOf(named))).not.toThrow()
})
