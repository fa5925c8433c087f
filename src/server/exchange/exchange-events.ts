import type { EXCHANGE_EVENTS } from '../../shared/exchange/exchange-events.ts'
import { readAs, type Readers } from '../history/readable-event.ts'

export const READ_EXCHANGE_EVENTS: Readers<typeof EXCHANGE_EVENTS> = {
  'items imported': (_, { name, created, changed }) =>
    readAs({ is: `${name}: ${created} created, ${changed} changed` }),
}
