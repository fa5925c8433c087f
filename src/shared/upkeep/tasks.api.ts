import * as z from 'zod/mini'
import { day } from '../contract/day.ts'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { id, queryID } from '../contract/id.ts'
import { LIMITS } from '../contract/limits.ts'
import { UNITS } from '../lib/recurrence.ts'
import { right } from '../contract/right.schema.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { exactText, line } from '../contract/text.ts'

/** Tasks of a home, a room or an item, once or recurring. */

/** Per project. */
export const MOST_TASKS = 500

const MOST_OF_RULE = 1000
const EVERY = `Must be a whole number from 1 to ${MOST_OF_RULE}.`
const isEvery = (every: number): boolean => Number.isInteger(every) && every >= 1 && every <= MOST_OF_RULE
/** Built from Zod checks that are already used elsewhere, to keep the first page small. */
const documented = z.meta({ type: 'integer', minimum: 1, maximum: MOST_OF_RULE })
const YES_OR_NO = 'Must be true or false.'

/** How often; null for once. `fromDone` counts from the day it was last done, otherwise from the chosen day. */
const repetition = z.strictObject({
  every: z.number({ error: EVERY }).check(z.refine(isEvery, { error: EVERY }), documented),
  unit: z.enum(UNITS, { error: 'Must be day, week, month or year.' }),
  fromDone: z.boolean({ error: YES_OR_NO }),
})
export const repeats = z.nullable(repetition)
export type Repeats = z.output<typeof repeats>

export const taskName = line(LIMITS.taskName)

const note = z.optional(exactText(LIMITS.notes))

/** `day` is the next due date. */
const inputs = z.strictObject({ name: taskName, note, day, repeats })
const changedInputs = z.strictObject({
  name: z.optional(taskName),
  note,
  day: z.optional(day),
  repeats: z.optional(repeats),
})

export const task = z.object({
  taskID: id,
  name: z.string(),
  note: z.string(),
  day: z.string(),
  repeats,
  /** When it was last done; null for never. */
  doneOn: z.nullable(z.string()),
  version: id,
  projectID: id,
  projectName: z.string(),
  /** Null for a task of the whole home. */
  roomID: z.nullable(id),
  roomName: z.nullable(z.string()),
  /** Also null for a task of a room. */
  itemID: z.nullable(id),
  title: z.nullable(z.string()),
  /** Its swatch; see sample.ts. */
  sample: z.nullable(z.string()),
  may: right,
})
export type Task = z.output<typeof task>

/** The answer to a change: the event for `POST /undo`, and the next due date; null for never. */
const result = { eventID: id, day: z.nullable(z.string()), message: z.string() }
const changed = z.object(result)

/**
 * `version` is the task's version as the caller saw it: of two simultaneous changes, the second gets `task_changed`.
 */
const seen = { taskID: id, version: id }

/** Without `roomID` and `itemID`, the task is for the whole home. `suggestion` is the key of the suggestion used. */
export const createTask = endpoint({
  method: 'PUT',
  path: '/task',
  summary: 'Make a task for a project, a room or an item',
  access: KEEPS_PROJECTS,
  keys: true,
  body: z.strictObject({
    projectID: id,
    roomID: z.optional(id),
    itemID: z.optional(id),
    inputs,
    suggestion: z.optional(taskName),
  }),
  needs: 'write',
  target: { item: 'itemID', room: 'roomID', project: 'projectID' },
  notForTemplates: true,
  creates: true,
  status: 201,
  response: z.object({ ...result, taskID: id }),
  problems: ['too_many_tasks'],
})

export const updateTask = endpoint({
  method: 'POST',
  path: '/task',
  summary: 'Change a task',
  access: KEEPS_PROJECTS,
  keys: true,
  body: z.strictObject({ ...seen, inputs: changedInputs }),
  needs: 'write',
  target: { task: 'taskID' },
  status: 200,
  response: changed,
  problems: ['task_changed'],
})

/** A task without repetition is then gone; the event records what was done. Without `day`, it was done today. */
export const markTaskDone = endpoint({
  method: 'POST',
  path: '/taskdone',
  summary: 'Mark a task as done, and set when it is due again',
  access: KEEPS_PROJECTS,
  keys: true,
  body: z.strictObject({ ...seen, day: z.optional(day), note }),
  needs: 'write',
  target: { task: 'taskID' },
  status: 200,
  response: changed,
  problems: ['task_changed'],
})

/** Later days of its rule stay unchanged. */
export const putOffTask = endpoint({
  method: 'POST',
  path: '/taskputoff',
  summary: 'Put a task off to another day',
  access: KEEPS_PROJECTS,
  keys: true,
  body: z.strictObject({ ...seen, day }),
  needs: 'write',
  target: { task: 'taskID' },
  status: 200,
  response: changed,
  problems: ['task_changed'],
})

