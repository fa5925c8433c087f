import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './database.ts'
import { engineOf, type Engine } from './engine.ts'

/** Where the value of each stand-in is found in the values of a run. */
const paths = new WeakMap<object, readonly string[]>()

/** Stands for a value that each run brings, and its properties for those of the value. */
const standIn = (path: readonly string[]): object => {
  const one = new Proxy(Object.freeze({}), {
    get: (_, name) => {
      if (typeof name === 'symbol') throw new TypeError(`A prepared statement passes ${path.join('.')} on unseen.`)
      return standIn([...path, name])
    },
  })
  paths.set(one, path)
  return one
}

const readAt = (values: unknown, path: readonly string[]): unknown =>
  path.reduce((value, name) => (value as Record<string, unknown>)[name], values)

const names = new Map<string, string>()

/** The name of a prepared statement by its text; undefined for every other statement. */
export const nameOfPrepared = (text: string): string | undefined => names.get(text)

/**
 * A statement that is written and compiled once for each engine, because that costs more than most statements take to
 * run. `write` gets stand-ins for the values: it may put them into the statement, but neither decide by them nor reckon
 * with them, and it may use nothing else that differs from run to run. Answers the rows.
 */
export const prepared = <Values extends object, Row>(write: (db: Database, values: Values) => Compilable<Row>) => {
  const compiled: Partial<Record<Engine, CompiledQuery<Row>>> = {}
  const compile = (db: Database): CompiledQuery<Row> => {
    const statement = write(db, standIn([]) as Values).compile()
    if (!names.has(statement.sql)) names.set(statement.sql, `prepared_${names.size}`)
    return statement
  }
  return async (db: Database, values: Values): Promise<Row[]> => {
    const statement = (compiled[engineOf(db)] ??= compile(db))
    const parameters = statement.parameters.map((parameter) => {
      const path = typeof parameter === 'object' && parameter !== null ? paths.get(parameter) : undefined
      return path ? readAt(values, path) : parameter
    })
    return (await db.executeQuery<Row>({ ...statement, parameters })).rows
  }
}
