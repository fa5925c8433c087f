import { useId } from 'react'
import { Link } from 'react-router'
import type { Reminders } from '../../../shared/upkeep/reminders.api.ts'
import { paths } from '../../lib/paths.ts'
import { classNames } from '../../ui/class-names.ts'
import taskStyles from '../tasks/tasks.module.css'
import { NextReminder, ReminderChoices } from './reminder-choices.tsx'
import { useReminders } from './use-reminders.ts'

/** Shown beside Coming Up. */
export const ReminderCard = ({ loaded }: { loaded: Reminders }) => {
  const id = useId()
  const given = useReminders(loaded)
  return (
    <section aria-labelledby={id} className="mb-24">
      <h2 id={id} className="h2-small mb-12">
        Reminders
      </h2>
      <div className={classNames('grid sheet gap-12', taskStyles.card)}>
        {given.reminders.sendsMail ? (
          <>
            <ReminderChoices {...given} />
            <p className="muted label">Nothing is sent when nothing is due.</p>
            <NextReminder {...given} />
            <Link to={paths.account()}>More in My Account</Link>
          </>
        ) : (
          <p className="muted label">Email isn’t set up on this server. Use the calendar instead.</p>
        )}
      </div>
    </section>
  )
}
