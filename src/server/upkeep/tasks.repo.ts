import type { z } from 'zod/mini'
import { dateInWords } from '../../shared/lib/dates.ts'
import type { EventKind, DomainEvent } from '../../shared/events.ts'
import type { TaskThen } from '../../shared/upkeep/upkeep-events.ts'
import { nextDay, dayOfRule } from '../../shared/lib/recurrence.ts'
import { MOST_TASKS, type createTask, type Repeats, type Task, type updateTask } from '../../shared/upkeep/tasks.api.ts'
import { isoTime, type Clock } from '../platform/lib/clock.ts'
import type { Actor } from '../platform/db/actor.ts'
import { transact, type Database } from '../platform/db/database.ts'
import { writableEvents } from '../platform/db/access/core.ts'
import {
  countTasks,
  deleteOneTask,
  insertAnswer,
  insertTask,
  lockTask,
  lockTaskPlace,
  updateOneTask,
  type LockedTask,
  type TaskRow,
} from './tasks.access.ts'
import { changesBetween, writeEvent } from '../history/events.repo.ts'
import type { Undo } from '../history/history-hooks.ts'
import { AppError } from '../platform/http/app-error.ts'

export const repeatsOf = ({ every, unit, from_done }: Pick<LockedTask, 'every' | 'unit' | 'from_done'>): Repeats =>
  every === 0 ? null : { every, unit, fromDone: from_done === 1 }

export const columnsOf = (repeats: Repeats) => ({
  every: repeats?.every ?? 0,
  unit: repeats?.unit ?? ('day' as const),
  from_done: Number(repeats?.fromDone ?? false),
})

export const asTask = ({ starts: _, every, unit, fromDone, ...task }: TaskRow): Task => ({
  ...task,
  repeats: repeatsOf({ every, unit, from_done: fromDone }),
})

const thenOf = (task: LockedTask): TaskThen => {
  const { taskID, name, note, day, starts, done_on: doneOn } = task
  return { taskID, name, note, day, starts, repeats: repeatsOf(task), doneOn }
}

const whereOf = ({ roomID, itemID }: LockedTask) => ({
  ...(roomID !== null && { roomID }),
  ...(itemID !== null && { itemID }),
})

const inWords = (day: string): string => dateInWords(day, 'en-US')

/** The server's day, for callers that do not send theirs. */
const dayNow = (clock: Clock): string => isoTime(clock).slice(0, 10)

interface ChangedTask {
  eventID: number
  day: string | null
  message: string
}

/** Throws `not_found` for the room or item of the task, and `too_many_tasks`. */
export const addTask = (
  db: Database,
  clock: Clock,
  actor: Actor,
  { inputs, suggestion, ...at }: z.output<typeof createTask.body>,
): Promise<ChangedTask & { taskID: number }> =>
  transact(db, async (trx) => {
    const place = await lockTaskPlace(trx, actor, at)
    if (!place) throw new AppError('not_found')
    if ((await countTasks(trx, place)) >= MOST_TASKS)
      throw new AppError('too_many_tasks', { values: { limit: `${MOST_TASKS}` } })
    const { name, note = '', day, repeats } = inputs
    const { id: taskID } = await insertTask(trx, place, {
      ...{ name, note, day, starts: day, done_on: null, created_at: isoTime(clock) },
      ...columnsOf(repeats),
    })
      .returning('tasks.id')
      .executeTakeFirstOrThrow()
    if (suggestion !== undefined && place.itemID !== null) await insertAnswer(trx, place, suggestion).execute()
    const after = { taskID, name, note, day, starts: day, repeats, doneOn: null }
    const eventID = await writeEvent(trx, clock, actor, place.projectID, {
      ...{ kind: 'task created', ...place.where, before: null, after },
    })
    return { taskID, eventID, day, message: `Created task "${name}"` }
  })

