import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type Dialect,
} from 'kysely'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { downloadableUploads, hidesPosition } from '../src/server/attachments/uploads.access.ts'
import { newEvents } from '../src/server/history/activity.access.ts'
import { storeFacts } from '../src/server/structure/derived-facts.all-users.access.ts'
import { changesOfTitle } from '../src/server/items/title-changes.access.ts'
import { readableItems, readableRooms, writableItems } from '../src/server/platform/db/access/core.ts'
import { mintActor, mintLinkReader } from '../src/server/platform/db/actor.ts'
import type { Database } from '../src/server/platform/db/database.ts'
import {
  countByWords,
  countWholeValues,
  EVERY_ITEM,
  fileWordsFrom,
  findAndCountByWords,
  findByWords,
  wordsNear,
  type SearchTerm,
} from '../src/server/search/search-query.access.ts'
import { storeAllWords } from '../src/server/search/words-of-items.all-users.access.ts'
import { countsOfGaps, itemsWithGaps } from '../src/server/upkeep/handover-checklist.access.ts'
import { findTaskRows, itemsForSuggestions } from '../src/server/upkeep/tasks.access.ts'
import { findEndDays, findUpcoming } from '../src/server/upkeep/upcoming.access.ts'
import { columnOf, type Engine, type JSONText } from '../src/server/platform/db/engine.ts'
import { layOutSQL } from './support/lay-out-sql.ts'

/**
 * Statements that are hard to see through in TypeScript, as both engines get them: a change of one shows in
 * tests/statements. After an intended change: `npm test -- unit tests/statements.test.ts -u`.
 */

const ENGINES: readonly Engine[] = ['SQLite', 'PostgreSQL']

