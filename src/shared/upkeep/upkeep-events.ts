import {
  eventsOf,
  itemEventsOf,
  type AboutItem,
  type AboutRoom,
  type MaybeAboutItem,
  type Named,
} from '../history/event-spec.ts'
import type { What } from './handover-checklist.api.ts'
import type { Repeats } from './tasks.api.ts'

/** The complete task, so that Undo can recreate it from the event alone. Days are due dates. */
export interface TaskThen {
  taskID: number
  name: string
  note: string
  day: string
  starts: string
  repeats: Repeats
  doneOn: string | null
}

/** Something missing that the home does not need. */
interface NotNeeded {
  what: What
}

/** Of a home, a room or an item. */
const ofTask = itemEventsOf<MaybeAboutItem>('task')
const ofItem = itemEventsOf<AboutItem>('item')
const ofRoom = eventsOf<AboutRoom>('room')

export const UPKEEP_EVENTS = {
  'task created': ofTask<null, TaskThen>('task.created', 'Task Created', 'Task'),
  'task changed': ofTask<TaskThen, TaskThen>('task.changed', 'Task Changed', 'Task Changed'),
  /** A task without repetition is then gone. */
  'task done': ofTask<TaskThen, { on: string; note: string; next: TaskThen | null }>('task.done', 'Task Done', 'Done'),
  'task put off': ofTask<TaskThen, TaskThen>('task.put_off', 'Task Put Off', 'Put Off'),
  'task skipped': ofTask<TaskThen, { next: TaskThen | null }>('task.skipped', 'Task Skipped', 'Skipped'),
  'task deleted': ofTask<TaskThen, null>('task.deleted', 'Task Deleted', 'Task Deleted'),
  /** A change of the task by another event, of such a kind, was undone. */
  'task undone': ofTask<null, Named & { kind: string }>('task.undone', 'Task Undone', 'Undone'),
  'room set aside': ofRoom<null, NotNeeded>('room.set_aside', 'Not Needed'),
  'room needed again': ofRoom<NotNeeded, null>('room.needed_again', 'Needed Again'),
  'item set aside': ofItem<null, NotNeeded>('item.set_aside', 'Not Needed', 'Not Needed'),
  'item needed again': ofItem<NotNeeded, null>('item.needed_again', 'Needed Again', 'Needed Again'),
}
