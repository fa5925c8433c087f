import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** What git ignores is made on each machine; documents may name it, and nothing in it is checked. */
const IGNORED = read('.gitignore')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.replace(/\/$/, ''))
const isIgnored = (name: string): boolean =>
  IGNORED.some((line) => (line.startsWith('*') ? name.endsWith(line.slice(1)) : name === line))

const entriesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter(({ name }) => name !== '.git' && !isIgnored(name))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name)
      return entry.isDirectory() ? [`${path}/`, ...entriesBelow(path)] : [path]
    })
const TREE = entriesBelow('.')
const FILES = TREE.filter((path) => !path.endsWith('/'))
const DOCUMENTS = FILES.filter((path) => /^(README|CONTRIBUTING|CHANGELOG|SECURITY)\.md$|^docs\/.*\.md$/.test(path))

const { scripts, dependencies, devDependencies } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}
const PACKAGES = Object.keys({ ...dependencies, ...devDependencies })

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '')

/** The words that stand in code, inline or in a block. */
const wordsInCode = (markdown: string): string[] => {
  const blocks = matches(markdown, /^```[^\n]*\n(.*?)^```/gms)
  const spans = matches(markdown.replace(/^```.*?^```/gms, ''), /`([^`\n]+)`/g)
  return [...blocks, ...spans]
    .flatMap((code) => code.split(/\s+/))
    .map((word) => word.replace(/^[("']+|[)"',;:.…]+$/g, ''))
}

const FILE_NAME = /\.(tsx?|mjs|js|md|json|css|html|ya?ml|sh)$/
const MEDIA_TYPE = /^(application|image|multipart|text)\//

/** Whether a word of code claims to be a file or folder of this tree; `*` and `<name>` stand for anything. */
const isPath = (word: string): boolean => {
  if (!/^[\w.*<>@-]+(\/[\w.*<>@-]+)*\/?$/.test(word) || MEDIA_TYPE.test(word)) return false
  if (PACKAGES.some((name) => word === name || word.startsWith(`${name}/`))) return false
  return word.includes('/') || FILE_NAME.test(word)
}

/** A document may shorten a path from the left: projects/rooms.repo.ts, app.ts. */
const isInTree = (word: string): boolean => {
  const path = word.replace(/^\.\//, '').replace(/\/$/, '')
  if (isIgnored(path.split('/')[0] ?? '') || isIgnored(posix.basename(path))) return true
  const pattern = path.replace(/[.+^$()|[\]{}]/g, '\\$&').replace(/<[^>]+>|\*+/g, '[^/]*')
  const wanted = new RegExp(`(^|/)${pattern}/?$`)
  return TREE.some((entry) => wanted.test(entry))
}

const missingPaths = (markdown: string): string[] =>
  wordsInCode(markdown).filter((word) => isPath(word) && !isInTree(word))

const missingLinks = (markdown: string, document: string): string[] =>
  [...matches(markdown, /\]\(<?([^)\s>]+)/g), ...matches(markdown, /\b(?:src|href)="([^"]+)"/g)]
    .filter((target) => !/^([a-z]+:|#)/.test(target))
    .filter((target) => {
      const path = posix.join(dirname(document), target.split('#')[0] ?? '')
      return !TREE.includes(path) && !TREE.includes(`${path.replace(/\/$/, '')}/`)
    })

const missingScripts = (markdown: string): string[] =>
  [...matches(markdown, /npm run ([\w:-]+)/g), ...matches(markdown, /npm (start|test)\b/g)].filter(
    (name) => !Object.hasOwn(scripts, name),
  )

const SOURCES = FILES.filter((path) => /^(src|scripts|tests|vite)\/|^[^/]+\.(ts|js)$/.test(path))
  .filter((path) => /\.(tsx?|mjs|js)$/.test(path) && path !== 'tests/docs.test.ts')
  .map(read)
  .join('\n')

/** Settings and constants: NAMES_LIKE_THIS, and NAME=value. Those of Node itself are not ours. */
const missingNames = (markdown: string): string[] =>
  wordsInCode(markdown)
    .flatMap((word) => matches(word, /^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z][A-Z0-9]*(?==))/g))
    .filter((name) => !name.startsWith('NODE_') && !new RegExp(`\\b${name}\\b`).test(SOURCES))

describe('the checks of this file notice', () => {
  test('a path that is not there, in a line and in a block', () => {
    expect(missingPaths('`src/nowhere/x.ts` and `deploy-to/` beside `package.json`')).toEqual([
      'src/nowhere/x.ts',
      'deploy-to/',
    ])
    expect(missingPaths('```sh\nnode scripts/nothing.mjs --flag\n```')).toEqual(['scripts/nothing.mjs'])
    expect(missingPaths('`<name>.nothing.ts`, `<name>.repo.ts`, `nobody.ts`')).toEqual([
      '<name>.nothing.ts',
      'nobody.ts',
    ])
  })

  test('a link that leads nowhere, seen from its document', () => {
    expect(missingLinks('[a](../package.json) [b](package.json) <img src="x.png">', 'docs/a.md')).toEqual([
      'package.json',
      'x.png',
    ])
  })

  test('a script that package.json does not have', () => {
    expect(missingScripts('`npm run nothing`, npm run dev, npm test')).toEqual(['nothing'])
  })

  test('a setting that nothing reads', () => {
    const name = ['NO', 'SUCH', 'SETTING'].join('_')
    expect(missingNames(`\`${name}\` \`NOSETTING=1 npm start\` \`DATABASE_URL\` \`PORT=1\``)).toEqual([
      name,
      'NOSETTING',
    ])
  })
})