/** A database that answers nothing, and the statements that it got. */
const recordingDatabase = (engine: Engine): { db: Database; got: CompiledQuery[] } => {
  const got: CompiledQuery[] = []
  class Recorder extends DummyDriver {
    override acquireConnection() {
      return Promise.resolve({
        executeQuery: (query: CompiledQuery) => {
          got.push(query)
          return Promise.resolve({ rows: [] })
        },
        async *streamQuery() {},
      })
    }
  }
  const dialect: Dialect = {
    createDriver: () => new Recorder(),
    createAdapter: () => (engine === 'SQLite' ? new SqliteAdapter() : new PostgresAdapter()),
    createQueryCompiler: () => (engine === 'SQLite' ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
  return { db: new Kysely({ dialect }), got }
}

const someone = {
  ...{ userID: 7, username: 'robin', roles: [], sessionID: 1 },
  ...{ mustChangePassword: false, mustSetUpSecondFactor: false },
}
const owner = mintActor(someone)
const key = mintActor({ ...someone, sessionID: 0, apiKey: { keyID: 3, writes: false, projects: [11, 12] } })
const link = mintLinkReader({
  ...{ linkID: 5, projectID: 11, ownerID: 8, roomID: 21, scope: { rooms: [21], trade: 'electrician' } },
  hides: { notes: true, files: false, positions: true, labels: [], names: [] },
  ...{ endsAt: null, forQR: false },
})
const actors = { owner, key }
const readers = { owner, key, link }

const term: SearchTerm = {
  ...{ needles: [' oak'], beginnings: [' oak'], exact: [' oak '], inFiles: ['oak'] },
  ...{ subcategories: new Map([[31, EVERY_ITEM]]), categories: [41], rooms: new Set([21]) },
}
const search = {
  sought: [term, { ...term, subcategories: new Map(), categories: [], rooms: new Set<number>() }],
  whole: ' =oak floor·',
  limit: 20,
}
const today = '2026-06-01'
const wants = [{ id: 31, slots: 3, asks: 7, first: 1 }]
const checklist = { projectID: 11, roomIDs: [21, 22] }
const labels = columnOf<JSONText<[]>>('items.title')

/** What compiles or runs, for each kind of caller where that matters. */
type Statements = Record<string, (db: Database) => { compile: () => CompiledQuery } | Promise<unknown>>

const forEach = <Caller>(
  callers: Readonly<Record<string, Caller>>,
  statement: (db: Database, caller: Caller) => ReturnType<Statements[string]>,
): Statements =>
  Object.fromEntries(Object.entries(callers).map(([name, caller]) => [name, (db: Database) => statement(db, caller)]))

const STATEMENTS: Record<string, Statements> = {
  'readable-rooms': forEach(readers, (db, reader) => readableRooms(db, reader).select('rooms.id')),
  'readable-items': forEach(readers, (db, reader) => readableItems(db, reader).select('items.id')),
  'writable-items': forEach(actors, (db, actor) => writableItems(db, actor).select('items.id')),
  'downloadable-uploads': forEach(readers, (db, reader) => downloadableUploads(db, reader).select('uploads.id')),
  'hidden-positions': { owner: (db) => downloadableUploads(db, owner).select(hidesPosition(db, owner)) },
  'new-events': { owner: (db) => newEvents(db, owner, 11) },
  'title-changes': forEach(readers, (db, reader) =>
    readableItems(db, reader).select(changesOfTitle(db, reader, columnOf('items.id')).as('changes')),
  ),
  search: forEach(actors, (db, actor) => findByWords(db, actor, search)),
  'search-some-words': {
    owner: (db) => findByWords(db, owner, { ...search, some: true, projectID: 11, after: { score: 9, id: 51 } }),
  },
  'search-in-files': { owner: (db) => findByWords(db, owner, { ...search, inFiles: true, catID: 41 }) },
  'search-without-file-names': { owner: (db) => findByWords(db, owner, { ...search, byFileName: false }) },
  'search-counts': { owner: (db) => countByWords(db, owner, search) },
  'search-with-counts': { owner: (db) => findAndCountByWords(db, owner, search) },
  'search-whole-values': { owner: (db) => countWholeValues(db, owner, [' =oak·', ' =ash·']) },
  'search-corrections': { owner: (db) => wordsNear(db, owner, {}, [{ word: 'oka', parts: ['ok', 'ka'] }], 100) },
  'search-corrections-in-files': { owner: (db) => fileWordsFrom(db, owner, { projectID: 11 }, ['o'], 100) },
  upcoming: {
    owner: (db) =>
      findUpcoming(
        db,
        owner,
        {
          today,
          coming: { after: undefined, limit: 20 },
          over: { before: { day: today, itemID: 51, slot: 2 }, limit: 20 },
        },
        labels,
      ),
  },
  'upcoming-ends-of-item': {
    owner: (db) => findEndDays(db, owner, { itemID: 51, today, coming: { after: undefined, limit: 20 } }),
  },
  tasks: forEach(actors, (db, actor) =>
    findTaskRows(db, actor, { projectID: 11, after: { day: today, itemID: 51 }, limit: 20 }),
  ),
  'task-suggestions': forEach(actors, (db, actor) =>
    itemsForSuggestions(db, actor, { projectID: undefined, subcategories: ['Boiler'], limit: 20 }),
  ),
  'checklist-counts': { owner: (db) => countsOfGaps(db, owner, 11, wants) },
  'checklist-items': {
    missing: (db) => itemsWithGaps(db, owner, checklist, wants, { show: 'missing', only: 'values' }),
    dismissed: (db) => itemsWithGaps(db, owner, checklist, wants, { show: 'setaside', only: undefined }),
  },
  'derived-facts': {
    'all users': (db) => storeFacts(db, ['title'], [{ id: 51, version: 2, facts: { title: 'Oak floor' } }]),
  },
  'search-words': {
    'all users': (db) =>
      storeAllWords(db, [
        { item_id: 51, room_id: 21, category_id: 41, subcategory_id: 31, filled: 1, vals: '', notes: '', files: '' },
      ]),
  },
}

const sqlOf = async (engine: Engine, statements: Statements): Promise<string> => {
  const parts: string[] = []
  for (const [caller, statement] of Object.entries(statements)) {
    const { db, got } = recordingDatabase(engine)
    const made = statement(db)
    // Without rows, the function may fail on its answer: only its statement counts.
    if ('compile' in made) got.push(made.compile())
    else await made.catch(() => undefined)
    expect(got, caller).toHaveLength(1)
    for (const { sql, parameters } of got)
      parts.push(`-- ${caller}\n${layOutSQL(sql)};\n-- ${JSON.stringify(parameters)}\n`)
  }
  return parts.join('\n')
}

const FOLDER = 'statements'
const fileOf = (name: string, engine: Engine): string => `${name}.${engine.toLowerCase()}.sql`

test('every file of statements is compared', () => {
  const compared = Object.keys(STATEMENTS).flatMap((name) => ENGINES.map((engine) => fileOf(name, engine)))
  expect(readdirSync(join(import.meta.dirname, FOLDER)).sort()).toEqual(compared.sort())
})

test.each(Object.entries(STATEMENTS))('the statement %s is the one that was reviewed', async (name, statements) => {
  for (const engine of ENGINES)
    await expect(await sqlOf(engine, statements)).toMatchFileSnapshot(`statements/${name}.${engine.toLowerCase()}.sql`)
})