/** Locks a task. Throws `not_found`, and `task_changed` if it has changed since the caller saw it. */
const lockUnchanged = async (trx: Database, actor: Actor, { taskID, version }: Seen): Promise<LockedTask> => {
  const task = await lockTask(trx, actor, taskID)
  if (!task) throw new AppError('not_found')
  if (version !== undefined && task.version !== version) throw new AppError('task_changed')
  return task
}
interface Seen {
  taskID: number
  version?: number | undefined
}

/** Stores the task's new state; null deletes it. */
const storeTask = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  taskID: number,
  next: TaskThen | null,
): Promise<void> => {
  if (next === null) {
    await deleteOneTask(trx, actor, taskID).execute()
    return
  }
  const { name, note, day, starts, repeats, doneOn } = next
  await updateOneTask(trx, actor, taskID)
    .set({ name, note, day, starts, done_on: doneOn, updated_at: isoTime(clock), ...columnsOf(repeats) })
    .execute()
}

/** The task after a day, by its rule; null if it does not repeat. */
const nextTask = (task: TaskThen, day: string, doneOn: string | null): TaskThen | null => {
  const { repeats, starts } = task
  if (!repeats) return null
  if (!repeats.fromDone) return { ...task, doneOn, day: nextDay(starts, repeats, task.day > day ? task.day : day) }
  const next = dayOfRule(day, repeats, 1)
  return { ...task, doneOn, day: next, starts: next }
}

const nextOn = (next: TaskThen | null): string => (next ? ` Next on ${inWords(next.day)}.` : '')

type Inputs = z.output<typeof updateTask.body>['inputs']

/** A new day or rule counts from that day on. */
const changedBy = (task: TaskThen, { name, note, day, repeats }: Inputs): TaskThen => {
  const then = { ...task, name: name ?? task.name, note: note ?? task.note, day: day ?? task.day }
  const rule = repeats === undefined ? task.repeats : repeats
  const isAsBefore = then.day === task.day && JSON.stringify(rule) === JSON.stringify(task.repeats)
  return { ...then, repeats: rule, starts: isAsBefore ? task.starts : then.day }
}

type TaskEvent = Extract<EventKind, `task ${string}`>

interface Step {
  next: TaskThen | null
  event: DomainEvent<TaskEvent>
  message: string
}

const change =
  <Asked extends Seen>(
    stepOf: (task: TaskThen, asked: Asked, today: string, where: { roomID?: number; itemID?: number }) => Step,
  ) =>
  (db: Database, clock: Clock, actor: Actor, asked: Asked): Promise<ChangedTask> =>
    transact(db, async (trx) => {
      const task = await lockUnchanged(trx, actor, asked)
      const { next, event, message } = stepOf(thenOf(task), asked, dayNow(clock), whereOf(task))
      await storeTask(trx, clock, actor, task.taskID, next)
      const eventID = await writeEvent(trx, clock, actor, task.projectID, event)
      return { eventID, day: next?.day ?? null, message }
    })

/** All of these throw `not_found`, and all but the last `task_changed`. */
export const changeTask = change<Seen & { inputs: Inputs }>((before, { inputs }, _, where) => {
  const after = changedBy(before, inputs)
  return {
    next: after,
    event: { kind: 'task changed', ...where, before, after },
    message: `Updated task "${after.name}"`,
  }
})

export const markTaskDone = change<Seen & { day?: string | undefined; note?: string | undefined }>(
  (before, { day, note = '' }, today, where) => {
    const on = day ?? today
    const next = nextTask(before, on, on)
    return {
      next,
      event: { kind: 'task done', ...where, before, after: { on, note: note.trim(), next } },
      message: `Done: "${before.name}".${nextOn(next)}`,
    }
  },
)

export const putOffTask = change<Seen & { day: string }>((before, { day }, _, where) => {
  const after = { ...before, day }
  return {
    next: after,
    event: { kind: 'task put off', ...where, before, after },
    message: `Put off "${before.name}" to ${inWords(day)}.`,
  }
})

export const skipTask = change<Seen & { today?: string | undefined }>((before, { today }, now, where) => {
  const from = today ?? now
  const next = nextTask(before, before.day > from ? before.day : from, before.doneOn)
  return {
    next,
    event: { kind: 'task skipped', ...where, before, after: { next } },
    message: `Skipped "${before.name}".${nextOn(next)}`,
  }
})

