import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { PROBLEMS } from '../src/shared/contract/problem.ts'
import { SENTENCES } from '../src/shared/contract/text-rules.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

interface Clause {
  /** Such as 2.14 or 11.3.2: first the number of the heading that it stands under. */
  number: string
  text: string
  /** The number of that heading. */
  heading: string
}

const clausesOf = (markdown: string): Clause[] => {
  let heading = ''
  return markdown.split('\n').flatMap((line) => {
    heading = /^#+ ([\d.]*\d)\.? /.exec(line)?.[1] ?? heading
    const [, number, text] = /^- \*\*([\d.]+)\*\* (.+)$/.exec(line) ?? []
    return number && text ? { number, text, heading } : []
  })
}

/** Lines that want to be clauses and are none, with their place. */
const strayLines = (markdown: string): string[] =>
  markdown
    .split('\n')
    .filter((line) => /^\W*\d+\.\d/.test(line) && !line.startsWith('#') && clausesOf(line).length === 0)

interface Proofs {
  /** Of clauses, in the order in which tests claim to prove them. */
  numbers: string[]
  /** Claims that stand above no test, or read like none. */
  stray: string[]
}

const CLAIM = /^\/\/ Proves ((?:\d+(?:\.\d+)+)(?:, \d+(?:\.\d+)+)*)$/

/** The ways to write one, those of Playwright with a server of their own among them. */
const TEST = /^(?:test|it|onMailing|onOwnServer|onStrict)(?:\.(?:each|extend))?\b(?!\.)/
const COMMENT = /^(?:\/\/|\/\*|\*)/

/** What the comments `// Proves 2.14, 2.15` claim that stand right above the tests of a file. */
const proofsIn = (path: string, source: string): Proofs => {
  const proofs: Proofs = { numbers: [], stray: [] }
  const lines = source.split('\n').map((line) => line.trim())
  for (const [at, line] of lines.entries()) {
    const claim = /\/\/ Proves\b.*$/.exec(line)?.[0]
    if (claim === undefined) continue
    const numbers = CLAIM.exec(line)?.[1]
    const code = lines.slice(at).find((below) => !COMMENT.test(below)) ?? ''
    if (numbers !== undefined && TEST.test(code)) proofs.numbers.push(...numbers.split(', '))
    else proofs.stray.push(`${path}: ${claim}`)
  }
  return proofs
}

describe('the checks of this file read', () => {
  test('a clause with its number and heading', () => {
    const markdown = '## 2. Screens\n\n- **2.1** Login\n- none\n### 2.2 Doors\n- **2.2.1** Later'
    expect(clausesOf(markdown)).toEqual([
      { number: '2.1', text: 'Login', heading: '2' },
      { number: '2.2.1', text: 'Later', heading: '2.2' },
    ])
    expect(strayLines(`${markdown}\n| 2.3 | Login | a | b |\n- 2.4 Login`)).toEqual([
      '| 2.3 | Login | a | b |',
      '- 2.4 Login',
    ])
  })

  test('the claims above tests, however they are written, and of nothing else', () => {
    const source = [
      "describe('a', () => {",
      '  /** Why. */',
      '  // Proves 2.1, 11.3.2',
      '  // Proves 2.4',
      "  test('it\\'s b', async () => {})",
      '  // Proves 2.2',
      "  it.each([1])('c %s', () => {})",
      '})',
      '// Proves 3.1',
      "describe('d', () => {})",
      '// Proves it',
      'test(`${n} e`, () => {})',
      '// Proves 3.2',
      "f('g')",
      '// Proves 3.3',
      "test.skip('h', () => {})",
    ].join('\n')
    expect(proofsIn('x.ts', source)).toEqual({
      numbers: ['2.1', '11.3.2', '2.4', '2.2'],
      stray: ['x.ts: // Proves 3.1', 'x.ts: // Proves it', 'x.ts: // Proves 3.2', 'x.ts: // Proves 3.3'],
    })
  })
})

const SPECIFICATION = read('docs/specification.md')
const CLAUSES = clausesOf(SPECIFICATION)
const NUMBERS = CLAUSES.map(({ number }) => number)

const TESTS = ['src', 'tests', 'sample-project'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && path !== 'tests/specification.test.ts'),
)
const PROOFS = TESTS.map((path) => proofsIn(path, read(path)))
const PROVEN = new Set(PROOFS.flatMap(({ numbers }) => numbers))

test('every clause stands under its heading, with a number of its own, in order', () => {
  expect(strayLines(SPECIFICATION)).toEqual([])
  expect(CLAUSES.filter(({ number, heading }) => !/^\.\d+$/.test(number.slice(heading.length)))).toEqual([])
  expect(CLAUSES.filter(({ number, heading }) => !number.startsWith(heading))).toEqual([])
  const inOrder = [...new Set(NUMBERS)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  expect(NUMBERS).toEqual(inOrder)
})

test('the nine sections of the owner have clauses, numbered without a gap', () => {
  const first = CLAUSES.filter(({ heading }) => Number(heading) <= 9)
  const counted = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((section) =>
    first.filter(({ heading }) => heading === String(section)).map((_, at) => `${section}.${at + 1}`),
  )
  expect(first.map(({ number }) => number)).toEqual(counted)
  expect(new Set(first.map(({ heading }) => heading)).size).toBe(9)
})

test('every clause is proven by a test that says so, and no test claims what is no clause', () => {
  expect(NUMBERS.filter((number) => !PROVEN.has(number))).toEqual([])
  expect([...PROVEN].filter((number) => !NUMBERS.includes(number))).toEqual([])
  expect(PROOFS.flatMap(({ stray }) => stray)).toEqual([])
})

test('sentences that clauses quote are said word for word', () => {
  const codes = [
    'missing_credentials',
    'wrong_credentials',
    'role_missing',
    'project_name_taken',
    'room_type_taken',
  ] as const
  const { username, password, passwordsMatch, categoryBlank, subcategoryBlank } = SENTENCES
  const quoted = [username, password, passwordsMatch, categoryBlank, subcategoryBlank]
  for (const sentence of [...codes.map((code) => PROBLEMS[code][1]), ...quoted])
    expect(SPECIFICATION).toContain(`'${sentence}'`)
})
