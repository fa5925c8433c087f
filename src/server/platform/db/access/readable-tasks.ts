import type { Actor } from '../actor.ts'
import type { Database } from '../database.ts'
import { writableProjects, readableProjects } from './core.ts'

/** Tasks by the right to their project. See core.ts for the rights. */

/** Tasks of existing things; those of things in the trash are hidden. */
const awake = (projects: ReturnType<typeof writableProjects>) =>
  projects
    .innerJoin('tasks', 'tasks.project_id', 'projects.id')
    .leftJoin('items', 'items.id', 'tasks.item_id')
    .leftJoin('rooms', (join) => join.on((eb) => eb('rooms.id', '=', eb.fn.coalesce('tasks.room_id', 'items.room_id'))))
    .where('items.deleted_at', 'is', null)
    .where('rooms.deleted_at', 'is', null)

export const readableTasks = (db: Database, actor: Actor) => awake(readableProjects(db, actor))

export const writableTasks = (db: Database, actor: Actor) => awake(writableProjects(db, actor))