export const deleteTask = change<Seen>((before, _asked, _today, where) => ({
  next: null,
  event: { kind: 'task deleted', ...where, before, after: null },
  message: `Deleted task "${before.name}"`,
}))

/** The task before and after an event; undefined for events that are not about a task. */
const readTaskEvent = (kind: TaskEvent, before: string | null, after: string | null) => {
  const read = (text: string | null) => (text === null ? null : (JSON.parse(text) as TaskThen & { next?: TaskThen }))
  const [was, is] = [read(before), read(after)]
  return { was, is: kind === 'task done' || kind === 'task skipped' ? (is?.next ?? null) : is }
}

/**
 * Undoes an event of a task if the task is still as the event left it. Throws `changed_since` if it is not, or if its
 * room or item is gone, and `no_undo` for an Undo.
 */
const undoTask: Undo<TaskEvent> = async (trx, clock, actor, { eventID, kind, projectID }) => {
  if (kind === 'task undone') throw new AppError('no_undo')
  const event = await writableEvents(trx, actor)
    .where('events.id', '=', eventID)
    .select(['events.before', 'events.after', 'events.room_id as roomID', 'events.item_id as itemID'])
    .executeTakeFirst()
  const { was, is } = readTaskEvent(kind, event?.before ?? null, event?.after ?? null)
  const taskID = (was ?? is)?.taskID
  if (!event || taskID === undefined) throw new AppError('not_found')
  const task = await lockTask(trx, actor, taskID)
  const isAsLeft = is === null ? !task : task && !changesBetween(textsOf(is), textsOf(thenOf(task)))
  const changedSince = new AppError('changed_since', { body: { items: [] } })
  if (!isAsLeft || (task && task.projectID !== projectID)) throw changedSince
  const { roomID, itemID } = event
  if (task) await storeTask(trx, clock, actor, taskID, was)
  else if (was) await bringBack(trx, clock, actor, was, { projectID, roomID, itemID, eventID }, changedSince)
  const after = { name: (was ?? is)?.name ?? '', kind }
  const where = task ? whereOf(task) : { ...(roomID !== null && { roomID }), ...(itemID !== null && { itemID }) }
  const happening = { kind: 'task undone' as const, ...where, before: null, after }
  return {
    eventID: await writeEvent(trx, clock, actor, projectID, happening, eventID),
    sentence: was ? `Restored task "${after.name}".` : `Deleted task "${after.name}".`,
  }
}

export const UNDO_TASKS = {
  'task created': undoTask,
  'task changed': undoTask,
  'task done': undoTask,
  'task put off': undoTask,
  'task skipped': undoTask,
  'task deleted': undoTask,
  'task undone': undoTask,
} satisfies Record<TaskEvent, Undo<TaskEvent>>

const textsOf = ({ repeats, ...then }: TaskThen) => ({ ...then, repeats: JSON.stringify(repeats) })

interface UndoneEvent {
  eventID: number
  projectID: number
  roomID: number | null
  itemID: number | null
}

/** Its new version is the event's id, which it has never had: each version is the id of the event that made it. */
const bringBack = async (
  trx: Database,
  clock: Clock,
  actor: Actor,
  { taskID, name, note, day, starts, repeats, doneOn }: TaskThen,
  { eventID, projectID, roomID, itemID }: UndoneEvent,
  changedSince: AppError,
): Promise<void> => {
  // The item may be in another room by now.
  const at = itemID !== null ? { itemID } : roomID !== null ? { roomID } : {}
  const place = await lockTaskPlace(trx, actor, { projectID, ...at })
  if (!place || (await countTasks(trx, place)) >= MOST_TASKS) throw changedSince
  await insertTask(trx, place, {
    ...{ id: taskID, version: eventID, name, note, day, starts, done_on: doneOn, created_at: isoTime(clock) },
    ...columnsOf(repeats),
  }).execute()
}
