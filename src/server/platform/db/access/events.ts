import type { Selectable } from 'kysely'
import type { DomainEvent } from '../../../../shared/history/events.ts'
import type { JSONText } from '../engine.ts'
import type { Schema } from '../schema.ts'

/** The content of events without their author and project. */
export type EventRows = JSONText<
  Pick<Selectable<Schema['events']>, 'room_id' | 'item_id' | 'kind' | 'before' | 'after'>[]
>

const text = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

export const toEventRows = (events: readonly DomainEvent[]): EventRows =>
  JSON.stringify(
    events.map(({ kind, roomID = null, itemID = null, before, after }) => ({
      room_id: roomID,
      item_id: itemID,
      kind,
      before: text(before),
      after: text(after),
    })),
  ) as EventRows
