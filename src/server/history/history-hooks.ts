import type { EventKind } from '../../shared/events.ts'
import type { NamedItem, NamedRoom } from '../../shared/history/undo.api.ts'
import type { Config } from '../config.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import type { Schema } from '../platform/db/schema.ts'
import type { Clock } from '../platform/lib/clock.ts'

/** How higher domains restore and undo what is theirs (src/server/hooks.ts). */
export interface HistoryHooks {
  restore: RestoreKinds
  undo: UndoKinds
}

export interface LockedEntry extends Pick<Schema['trash_entries'], 'kind' | 'name'> {
  trashID: number
  projectID: number
  template: number
  roomID: number | null
  itemID: number | null
  position: number | null
  remote: string | null
  /** The entry to restore first, or this one. */
  outermost: number | null
}

/** Restores what a locked entry took, records that, and returns the name to show. */
export type Restore = (trx: Database, clock: Clock, actor: Actor, entry: LockedEntry, config: Config) => Promise<string>
export type RestoreKinds = Readonly<Record<Schema['trash_entries']['kind'], Restore>>

export interface EventToUndo<Kind extends EventKind = EventKind> {
  eventID: number
  kind: Kind
  projectID: number
  roomID: number | null
}

export interface ThingCounts {
  rooms: number
  items: number
}

export interface UndoneEvent {
  /** The event that records it. */
  eventID: number
  sentence: string
  /** Things that changed since and stay as they are. */
  kept?: NamedItem[]
  keptRooms?: NamedRoom[]
  /** How many items, and rooms, were undone by kind; a copied room or project counts for itself. */
  counts?: Record<'changed' | 'moved', number> & Record<'made' | 'deleted', ThingCounts>
}

export type Undo<Kind extends EventKind = EventKind> = (
  trx: Database,
  clock: Clock,
  actor: Actor,
  event: EventToUndo<Kind>,
) => Promise<UndoneEvent>

export interface UndoKinds {
  its: { readonly [Kind in EventKind]?: Undo<Kind> }
  /** Undoes events of other kinds by their parts. */
  parts: Undo
}
