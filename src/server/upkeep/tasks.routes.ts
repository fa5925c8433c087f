import {
  createTask,
  declineSuggestion,
  deleteTask,
  markTaskDone,
  listTaskSuggestions,
  putOffTask,
  skipTask,
  updateTask,
} from '../../shared/upkeep/tasks.api.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Services } from '../services.ts'
import { checkSuggestion, decline, listSuggestions } from './task-suggestions.repo.ts'
import * as tasks from './tasks.repo.ts'

export const taskRoutes = (serve: Serve, { db, clock }: Services): void => {
  serve(createTask, ({ actor, body, once }) => {
    if (body.suggestion !== undefined) checkSuggestion(body.suggestion)
    return once((trx) => tasks.addTask(trx, clock, actor, body))
  })

  serve(updateTask, ({ actor, body }) => tasks.changeTask(db, clock, actor, body))

  serve(markTaskDone, ({ actor, body }) => tasks.markTaskDone(db, clock, actor, body))

  serve(putOffTask, ({ actor, body }) => tasks.putOffTask(db, clock, actor, body))

  serve(skipTask, ({ actor, body }) => tasks.skipTask(db, clock, actor, body))

  serve(deleteTask, ({ actor, query }) => tasks.deleteTask(db, clock, actor, query))

  serve(listTaskSuggestions, async ({ actor, query }) => ({
    suggestions: await listSuggestions(db, actor, query.projectID),
  }))

  serve(declineSuggestion, async ({ actor, body }) => {
    checkSuggestion(body.suggestion)
    await decline(db, actor, body.itemID, body.suggestion)
    return { message: 'It won’t be suggested again.' }
  })
}
