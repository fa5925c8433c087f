import type { SecurityEvent } from '../../shared/identity/security-events.api.ts'
import { SECURITY_EVENTS } from '../../shared/identity/security-events.ts'
import { deviceName } from '../../shared/identity/device.ts'
import { Time } from '../ui/time.tsx'

const nameOf = (kind: string): string => (SECURITY_EVENTS as Readonly<Record<string, string>>)[kind] ?? kind

/** Who did it, if it was not the user of the account. */
const authorOf = ({ kind, account, by, address }: SecurityEvent): string => {
  if (by !== null) return by === account ? '' : `by ${by}`
  return address === null ? 'by a command' : kind.startsWith('role') ? 'by the login provider' : ''
}

const whereOf = ({ device, address }: SecurityEvent): string =>
  address === null ? '' : `${deviceName(device)}, ${address}`

interface SecurityEventListProps {
  events: readonly SecurityEvent[]
  label: string
  /** Also says whose account each is about. */
  ofAll?: boolean
}

/** The latest first. */
export const SecurityEventList = ({ events, label, ofAll = false }: SecurityEventListProps) => (
  <ul aria-label={label} className="sheet ruled">
    {events.map((event) => {
      const words = [nameOf(event.kind), event.detail].filter(Boolean).join(': ')
      const what = event.times > 1 ? `${words} (${event.times} times)` : words
      const account = event.account ?? (event.kind === 'login_failed' ? 'Unknown username' : '')
      const below = [authorOf(event), whereOf(event)].filter(Boolean).join(' · ')
      return (
        <li key={event.eventID} className="row wrap top line gap-16 tight">
          <div className="grow-180">
            <p>
              {what}
              {ofAll && account !== '' && <span className="muted"> · {account}</span>}
            </p>
            {below !== '' && <p className="faint small">{below}</p>}
          </div>
          <p className="faint small">
            <Time at={event.at} />
          </p>
        </li>
      )
    })}
  </ul>
)
