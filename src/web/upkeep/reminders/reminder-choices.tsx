import { WEEKDAYS } from '../../../shared/upkeep/reminders.api.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Message } from '../../ui/message.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './reminders.module.css'
import { timeInZone, NAMES, weekdayOf, type useReminders } from './use-reminders.ts'

type Given = ReturnType<typeof useReminders>

/** The settings that Coming Up and My Account share: on or off, the weekday, the next mail. */
export const ReminderChoices = ({ reminders, change }: Given) => {
  const { isOn, weekday } = reminders
  return (
    <>
      <Checkbox label="Email me once a week" name="isOn" checked={isOn} onChange={(on) => change({ isOn: on })} />
      {isOn && (
        <Select label="Weekday" name="weekday" value={weekday} onChange={(day) => change({ weekday: weekdayOf(day) })}>
          {WEEKDAYS.map((day) => (
            <option key={day} value={day}>
              {NAMES[day]}
            </option>
          ))}
        </Select>
      )}
    </>
  )
}

/** When the next mail is sent; if the mailbox rejected mails, why, and a button to try again. */
export const NextReminder = ({ reminders: { isOn, nextAt, zone, refusal, email }, busy, change }: Given) => {
  if (refusal !== null && isOn)
    return (
      <div className={classNames('grid gap-8', styles.refused)}>
        <Message kind="warning" isNote>
          {`Reminders are paused because the last three to ${email} bounced. The mail server said: ${refusal}`}
        </Message>
        <Button small busy={busy} onClick={() => change({ isOn: true })}>
          Try Again
        </Button>
      </div>
    )
  return (
    <p role="status" className="muted">
      {nextAt === null ? 'No reminders are sent.' : `Next on ${timeInZone(nextAt, zone)}, if something is due.`}
    </p>
  )
}
