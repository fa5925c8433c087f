import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import type { EndpointSpec } from '../src/shared/endpoint.ts'
import { endpoints } from '../src/shared/endpoints.ts'
import { PAGES } from '../src/shared/pages.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

interface Proof {
  file: string
  test: string
}

interface Row {
  /** Such as 2.14. */
  number: string
  clause: string
  files: string[]
  proofs: Proof[]
}

const rowsOf = (markdown: string): Row[] =>
  markdown.split('\n').flatMap((line) => {
    const [number, clause, files, proofs] = line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim())
    if (!number || !/^\d+\.\d+$/.test(number)) return []
    return {
      number,
      clause: clause ?? '',
      files: [...(files ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''),
      proofs: (proofs ?? '').split('<br>').flatMap((proof) => {
        const [, file, name] = /^`([^`]+)` › (.+)$/.exec(proof) ?? []
        return file && name ? [{ file, test: name }] : []
      }),
    }
  })

/** The sentence of each test in a file, as it stands in the source: a template with its `${…}`, a table with its `%s`. */
const testNames = (path: string, source = read(path)): Set<string> => {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [name, ...rest] = node.arguments
      const isTest =
        rest.some((argument) => ts.isArrowFunction(argument)) && !/describe/.test(node.expression.getText())
      if (isTest && name && ts.isStringLiteral(name)) names.add(name.text)
      if (isTest && name && ts.isTemplateLiteral(name)) names.add(name.getText().slice(1, -1))
    }
    node.forEachChild(visit)
  }
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true))
  return names
}

const ROWS = rowsOf(read('docs/specification.md'))

describe('the checks of this file read', () => {
  test('a row with its files and proofs', () => {
    const table =
      '| 2.1 | Login | `src/a.ts` `src/b.ts` | `tests/a.test.ts` › says so<br>`tests/b.test.ts` › does |\n' +
      '| 2.2 | Later |  |  |\n| clause | what |'
    expect(rowsOf(table)).toEqual([
      {
        number: '2.1',
        clause: 'Login',
        files: ['src/a.ts', 'src/b.ts'],
        proofs: [
          { file: 'tests/a.test.ts', test: 'says so' },
          { file: 'tests/b.test.ts', test: 'does' },
        ],
      },
      { number: '2.2', clause: 'Later', files: [], proofs: [] },
    ])
  })

  test('the sentences of tests, however they are written, and of nothing else', () => {
    const source =
      "describe('a', () => { test('it\\'s b', async () => {}); it.each([1])('c %s', () => {}) })\n" +
      "test(`${n} d`, () => {}); f('e')"
    expect([...testNames('x.ts', source)]).toEqual(["it's b", 'c %s', '${n} d'])
  })
})

test('the sections 1 to 9 have rows, numbered without a gap', () => {
  const expected = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((section) =>
    ROWS.filter(({ number }) => number.startsWith(`${section}.`)).map((_, at) => `${section}.${at + 1}`),
  )
  expect(ROWS.map(({ number }) => number).filter((number) => !number.startsWith('10.'))).toEqual(expected)
  expect(new Set(expected.map((number) => number.split('.')[0])).size).toBe(9)
})

test('every clause names the files that do it and the tests that prove it, and all of them exist', () => {
  const wrong = ROWS.flatMap(({ number, files, proofs }) => [
    ...(files.length === 0 ? [`${number} names no file`] : []),
    ...(proofs.length === 0 ? [`${number} names no test`] : []),
    ...files.filter((file) => !existsSync(join(ROOT, file))).map((file) => `${number}: there is no ${file}`),
    ...proofs
      .filter(({ file, test: name }) => !existsSync(join(ROOT, file)) || !testNames(file).has(name))
      .map(({ file, test: name }) => `${number}: there is no "${name}" in ${file}`),
  ])
  expect(wrong).toEqual([])
})

test('every call and every page has its row', () => {
  const clauses = ROWS.map(({ clause }) => clause).join('\n')
  const calls = Object.values<EndpointSpec>(endpoints).map(({ method, path }) => `${method} ${path.split('/:')[0]}`)
  expect(calls.filter((call) => !new RegExp(`${call}(?![\\w])`).test(clauses))).toEqual([])
  const pages = Object.values(PAGES).map(({ path }) => path)
  const isNamed = (path: string) => new RegExp(`(^|[\\s(,/])${path.slice(1)}(?![\\w])`, 'm').test(clauses)
  expect(pages.filter((path) => path !== '/' && !isNamed(path))).toEqual([])
})
