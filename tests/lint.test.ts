import { ESLint } from 'eslint'
import { expect, test } from 'vitest'

const eslint = new ESLint()
const REPOSITORY = 'src/server/items/items.repo.ts'

/** What lint says of a file that would lie there. */
const complaints = async (text: string, filePath = REPOSITORY): Promise<string[]> => {
  const [result] = await eslint.lintText(text, { filePath })
  return (result?.messages ?? []).map(({ ruleId }) => ruleId ?? 'not read')
}

const [IMPORTS, SYNTAX, BOUNDARIES] = [
  '@typescript-eslint/no-restricted-imports',
  'no-restricted-syntax',
  'house/boundaries',
]
const FROM_ACTOR = "from '../db/actor.ts'"

test.each([
  [IMPORTS, "import { sql } from 'kysely'\nexport const all = sql`select * from items`"],
  [IMPORTS, "import * as kysely from 'kysely'\nexport const all = kysely.sql`select * from items`"],
  [IMPORTS, "import { Kysely } from 'kysely'\nexport const db = Kysely"],
  [IMPORTS, "import { CompiledQuery } from 'kysely'\nexport const all = CompiledQuery.raw('delete from items')"],
  [IMPORTS, `import { mintActor } ${FROM_ACTOR}\nexport const somebody = mintActor`],
  [IMPORTS, `import { mintLinkReader } ${FROM_ACTOR}\nexport const somebody = mintLinkReader`],
  [IMPORTS, `import { mintOnlooker as mint } ${FROM_ACTOR}\nexport const somebody = mint`],
  [IMPORTS, `import * as actors ${FROM_ACTOR}\nexport const somebody = actors.mintActor`],
  [SYNTAX, "export const all = (db) => db.withTables().selectFrom('items')"],
  [SYNTAX, "export const all = (db) => db['withTables']().selectFrom('items')"],
  [SYNTAX, "export const all = (db) => db.withSchema('public').selectFrom('items')"],
  [SYNTAX, 'export const all = (db, query) => db.executeQuery(query)'],
  [SYNTAX, 'export const all = (db, query) => db.getExecutor().executeQuery(query)'],
  [SYNTAX, 'export const all = ({ executeQuery }, query) => executeQuery(query)'],
  [BOUNDARIES, "import { whole } from '../db/whole.ts'\nexport const all = whole"],
  [BOUNDARIES, "import { blobs } from '../db/installation.ts'\nexport const all = blobs"],
])('%s refuses in a repository: %s', async (rule, text) => {
  expect(await complaints(text)).toContain(rule)
})

test('who looks up who somebody is may say it, of their own kind alone', async () => {
  const mint = (name: string) => `import { ${name} } ${FROM_ACTOR}\nexport const somebody = ${name}`
  const places = {
    mintActor: 'src/server/auth/session.ts',
    mintLinkReader: 'src/server/links/reader.repo.ts',
    mintOnlooker: 'src/server/calendar/calendar.repo.ts',
  }
  for (const [name, place] of Object.entries(places)) {
    for (const other of Object.keys(places))
      expect(await complaints(mint(other), place), `${other} in ${place}`).toEqual(other === name ? [] : [IMPORTS])
  }
})
