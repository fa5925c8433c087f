import { EVENTS, type EventKind, type EventShapes } from '../shared/events.ts'
import { READ_FILES_EVENTS } from './items/files-events.ts'
import { READ_EXCHANGE_EVENTS } from './exchange/exchange-events.ts'
import type { ReadableEvent, Reader, ReadingContext } from './history/readable-event.ts'
import { READ_ITEMS_EVENTS } from './items/items-events.ts'
import { READ_PAPERS_EVENTS } from './papers/papers-events.ts'
import { READ_PROJECTS_EVENTS } from './projects/projects-events.ts'
import { READ_SHARING_EVENTS } from './sharing/sharing-events.ts'
import { READ_UPKEEP_EVENTS } from './upkeep/upkeep-events.ts'

const READERS: { readonly [Kind in EventKind]: Reader<EventShapes[Kind]['before'], EventShapes[Kind]['after']> } = {
  ...READ_PROJECTS_EVENTS,
  ...READ_FILES_EVENTS,
  ...READ_ITEMS_EVENTS,
  ...READ_SHARING_EVENTS,
  ...READ_UPKEEP_EVENTS,
  ...READ_PAPERS_EVENTS,
  ...READ_EXCHANGE_EVENTS,
}

/** An event as stored. */
interface StoredEvent<Kind extends EventKind = EventKind> {
  kind: Kind
  /** JSON. */
  before: string | null
  after: string | null
}

const valueIn = (text: string | null): unknown => (text === null ? null : JSON.parse(text))

/** The usernames in an event that is about people. */
export const usernamesIn = ({ before, after }: StoredEvent): string[] => {
  const values = [before, after].map((text) => valueIn(text) as { member?: string; owner?: string } | null)
  return values.flatMap((value) => value?.member ?? value?.owner ?? [])
}

const titleOf = (kind: string): string => EVENTS[kind as EventKind].title

export const readEvent = <Kind extends EventKind>(
  { kind, before, after }: StoredEvent<Kind>,
  context: Partial<ReadingContext> = {},
): ReadableEvent =>
  READERS[kind](valueIn(before) as EventShapes[Kind]['before'], valueIn(after) as EventShapes[Kind]['after'], {
    ...{ isOfDates: () => false, nameOf: (username) => username, titleOf },
    ...context,
  })
