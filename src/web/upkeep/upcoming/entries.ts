import type { Task } from '../../../shared/upkeep/tasks.api.ts'
import type { Ending, Upcoming } from '../../../shared/upkeep/upcoming.api.ts'

/** One line of Coming Up. */
export type Entry = { key: string; day: string; projectID: number } & (
  | { task: Task; ending: undefined }
  | { task: undefined; ending: Ending }
)

/** All upcoming and past entries, by day. */
export const entriesOf = ({ coming, tasks, over }: Upcoming): Entry[] =>
  [
    ...tasks.map((task): Entry => ({
      key: `task ${task.taskID}`,
      day: task.day,
      projectID: task.projectID,
      task,
      ending: undefined,
    })),
    ...[...over, ...coming].map((ending): Entry => {
      const { itemID, label, day, projectID } = ending
      return { key: `${itemID} ${label}`, day, projectID, task: undefined, ending }
    }),
  ].toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
