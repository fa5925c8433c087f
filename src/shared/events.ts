import { FILES_EVENTS } from './items/files-events.ts'
import { EXCHANGE_EVENTS } from './exchange/exchange-events.ts'
import type { EventSpec, ItemEventSpec } from './history/event-spec.ts'
import { ITEMS_EVENTS } from './items/items-events.ts'
import { PAPERS_EVENTS } from './papers/papers-events.ts'
import { PROJECTS_EVENTS } from './projects/projects-events.ts'
import { SHARING_EVENTS } from './sharing/sharing-events.ts'
import { UPKEEP_EVENTS } from './upkeep/upkeep-events.ts'

/** All kinds of events. */
export const EVENTS = {
  ...PROJECTS_EVENTS,
  ...FILES_EVENTS,
  ...ITEMS_EVENTS,
  ...SHARING_EVENTS,
  ...UPKEEP_EVENTS,
  ...PAPERS_EVENTS,
  ...EXCHANGE_EVENTS,
}

type Events = typeof EVENTS
export type EventKind = keyof Events
export const EVENT_KINDS = Object.keys(EVENTS) as [EventKind, ...EventKind[]]

/** Kinds that the history of an item shows. */
export type ItemEventKind = {
  [Kind in EventKind]: Events[Kind] extends ItemEventSpec<unknown> ? Kind : never
}[EventKind]
export const ITEM_EVENT_KINDS = EVENT_KINDS.filter((kind) => 'short' in EVENTS[kind]) as [
  ItemEventKind,
  ...ItemEventKind[],
]

type ShapeOf<Spec> = Spec extends EventSpec<infer Shape> ? Shape : never

/** The state before and after each kind of event. */
export type EventShapes = { [Kind in EventKind]: Pick<ShapeOf<Events[Kind]>, 'before' | 'after'> }

/** An event and the thing in the project it is about. */
export type DomainEvent<Kind extends EventKind = EventKind> = {
  [K in Kind]: { kind: K } & ShapeOf<Events[K]>
}[Kind]
