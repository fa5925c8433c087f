import { dateInWords } from '../../shared/lib/dates.ts'
import type { What } from '../../shared/upkeep/handover-checklist.api.ts'
import { ruleInWords } from '../../shared/lib/recurrence.ts'
import type { TaskThen, UPKEEP_EVENTS } from '../../shared/upkeep/upkeep-events.ts'
import { readAs, readNameBefore, type ReadableEvent, type Readers } from '../history/readable-event.ts'

const taskThen = ({ name, day, repeats }: TaskThen): string =>
  [name, dateInWords(day, 'en-US'), ...(repeats ? [ruleInWords(repeats).toLowerCase()] : [])].join(', ')

const NAME_OF: Readonly<Record<What, string>> = {
  values: 'Values',
  manual: 'Manual',
  receipt: 'Receipt',
  items: 'Items',
}

const readNotNeeded = (before: { what: What } | null, after: { what: What } | null): ReadableEvent =>
  readAs({ was: before && NAME_OF[before.what], is: after && NAME_OF[after.what] })

export const READ_UPKEEP_EVENTS: Readers<typeof UPKEEP_EVENTS> = {
  'task created': (_, after) => readAs({ is: taskThen(after) }),
  'task changed': (before, after) => readAs({ was: taskThen(before), is: taskThen(after) }),
  'task done': ({ name }, { on, note }) =>
    readAs({ is: [`${name}, ${dateInWords(on, 'en-US')}`, ...(note === '' ? [] : [note])].join(': ') }),
  'task put off': ({ day }, after) => readAs({ was: dateInWords(day, 'en-US'), is: taskThen(after) }),
  'task skipped': (before) => readAs({ is: taskThen(before) }),
  'task deleted': readNameBefore,
  'task undone': (_, { name, kind }, { titleOf }) => readAs({ is: `${titleOf(kind)}: ${name}` }),
  'room set aside': readNotNeeded,
  'room needed again': readNotNeeded,
  'item set aside': readNotNeeded,
  'item needed again': readNotNeeded,
}
