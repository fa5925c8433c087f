import {
  endCalendarAddress,
  getCalendarAddress,
  readCalendar,
  renewCalendarAddress,
  type CalendarAddress,
} from '../../shared/calendar.ts'
import type { Downloads } from '../files/downloads.ts'
import type { Serve } from '../http/serve.ts'
import { turnUntilSent } from '../http/until-sent.ts'
import type { Services } from '../services.ts'
import * as calendar from './calendar.repo.ts'

export const calendarRoutes = (serve: Serve, { db, clock, config }: Services, downloads: Downloads): void => {
  const told = ({ token, isOn }: calendar.CalendarToken): CalendarAddress => ({
    address: token === null ? null : `${config.publicURL}/calendar/${token}.ics`,
    isOn,
  })

  serve(getCalendarAddress, async ({ actor }) => told(await calendar.findToken(db, actor)))

  serve(renewCalendarAddress, async ({ actor }) => told(await calendar.renewToken(db, clock, actor)))

  serve(endCalendarAddress, async ({ actor }) => {
    await calendar.endToken(db, actor)
    return told({ token: null, isOn: false })
  })

  serve(readCalendar, async ({ params, request, reply }) => {
    const subscriber = await calendar.findSubscriber(db, clock, request, params.file)
    await turnUntilSent(downloads.made, subscriber.onlooker.userID, reply)
    const text = await calendar.calendarFor(db, clock, subscriber, config.publicURL)
    return reply
      .header('Cache-Control', 'private, no-store')
      .header('X-Robots-Tag', 'noindex')
      .header('Content-Disposition', 'inline; filename="roomfolio.ics"')
      .type('text/calendar; charset=utf-8')
      .send(text)
  })
}
