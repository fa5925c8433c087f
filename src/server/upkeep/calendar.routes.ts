import {
  endCalendarAddress,
  getCalendarAddress,
  readCalendar,
  renewCalendarAddress,
  type CalendarAddress,
} from '../../shared/upkeep/calendar.api.ts'
import type { FastifyRequest } from 'fastify'
import { ownAddress } from '../platform/http/own-address.ts'
import type { Serve } from '../platform/http/serve.ts'
import { turnUntilSent } from '../platform/http/until-sent.ts'
import type { AppServices } from '../services.ts'
import * as calendar from './calendar.repo.ts'

export const calendarRoutes = (serve: Serve, { db, clock, config, downloads }: AppServices): void => {
  const addressOf = ({ token, isOn }: calendar.CalendarToken, request: FastifyRequest): CalendarAddress => ({
    address: token === null ? null : `${ownAddress(request, config)}/calendar/${token}.ics`,
    isOn,
  })

  serve(getCalendarAddress, async ({ actor, request }) => addressOf(await calendar.findToken(db, actor), request))

  serve(renewCalendarAddress, async ({ actor, request }) =>
    addressOf(await calendar.renewToken(db, clock, actor), request),
  )

  serve(endCalendarAddress, async ({ actor, request }) => {
    await calendar.endToken(db, actor)
    return addressOf({ token: null, isOn: false }, request)
  })

  serve(readCalendar, async ({ params, request, reply }) => {
    const subscriber = await calendar.findSubscriber(db, clock, request, params.file)
    await turnUntilSent(downloads.made, subscriber.onlooker.userID, reply)
    const text = await calendar.calendarFor(db, clock, subscriber, {
      address: ownAddress(request, config),
      host: new URL(config.publicURL).host,
    })
    return reply
      .header('Cache-Control', 'private, no-store')
      .header('X-Robots-Tag', 'noindex')
      .header('Content-Disposition', 'inline; filename="roomfolio.ics"')
      .type('text/calendar; charset=utf-8')
      .send(text)
  })
}
