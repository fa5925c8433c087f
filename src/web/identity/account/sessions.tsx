import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { MySession } from '../../../shared/identity/account.api.ts'
import { Button } from '../../ui/button.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { createIcon } from '../../ui/icons.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Time } from '../../ui/time.tsx'
import { deviceName } from '../../../shared/identity/device.ts'
import { EndSessionDialog } from './end-session-dialog.tsx'

const IconDevices = createIcon(
  'M13 9a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1zM18 8V5a1 1 0 0 0-1-1H4a1 1 0 0 0-1 1v12a1 1 0 0 0 1 1h9m3-9h2',
)

interface SessionsProps {
  username: string
  sessions: readonly MySession[]
  onEnded: (sessionID: number) => void
}

/** The user's sessions. The current one has Log Out in the header instead of a button. */
export const Sessions = ({ username, sessions, onEnded }: SessionsProps) => {
  const list = useRef<HTMLUListElement>(null)
  const [ending, setEnding] = useState<MySession>()

  const ended = (sessionID: number) => {
    // Synchronous, so that the dialog restores the focus before the list takes it.
    flushSync(() => setEnding(undefined))
    list.current?.focus()
    onEnded(sessionID)
  }

  return (
    <FormSection
      title="Sessions"
      help="Devices where you’re logged in. Don’t recognize one? End it and change your password."
    >
      <ul ref={list} tabIndex={-1} aria-label="Sessions" className="sheet ruled">
        {sessions.map((session) => (
          <li key={session.sessionID} className="row gap-12 pad">
            <IconDevices className="muted" aria-hidden="true" />
            <div className="grow">
              <p className="h3">{deviceName(session.userAgent)}</p>
              <p className="faint small">
                Last used <Time at={session.lastUsedAt} /> from {session.address}
              </p>
            </div>
            {session.current ? (
              <Tag>This device</Tag>
            ) : (
              <Button
                small
                aria-label={`End the Session of ${deviceName(session.userAgent)}`}
                onClick={() => setEnding(session)}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ending && (
        <EndSessionDialog
          username={username}
          session={ending}
          onCancel={() => setEnding(undefined)}
          onEnded={() => ended(ending.sessionID)}
        />
      )}
    </FormSection>
  )
}
