import { NOT_THE_PROJECT } from '../../shared/contract/problem.ts'
import type { Undo, UndoKinds } from '../history/history-hooks.ts'
import { eventsAfter, orNotThere } from '../history/undo.repo.ts'
import { ownedProjectsOrTemplates, writableRooms } from '../platform/db/access/core.ts'
import { AppError } from '../platform/http/app-error.ts'
import { deleteProject } from './projects.repo.ts'
import { deleteRoom } from './rooms.repo.ts'

const undoRoom: Undo = async (trx, clock, actor, event) => {
  const { eventID, projectID, roomID } = event
  if (roomID === null) throw new AppError('no_undo')
  const room = writableRooms(trx, actor)
    .where('rooms.id', '=', roomID)
    .where('rooms.project_id', '=', projectID)
    .select('rooms.id')
  const later = eventsAfter(trx, actor, event).where('events.room_id', '=', roomID).select('events.id')
  if (!(await room.executeTakeFirst()) || (await later.executeTakeFirst()))
    throw await orNotThere(trx, actor, eventID, new AppError('changed_since', { body: { items: [] } }))
  const { name, eventID: undoneBy } = await deleteRoom(trx, clock, actor, roomID, eventID)
  return { eventID: undoneBy, sentence: `Moved room "${name}" to the trash.` }
}

const undoProject: Undo = async (trx, clock, actor, event) => {
  const { eventID, projectID } = event
  const own = ownedProjectsOrTemplates(trx, actor).where('projects.id', '=', projectID).select('projects.id')
  if (!(await own.executeTakeFirst())) throw new AppError('not_allowed', { sentence: NOT_THE_PROJECT })
  const later = eventsAfter(trx, actor, event).select('events.id')
  if (await later.executeTakeFirst()) throw new AppError('changed_since', { body: { items: [] } })
  const { kind, name, eventID: undoneBy } = await deleteProject(trx, clock, actor, projectID, eventID)
  return { eventID: undoneBy, sentence: `Moved ${kind} "${name}" to the trash.` }
}

export const UNDO_PROJECTS = {
  'project copied': undoProject,
  'project kept as template': undoProject,
  'project created from template': undoProject,
  'room copied': undoRoom,
} satisfies UndoKinds['its']
