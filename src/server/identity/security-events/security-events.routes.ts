import { Readable } from 'node:stream'
import {
  exportSecurityEvents,
  listMySecurityEvents,
  listSecurityEvents,
} from '../../../shared/identity/security-events.api.ts'
import { SECURITY_EVENTS, type SecurityEventKind } from '../../../shared/identity/security-events.ts'
import { deviceName } from '../../../shared/identity/device.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../platform/lib/csv.ts'
import { downloadNamed } from '../../platform/http/download-name.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { isoTime } from '../../platform/lib/clock.ts'
import type { Services } from '../../services.ts'
import * as events from './security-events.repo.ts'

const READ_AT_ONCE = 1000
const DATE_LENGTH = '2030-12-31'.length
const COLUMNS = ['Time (UTC)', 'Event', 'Account', 'By', 'Detail', 'IP Address', 'Device', 'Times']

async function* csvOf({ db }: Services, filter: events.EventFilter): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS)
  for (let before: number | undefined; ;) {
    const rows = await events.findSecurityEvents(db, filter, before, READ_AT_ONCE)
    yield rows
      .map(({ at, kind, account, by, detail, address, device, times }) =>
        csvLine([
          ...[at, SECURITY_EVENTS[kind as SecurityEventKind] ?? kind, account ?? '', by ?? '', detail, address ?? ''],
          deviceName(device),
          String(times),
        ]),
      )
      .join('')
    before = rows.at(-1)?.eventID
    if (rows.length < READ_AT_ONCE) return
  }
}

export const securityEventRoutes = (serve: Serve, services: Services): void => {
  const { db, clock } = services

  serve(listMySecurityEvents, ({ actor, query }) => events.listMySecurityEvents(db, actor, query.before))

  serve(listSecurityEvents, ({ query: { before, ...filter } }) => events.listSecurityEvents(db, filter, before))

  serve(exportSecurityEvents, async ({ query, request, reply }) => {
    void reply.headers({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': downloadNamed(`roomfolio-audit-log-${isoTime(clock).slice(0, DATE_LENGTH)}.csv`),
      'Cache-Control': 'no-store',
    })
    return reply.send(
      request.method === 'HEAD' ? undefined : Readable.from(csvOf(services, query), { objectMode: false }),
    )
  })
}
