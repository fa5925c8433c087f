import { sql, type Expression } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Database } from '../database.ts'
import { parseJSON, type JSONText } from '../engine.ts'
import { endsAsJSON, type AskedEnds, type EndRow } from './expiry-dates.ts'
import { askedProjects } from './core.ts'
import { tasksAsJSON, type TaskRow } from './tasks.ts'

/**
 * Expiry dates in the projects that the actor may read, and tasks too if `coming` is requested. One statement, which
 * determines the projects once. Both lists are unordered.
 */
export const findUpcoming = async (
  db: Database,
  actor: Actor,
  asked: AskedEnds,
  /** The labels of a row of `items`. */
  labels: Expression<EndRow['labels']>,
): Promise<{ tasks: TaskRow[]; ends: EndRow[] }> => {
  const tasks = asked.coming && tasksAsJSON(db, actor, { ...asked, ...asked.coming })
  const ends = endsAsJSON(db, asked, labels)
  const { rows } = await sql<{ tasks: JSONText<TaskRow[]> | null; ends: JSONText<EndRow[]> }>`
    with mine as materialized (${askedProjects(db, actor, asked)}), ${tasks ? sql`${tasks.table},` : sql``} ${ends.table}
    select ${tasks ? tasks.list : sql`null`} as tasks, ${ends.list} as ends`.execute(db)
  const [row] = rows
  return { tasks: row?.tasks ? parseJSON(row.tasks) : [], ends: row ? parseJSON(row.ends) : [] }
}
