import { useEffect, useState } from 'react'
import { getCalendarAddress, type CalendarAddress } from '../../../shared/upkeep/calendar.api.ts'
import { getReminders, type Reminders } from '../../../shared/upkeep/reminders.api.ts'
import { call } from '../../lib/call.ts'
import { CalendarCard } from '../tasks/calendar-card.tsx'
import { ReminderCard } from './reminder-card.tsx'

/** Reminder mails and the calendar subscription. Both cards appear together, so that neither shifts the other. */
export const RemindersAndCalendar = () => {
  const [loaded, setLoaded] = useState<[Reminders, CalendarAddress]>()
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    Promise.all([call(getReminders, undefined, { signal }), call(getCalendarAddress, undefined, { signal })]).then(
      setLoaded,
      () => undefined,
    )
    return () => leaving.abort()
  }, [])
  if (!loaded) return null
  const [reminders, calendar] = loaded
  return (
    <>
      <ReminderCard loaded={reminders} />
      <CalendarCard loaded={calendar} />
    </>
  )
}
