import { useState } from 'react'
import { listMySecurityEvents, type SecurityEvent } from '../../../shared/identity/security-events.api.ts'
import type { ResponseOf } from '../../../shared/contract/endpoint.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Message } from '../../ui/message.tsx'
import { SecurityEventList } from '../security-event-list.tsx'

const SHOWN = 5

/** Logins and security changes of the account: a few, then pages of them. */
export const RecentActivity = ({ loaded }: { loaded: ResponseOf<typeof listMySecurityEvents> }) => {
  const [events, setEvents] = useState<readonly SecurityEvent[]>(loaded.events)
  const [older, setOlder] = useState(loaded.older)
  const [shown, setShown] = useState(SHOWN)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  const showMore = async () => {
    if (shown < events.length || older === null) return setShown(events.length)
    setBusy(true)
    setFailure(undefined)
    try {
      const next = await call(listMySecurityEvents, { query: { before: older } })
      setEvents([...events, ...next.events])
      setOlder(next.older)
      setShown(events.length + next.events.length)
    } catch (error) {
      setFailure(sentence(error, { other: 'Unable to load more activity' }))
    } finally {
      setBusy(false)
    }
  }

  return (
    <FormSection
      title="Recent Activity"
      help="Logins and security changes of the last 400 days. Something you didn’t do? Change your password."
    >
      {events.length === 0 ? (
        <p className="faint">No activity yet.</p>
      ) : (
        <SecurityEventList label="Recent activity" events={events.slice(0, shown)} />
      )}
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      {(shown < events.length || older !== null) && (
        <div className="flex mt-12">
          <Button small busy={busy} onClick={() => void showMore()}>
            Show More
          </Button>
        </div>
      )}
    </FormSection>
  )
}
