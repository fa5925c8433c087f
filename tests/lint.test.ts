import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { tool } from '../scripts/lib/run.mjs'
import { EXCEPTIONS } from '../scripts/storeys.mjs'
import { temporaryFolder } from './support/temporary-folder.ts'

const [BOUNDARIES, SCOPE] = ['house(boundaries)', 'house(within-the-scope)']
const ACTOR = 'src/server/platform/db/actor.ts'
const FROM_ACTOR = "from '../platform/db/actor.ts'"

const REFUSED: [string, string][] = [
  [BOUNDARIES, "import { sql } from 'kysely'\nexport const all = sql`select * from items`"],
  [BOUNDARIES, "import * as kysely from 'kysely'\nexport const all = kysely.sql`select * from items`"],
  [BOUNDARIES, "import { Kysely } from 'kysely'\nexport const db = Kysely"],
  [BOUNDARIES, "import { CompiledQuery } from 'kysely'\nexport const all = CompiledQuery.raw('delete from items')"],
  [BOUNDARIES, "export const all = async () => (await import('kysely')).sql`select * from items`"],
  [BOUNDARIES, `import { mintActor } ${FROM_ACTOR}\nexport const somebody = mintActor`],
  [BOUNDARIES, `import { mintLinkReader } ${FROM_ACTOR}\nexport const somebody = mintLinkReader`],
  [BOUNDARIES, `import { mintOnlooker as mint } ${FROM_ACTOR}\nexport const somebody = mint`],
  [BOUNDARIES, `import * as actors ${FROM_ACTOR}\nexport const somebody = actors.mintActor`],
  [BOUNDARIES, "import { unscoped } from '../platform/db/access/unscoped.ts'\nexport const all = unscoped"],
  [BOUNDARIES, "import { blobs } from '../platform/storage/blobs.all-users.access.ts'\nexport const all = blobs"],
  [SCOPE, "export const all = (db) => db.withTables().selectFrom('items')"],
  [SCOPE, "export const all = (db) => db['withTables']().selectFrom('items')"],
  [SCOPE, "export const all = (db) => db.withSchema('public').selectFrom('items')"],
  [SCOPE, 'export const all = (db, query) => db.executeQuery(query)'],
  [SCOPE, 'export const all = (db, query) => db.getExecutor().executeQuery(query)'],
  [SCOPE, 'export const all = ({ executeQuery }, query) => executeQuery(query)'],
]

const LINT_FILES = ['.oxlintrc.json', 'scripts/lint-rules.mjs', 'scripts/storeys.mjs']

/** What lint says of these files, each by its path: the names of rules. */
const complaints = async (files: Readonly<Record<string, string>>): Promise<Map<string, string[]>> => {
  const folder = temporaryFolder()
  const put = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    return join(folder, path)
  }
  for (const path of LINT_FILES) copyFileSync(path, put(path))
  for (const [path, text] of Object.entries(files)) writeFileSync(put(path), text)
  const [program, args] = tool('oxlint', ['--format=json'])
  const report = await new Promise<string>((resolve) => {
    execFile(program, args, { cwd: folder }, (_error, stdout) => resolve(stdout))
  })
  const { diagnostics } = JSON.parse(report) as { diagnostics: { code?: string; filename: string }[] }
  return new Map(
    Object.keys(files).map((path) => [
      path,
      diagnostics.flatMap(({ filename, code }) => (filename === path && code?.startsWith('house(') ? [code] : [])),
    ]),
  )
}

test('lint refuses ways around the rules about user data', async () => {
  const path = (at: number) => `src/server/items/refused-${at}.repo.ts`
  const said = await complaints(Object.fromEntries(REFUSED.map(([, text], at) => [path(at), text])))
  for (const [at, [rule, text]] of REFUSED.entries()) {
    expect(said.get(path(at)), text).toContain(rule)
    // A rule about a file that was renamed would refuse nothing.
    for (const [, imported = ''] of text.matchAll(/from '(\.[^']+)'/g))
      expect(existsSync(join(dirname(path(at)), imported)), imported).toBe(true)
  }
})

