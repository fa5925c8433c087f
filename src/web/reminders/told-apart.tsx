import { useEffect, useState } from 'react'
import { getCalendarAddress, type CalendarAddress } from '../../shared/calendar.ts'
import { getReminders, type Reminders } from '../../shared/reminders.ts'
import { call } from '../api/call.ts'
import { CalendarCard } from '../tasks/calendar-card.tsx'
import { ReminderCard } from './reminder-card.tsx'

/** What comes up, told by mail and in a calendar: both cards together, so that none moves the other. */
export const ToldApart = () => {
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
