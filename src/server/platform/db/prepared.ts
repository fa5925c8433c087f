import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './database.ts'
import { engineOf, type Engine } from './engine.ts'
import { namePrepared } from './prepared-names.ts'

/** The path of each placeholder in the values of a run. */
const paths = new WeakMap<object, readonly string[]>()

/** A placeholder for a value of each run; its properties are placeholders for those of the value. */
const standIn = (path: readonly string[], limited: Set<string>): object => {
  const one = new Proxy(Object.freeze({}), {
    get: (_, name) => {
      if (typeof name === 'symbol') throw new TypeError(`A prepared statement passes ${path.join('.')} on unseen.`)
      if (name !== 'apiKey') return standIn([...path, name], limited)
      limited.add(path.join('.'))
      return undefined
    },
  })
  paths.set(one, path)
  return one
}

const readAt = (values: unknown, path: readonly string[]): unknown =>
  path.reduce((value, name) => (value as Record<string, unknown>)[name], values)

/**
 * A statement that is built and compiled once per engine, because that takes longer than running most statements.
 * `write` receives placeholders for the values: it may insert them into the statement, but not branch on them, compute
 * with them, or use anything else that differs between runs. The `apiKey` of an actor is the exception: a statement that
 * looks at it is prepared for sessions, and written again for each call with a key. Returns the rows.
 */
export const prepared = <Values extends object, Row>(write: (db: Database, values: Values) => Compilable<Row>) => {
  const compiled: Partial<Record<Engine, CompiledQuery<Row>>> = {}
  /** The paths of the actors whose `apiKey` the statement looks at. */
  const limited = new Set<string>()
  const compile = (db: Database): CompiledQuery<Row> => {
    const statement = write(db, standIn([], limited) as Values).compile()
    namePrepared(statement.sql)
    return statement
  }
  const isByKey = (values: Values) =>
    [...limited].some((path) => (readAt(values, path.split('.')) as { apiKey?: object }).apiKey !== undefined)
  return async (db: Database, values: Values): Promise<Row[]> => {
    const statement = (compiled[engineOf(db)] ??= compile(db))
    if (isByKey(values)) return (await db.executeQuery(write(db, values).compile())).rows
    const parameters = statement.parameters.map((parameter) => {
      const path = typeof parameter === 'object' && parameter !== null ? paths.get(parameter) : undefined
      return path ? readAt(values, path) : parameter
    })
    return (await db.executeQuery<Row>({ ...statement, parameters })).rows
  }
}