test('lint lets access files write and begin statements, but no others, nor statements on the data of all users', async () => {
  const said = await complaints({
    'src/server/items/items.access.ts':
      "import { sql } from 'kysely'\nimport { unscoped } from '../platform/db/access/unscoped.ts'\nexport const all = [sql, unscoped]",
    'src/server/items/around.access.ts': "export const all = (db) => db.withTables().selectFrom('items')",
    'src/server/items/raw.access.ts': "import { CompiledQuery } from 'kysely'\nexport const all = CompiledQuery",
    'src/server/items/bytes.access.ts':
      "import { blobs } from '../platform/storage/blobs.all-users.access.ts'\nexport const all = blobs",
    'src/server/items/items.routes.ts':
      "import { updateOneItem } from './items.access.ts'\nexport const all = updateOneItem",
  })
  expect([...said.values()]).toEqual([[], [SCOPE], [BOUNDARIES], [BOUNDARIES], [BOUNDARIES]])
})

test('who looks up who somebody is may say it, of their own kind alone', async () => {
  const places = {
    mintActor: 'src/server/identity/sessions/find-actor.ts',
    mintLinkReader: 'src/server/sharing/links/reader.repo.ts',
    mintOnlooker: 'src/server/upkeep/calendar.repo.ts',
  }
  for (const minted of Object.keys(places)) {
    const textIn = (place: string) =>
      `import { ${minted} } from '${relative(dirname(place), ACTOR)}'\nexport const somebody = ${minted}`
    const said = await complaints(Object.fromEntries(Object.values(places).map((place) => [place, textIn(place)])))
    for (const [name, place] of Object.entries(places))
      expect(said.get(place), `${minted} in ${place}`).toEqual(name === minted ? [] : [BOUNDARIES])
  }
})

test('lint refuses an import from a higher domain, and an exception that is not needed', async () => {
  const storeys = readFileSync('scripts/storeys.mjs', 'utf8')
  const said = await complaints({
    'scripts/storeys.mjs': storeys.replace('EXCEPTIONS = [', "EXCEPTIONS = ['src/server/items/needless.ts -> admin', "),
    'src/server/structure/up.ts': "import { up } from '../items/up.ts'\nexport const down = up",
    'src/web/structure/up.ts': "export const up = async () => import('../items/up.ts')",
    'src/shared/contract/up.ts': "import type { Up } from '../items/up.ts'\nexport type Down = Up",
    'src/server/items/down.ts': "import { down } from '../structure/down.ts'\nexport const up = down",
    'src/server/nowhere/down.ts': 'export const up = 1',
    'src/server/items/needless.ts': 'export const needs = []',
  })
  const refused = ['house(storeys)']
  expect([...said.values()]).toEqual([[], refused, refused, [BOUNDARIES, ...refused], [], refused, refused])
  // Lint does not look at a file that is gone.
  expect(EXCEPTIONS.filter((one) => !existsSync(one.split(' -> ')[0] ?? ''))).toEqual([])
})

test('lint refuses what older browsers lack in what runs there', async () => {
  const said = await complaints({
    'src/web/items/parse.ts': 'export const can = (text: string) => URL.canParse(text)',
    'src/shared/any.ts': 'export const any = (signals: AbortSignal[]) => AbortSignal.any(signals)',
    'src/server/items/parse.ts': 'export const can = (text: string) => URL.canParse(text)',
  })
  expect([...said.values()]).toEqual([['house(older-browsers)'], ['house(older-browsers)'], []])
})

test('no comment switches lint off', () => {
  const switched = new RegExp(['oxlint', 'disable'].join('-'))
  const files = ['src', 'tests', 'scripts', 'vite', 'sample-project'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => /\.(tsx?|m?js)$/.test(path)),
  )
  expect(files.filter((path) => switched.test(readFileSync(path, 'utf8')))).toEqual([])
})
