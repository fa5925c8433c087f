import { eventsOf, type AboutProject, type Named } from '../history/event-spec.ts'

export const EXCHANGE_EVENTS = {
  /** From a spreadsheet of that name: the number of items created, and changed or moved. */
  'items imported': eventsOf<AboutProject>('item')<null, Named & { created: number; changed: number }>(
    'items.imported',
    'Spreadsheet Imported',
  ),
}
