import { ValueNode, type Compilable, type CompiledQuery, type Expression } from 'kysely'
import type { Actor } from './actor.ts'
import type { Database } from './database.ts'
import { engineOf, type Engine } from './engine.ts'
import { namePrepared } from './prepared-names.ts'

type Scalar = string | number | null

/** A value of each run: an expression, so a branch on it or a computation with it does not compile. */
class Placeholder implements Expression<unknown> {
  readonly expressionType = undefined
  readonly path: readonly string[]

  constructor(path: readonly string[]) {
    this.path = path
  }

  toOperationNode(): ValueNode {
    return ValueNode.create(this)
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError(`A prepared statement computes with ${this.path.join('.')}.`)
  }
}

/** Values as a prepared statement sees them. Only `actor` keeps its type, because it is passed to the access layer. */
export type Placeholders<Values> = {
  [Name in keyof Values]: Values[Name] extends Actor
    ? Actor
    : Values[Name] extends Scalar
      ? Expression<Values[Name]>
      : Placeholders<Values[Name]>
}

const placeholdersFor = (values: object, path: readonly string[] = []): object =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => {
      const at = [...path, name]
      return [name, typeof value === 'object' && value !== null ? placeholdersFor(value, at) : new Placeholder(at)]
    }),
  )

/** Any session's user. What differs between sessions and is no column throws. */
const SESSION = new Proxy(
  {
    ...{ kind: 'person', apiKey: undefined },
    ...{ userID: new Placeholder(['actor', 'userID']), username: new Placeholder(['actor', 'username']) },
  },
  {
    get: (known, name) => {
      if (!(name in known)) throw new TypeError(`A prepared statement looks at ${String(name)} of its actor.`)
      return known[name as keyof typeof known]
    },
  },
) as unknown as Actor

const readAt = (values: unknown, path: readonly string[]): unknown =>
  path.reduce((value, name) => (value as Record<string, unknown>)[name], values)

/**
 * A statement that is built and compiled once per engine, because that takes longer than running most statements
 * (docs/decisions/0089-frequent-statements-are-prepared.md). All sessions share one; for an API key it is written again
 * for each call, since the key's limits change it. Returns the rows.
 */
export const prepared =
  <Values extends object>() =>
  <Row>(write: (db: Database, values: Placeholders<Values>) => Compilable<Row>) => {
    const compiled: Partial<Record<Engine, CompiledQuery<Row>>> = {}
    const compile = (db: Database, values: Values, actor: Actor): CompiledQuery<Row> =>
      write(db, { ...placeholdersFor(values), actor } as unknown as Placeholders<Values>).compile()
    const compileForSessions = (db: Database, values: Values): CompiledQuery<Row> => {
      const statement = compile(db, values, SESSION)
      namePrepared(statement.sql)
      return statement
    }
    return async (db: Database, values: Values): Promise<Row[]> => {
      const { actor } = values as { actor?: Actor }
      const statement = actor?.apiKey
        ? compile(db, values, actor)
        : (compiled[engineOf(db)] ??= compileForSessions(db, values))
      const parameters = statement.parameters.map((parameter) =>
        parameter instanceof Placeholder ? readAt(values, parameter.path) : parameter,
      )
      return (await db.executeQuery<Row>({ ...statement, parameters })).rows
    }
  }
