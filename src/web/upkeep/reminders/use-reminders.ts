import { useEffect, useState } from 'react'
import { updateReminders, WEEKDAYS, type Reminders, type Weekday } from '../../../shared/upkeep/reminders.api.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { toast } from '../../ui/toasts/toasts.ts'

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
  const [busy, setBusy] = useState(false)
  const send = async (changes: { isOn?: boolean; weekday?: Weekday; zone?: string }): Promise<void> =>
    setReminders(await call(updateReminders, { body: changes }))
  useEffect(() => {
    if (loaded.zone !== null) return
    // In the background, so errors are only logged.
    call(updateReminders, { body: { zone: browserZone() } }).then(setReminders, console.error)
  }, [loaded.zone])

  const change = async (changes: Parameters<typeof send>[0]): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      await send(changes)
    } catch (error) {
      toast({ kind: 'error', text: sentence(error, UNABLE) })
    } finally {
      setBusy(false)
    }
  }
  return { reminders, busy, change }
}

/** Such as 'Sunday, Nov 29, 7:00 AM', in the user's time zone. */
export const timeInZone = (at: string, zone: string | null): string =>
  new Intl.DateTimeFormat('en-US', {
    ...{ weekday: 'long', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    ...(zone !== null && { timeZone: zone }),
  }).format(new Date(at))
