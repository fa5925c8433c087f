import { Link } from 'react-router'
import type { Reminders } from '../../../shared/upkeep/reminders.api.ts'
import { paths } from '../../lib/paths.ts'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { NextReminder, ReminderChoices } from './reminder-choices.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './reminders.module.css'
import { useReminders, browserZone } from './use-reminders.ts'

/** The section of My Account; it saves each choice immediately. */
export const MyReminders = ({ loaded }: { loaded: Reminders }) => {
  const given = useReminders(loaded)
  const { isOn, sendsMail, email, zone } = given.reminders
  return (
    <FormSection
      title="Reminders"
      help="A weekly email with anything overdue, due this week, or expiring soon. Nothing due, no email."
    >
      {sendsMail ? (
        <div className={classNames('grid gap-16', styles.choices)}>
          <ReminderChoices {...given} />
          {isOn && (
            <Select
              label="Time Zone"
              name="zone"
              hint={`Sent at 7 a.m. to ${email}.`}
              value={zone ?? browserZone()}
              onChange={(other) => given.change({ zone: other })}
            >
              {zonesWith(zone ?? browserZone()).map((name) => (
                <option key={name} value={name}>
                  {name.replaceAll('_', ' ')}
                </option>
              ))}
            </Select>
          )}
          <NextReminder {...given} />
        </div>
      ) : (
        <p className="muted">
          Email isn’t set up on this server. Use the calendar on <Link to={paths.comingUp()}>Coming Up</Link> instead.
        </p>
      )}
    </FormSection>
  )
}

/** Browsers differ in the names of some time zones. */
const zonesWith = (zone: string): string[] => {
  const all = Intl.supportedValuesOf('timeZone')
  return all.includes(zone) ? all : [zone, ...all]
}