export const skipTask = endpoint({
  method: 'POST',
  path: '/taskskip',
  summary: 'Skip a task once',
  access: KEEPS_PROJECTS,
  keys: true,
  body: z.strictObject({ ...seen, today: z.optional(day) }),
  needs: 'write',
  target: { task: 'taskID' },
  status: 200,
  response: changed,
  problems: ['task_changed'],
})

export const deleteTask = endpoint({
  method: 'DELETE',
  path: '/task',
  summary: 'Delete a task',
  access: KEEPS_PROJECTS,
  keys: true,
  query: z.strictObject({ taskID: queryID }),
  needs: 'write',
  target: { task: 'taskID' },
  status: 200,
  response: changed,
})

const suggestion = z.object({
  suggestion: z.string(),
  name: z.string(),
  repeats,
  itemID: id,
  title: z.string(),
  roomName: z.string(),
  projectID: id,
  projectName: z.string(),
})
export type Suggestion = z.output<typeof suggestion>

/** Per answer. */
export const SUGGESTIONS_AT_ONCE = 6

export const listTaskSuggestions = endpoint({
  method: 'GET',
  path: '/tasksuggestions',
  summary:
    'Suggested tasks for what is in the homes of the caller, or in one of them, without those added or dismissed',
  access: KEEPS_PROJECTS,
  query: z.strictObject({ projectID: z.optional(queryID) }),
  needs: 'write',
  target: { project: 'projectID' },
  notForTemplates: true,
  status: 200,
  response: z.object({ suggestions: z.array(suggestion) }),
})

export const declineSuggestion = endpoint({
  method: 'POST',
  path: '/notneeded',
  summary: 'Mark a suggested task as not needed',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ itemID: id, suggestion: taskName }),
  needs: 'write',
  target: { item: 'itemID' },
  notForTemplates: true,
  status: 200,
  response: message,
})

const EVERY_HALF_YEAR = { every: 6, unit: 'month', fromDone: true } as const

export const exampleTask: Task = {
  ...{ taskID: 7, name: 'Change Water Filter BWF-20', note: '', day: '2028-12-04', repeats: EVERY_HALF_YEAR },
  ...{ doneOn: '2028-06-04', version: 3, projectID: 3, projectName: 'Maple Street', roomID: 8, roomName: 'Kitchen' },
  ...{ itemID: 41, title: 'Brennholt BFR-3690 IX', sample: 'metal #BFC3C2', may: 'own' },
}

export const shapes = () => ({
  Task: task,
  TaskInput: inputs,
  TaskChange: changedInputs,
  TaskRepetition: repetition,
  TaskResult: changed,
  SuggestedTask: suggestion,
})

export const examples = (): ExamplesOf<typeof import('./tasks.api.ts')> => ({
  createTask: {
    body: {
      ...{ projectID: 3, itemID: 41 },
      inputs: { name: 'Change Water Filter BWF-20', day: '2028-12-04', repeats: EVERY_HALF_YEAR },
    },
    response: {
      ...{ taskID: 7, eventID: 130, day: '2028-12-04' },
      message: 'Created task "Change Water Filter BWF-20"',
    },
  },
  updateTask: {
    body: { taskID: 7, version: 1, inputs: { note: 'In the door of the refrigerator.' } },
    response: { eventID: 131, day: '2028-12-04', message: 'Updated task "Change Water Filter BWF-20"' },
  },
  markTaskDone: {
    body: { taskID: 7, version: 2, day: '2028-12-05', note: 'The last one of the box.' },
    response: { eventID: 132, day: '2029-06-05', message: 'Done: "Change Water Filter BWF-20". Next on Jun 5, 2029.' },
  },
  putOffTask: {
    body: { taskID: 7, version: 2, day: '2028-12-18' },
    response: { eventID: 133, day: '2028-12-18', message: 'Put off "Change Water Filter BWF-20" to Dec 18, 2028.' },
  },
  skipTask: {
    body: { taskID: 7, version: 2 },
    response: {
      eventID: 134,
      day: '2029-06-04',
      message: 'Skipped "Change Water Filter BWF-20". Next on Jun 4, 2029.',
    },
  },
  deleteTask: {
    query: { taskID: 7 },
    response: { eventID: 135, day: null, message: 'Deleted task "Change Water Filter BWF-20"' },
  },
  listTaskSuggestions: {
    query: {},
    response: {
      suggestions: [
        {
          ...{ suggestion: 'flush-water-heater', name: 'Flush Water Heater' },
          repeats: { every: 1, unit: 'year', fromDone: true },
          ...{
            itemID: 52,
            title: 'Norrland WH-50',
            roomName: 'Utility Room',
            projectID: 3,
            projectName: 'Maple Street',
          },
        },
      ],
    },
  },
  declineSuggestion: {
    body: { itemID: 52, suggestion: 'flush-water-heater' },
    response: { message: 'It won’t be suggested again.' },
  },
})