test('there is a README, a guide for contributors and documentation', () => {
  expect(DOCUMENTS).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md']))
  expect(DOCUMENTS.length).toBeGreaterThan(2)
})

/** What a check finds in each document that is not flawless. */
const offenders = (check: (markdown: string, document: string) => string[]): Record<string, string[]> =>
  Object.fromEntries(
    DOCUMENTS.map((document) => [document, check(read(document), document)] as const).filter(
      ([, found]) => found.length > 0,
    ),
  )

test('documents name only paths that exist', () => expect(offenders(missingPaths)).toEqual({}))
test('documents link only to what exists', () => expect(offenders(missingLinks)).toEqual({}))
test('documents name only scripts that exist', () => expect(offenders(missingScripts)).toEqual({}))
test('documents name only settings that are read', () => expect(offenders(missingNames)).toEqual({}))

test('package.json runs only scripts that exist', () => {
  const named = Object.values(scripts).flatMap((command) => matches(command, /\bnode (?:--\S+ )*(\S+)/g))
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((path) => !FILES.includes(path))).toEqual([])
})

test('each command that the one entry of the product knows has a name of its own in package.json', () => {
  const { stderr, status } = spawnSync(process.execPath, [join(ROOT, 'scripts/roomfolio.mjs'), 'nothing'], {
    encoding: 'utf8',
  })
  expect(status).toBe(2)
  const known = /-- (\S+) …/.exec(stderr)?.[1]?.split('|') ?? []
  const named = Object.entries(scripts).filter(([, command]) => / scripts\/roomfolio\.mjs /.test(command))
  expect(named.map(([name]) => name).sort()).toEqual(known.sort())
  for (const [name, command] of named) expect(command).toMatch(new RegExp(`roomfolio\\.mjs ${name}$`))
})

test('a forge runs npm test on every push and npm run test:all every night', () => {
  const [pushed, nightly] = ['test', 'nightly'].map((name) => read(`.github/workflows/${name}.yml`))
  expect(pushed).toMatch(/^on: \[push, pull_request\]$.*\bnpm test\b/ms)
  expect(nightly).toMatch(/^ {2}schedule:$.*\bnpm run test:all\b/ms)
})

/** Set by npm run dev, not by people. */
const INTERNAL = ['ROOMFOLIO_DEV']

test('docs/operations/settings.md lists exactly the settings that the server reads', () => {
  const schema = /^const settings = z\.object\(\{\n(.*?)^\}\)/ms.exec(read('src/server/config.ts'))?.[1] ?? ''
  const parsed = matches(schema, /^ {2}([A-Z][A-Z0-9_]*):/gm)
  const readApart = FILES.filter((path) => /^src\/server\/.*\.ts$/.test(path) && !path.endsWith('.test.ts')).flatMap(
    (path) => matches(read(path), /process\.env(?:\.|\[')([A-Z][A-Z0-9_]*)/g),
  )
  expect(parsed).toEqual(expect.arrayContaining(['PORT', 'DATABASE_URL', ...INTERNAL]))

  const settings = new Set([...parsed, ...readApart].filter((name) => !INTERNAL.includes(name)))
  const listed = matches(read('docs/operations/settings.md'), /^\| *`([A-Z][A-Z0-9_]*)` *\|/gm)
  expect(listed.sort()).toEqual([...settings].sort())
})

test('the lock file installs from any registry', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { resolved?: string }> }
  expect(Object.keys(packages).length).toBeGreaterThan(90)
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([])
})

test('no file names a package registry or a folder of the machine that it was written on', () => {
  const machine =
    /(?:^|[\s"'`(=:])\/(?:home|Users|root|work|tmp)\/[\w.-]|[A-Z]:\\Users\\|registry\.(?:npmjs|yarnpkg)\./m
  expect(machine.test(`at ${['', 'home', 'someone', 'x.ts'].join('/')}`)).toBe(true)

  const texts = FILES.map((path) => ({ path, bytes: readFileSync(join(ROOT, path)) })).filter(
    ({ bytes }) => !bytes.includes(0),
  )
  const offenders = texts.filter(({ bytes }) => machine.test(bytes.toString('utf8'))).map(({ path }) => path)
  expect(texts.length).toBeGreaterThan(50)
  expect(offenders).toEqual([])
})

test('each test that docs/security.md names exists under its title', () => {
  const named = [...read('docs/security.md').matchAll(/`([\w/.-]+\.test\.tsx?)`: “([^”]+)”/g)]
  expect(named.length).toBeGreaterThan(90)
  expect(named.flatMap(([, path = '', title = '']) => (read(path).includes(title) ? [] : `${path}: ${title}`))).toEqual(
    [],
  )
})
