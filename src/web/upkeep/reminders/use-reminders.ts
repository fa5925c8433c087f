import { useEffect, useRef, useState } from 'react'
import { updateReminders, WEEKDAYS, type Reminders, type Weekday } from '../../../shared/upkeep/reminders.api.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { toast } from '../../lib/toasts.ts'

const UNABLE = { other: 'Unable to change your reminders' }

/** The browser's time zone. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

export const NAMES: Readonly<Record<Weekday, string>> = {
  sunday: 'Sunday',
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
}
export const weekdayOf = (text: string): Weekday => WEEKDAYS.find((weekday) => weekday === text) ?? 'sunday'

/** The reminder settings; changes save immediately. The first browser that shows them sets the time zone. */
export const useReminders = (loaded: Reminders) => {
  const [reminders, setReminders] = useState(loaded)
  const [waiting, setWaiting] = useState(0)
  const latest = useRef(Promise.resolve())
  const send = async (changes: { isOn?: boolean; weekday?: Weekday; zone?: string }): Promise<void> =>
    setReminders(await call(updateReminders, { body: changes }))
  useEffect(() => {
    if (loaded.zone !== null) return
    // In the background, so errors are only logged.
    call(updateReminders, { body: { zone: browserZone() } }).then(setReminders, console.error)
  }, [loaded.zone])

  /** Sends one change after another. */
  const change = (changes: Parameters<typeof send>[0]): void => {
    setWaiting((count) => count + 1)
    latest.current = latest.current
      .then(() => send(changes))
      .catch((error: unknown) => toast({ kind: 'error', text: sentence(error, UNABLE) }))
      .finally(() => setWaiting((count) => count - 1))
  }
  return { reminders, busy: waiting > 0, change }
}

/** Such as 'Sunday, Nov 29, 7:00 AM', in the user's time zone. */
export const timeInZone = (at: string, zone: string | null): string =>
  new Intl.DateTimeFormat('en-US', {
    ...{ weekday: 'long', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    ...(zone !== null && { timeZone: zone }),
  }).format(new Date(at))
