import { useId, useState } from 'react'
import { endCalendarAddress, renewCalendarAddress, type CalendarAddress } from '../../../shared/upkeep/calendar.api.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx'
import { createIcon } from '../../ui/icons.tsx'
import { toast } from '../../lib/toasts.ts'
import { CopyButton } from '../../ui/copy/copy-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import fieldStyles from '../../ui/forms/field.module.css'
import styles from './tasks.module.css'

const IconCalendarPlus = createIcon(
  'M12.5 21H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v5m-4-9v4M8 3v4m-4 4h16m-4 8h6m-3-3v6',
)

/** A question to confirm before an action. */
interface Question {
  title: string
  text: string
  loss: string
  onYes: () => void
}

const UNABLE = { other: 'Unable to change the calendar link' }

/** A webcal address, which opens the user's calendar program. */
const forPrograms = (address: string): string => address.replace(/^https?:/, 'webcal:')

/** The address of the calendar subscription: created on demand, replaced if others know it. */
export const CalendarCard = ({ loaded }: { loaded: CalendarAddress }) => {
  const id = useId()
  const [calendar, setCalendar] = useState(loaded)
  const [busy, setBusy] = useState(false)
  const [question, setQuestion] = useState<Question>()
  const change = async (send: () => Promise<CalendarAddress>) => {
    if (busy) return
    setBusy(true)
    try {
      setCalendar(await send())
    } catch (error) {
      toast({ kind: 'error', text: sentence(error, UNABLE) })
    } finally {
      setBusy(false)
    }
  }
  const make = () => change(() => call(renewCalendarAddress))
  const { address, isOn } = calendar
  return (
    <section aria-labelledby={id} className="mb-24">
      <h2 id={id} className="h2-small mb-12">
        Calendar
      </h2>
      <div className={classNames('grid sheet gap-12', styles.card)}>
        <p className="muted label">
          Subscribe once and your calendar stays up to date. Anyone with this link can see your upcoming tasks.
        </p>
        {address !== null && (
          <div className="row full gap-8">
            <input
              className={classNames('grow full block round cut', fieldStyles.control)}
              readOnly
              aria-label="Calendar link"
              value={address}
            />
            <CopyButton label="Copy" what="the link" text={address} />
          </div>
        )}
        {address !== null && (
          <LinkButton to={forPrograms(address)} small icon={<IconCalendarPlus />}>
            Subscribe
          </LinkButton>
        )}
        {!isOn ? (
          <Button small busy={busy} onClick={() => void make()}>
            Create Calendar Link
          </Button>
        ) : (
          <div className="flex gap-4">
            <Button
              kind="quiet"
              small
              busy={busy}
              onClick={() =>
                setQuestion({
                  title: 'Create a New Calendar Link?',
                  text: 'Calendars using the old link will stop updating.',
                  loss: 'Create New Link',
                  onYes: () => void make(),
                })
              }
            >
              Renew
            </Button>
            <Button
              kind="quiet"
              small
              busy={busy}
              onClick={() =>
                setQuestion({
                  title: 'Turn Off the Calendar Link?',
                  text: 'Calendars using this link will stop updating.',
                  loss: 'Turn Off',
                  onYes: () => void change(() => call(endCalendarAddress)),
                })
              }
            >
              Turn Off
            </Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        open={question !== undefined}
        title={question?.title ?? ''}
        safeLabel="Cancel"
        destructiveLabel={question?.loss ?? ''}
        onSafe={() => setQuestion(undefined)}
        onDestructive={() => {
          setQuestion(undefined)
          question?.onYes()
        }}
      >
        {question?.text}
      </ConfirmDialog>
    </section>
  )
}
