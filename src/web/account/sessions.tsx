import { IconDevices } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { endMySession, type MySession } from '../../shared/account.ts'
import { call } from '../api/call.ts'
import { ApiError, sentence } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'
import { FormPart } from '../ui/form-part.tsx'
import { Tag } from '../ui/tag.tsx'
import { Time } from '../ui/time.tsx'
import { toast } from '../ui/toasts.ts'
import styles from './account.module.css'
import { deviceName } from './device.ts'

interface SessionsProps {
  sessions: readonly MySession[]
  onEnded: (sessionID: number) => void
}

/** Where the user is logged in. This device has Log Out in the header instead of a button. */
export const Sessions = ({ sessions, onEnded }: SessionsProps) => {
  const list = useRef<HTMLUListElement>(null)
  const [ending, setEnding] = useState<number>()

  const end = async (sessionID: number) => {
    if (ending !== undefined) return
    setEnding(sessionID)
    try {
      const { message } = await call(endMySession, { query: { sessionID } })
      toast({ kind: 'success', text: message })
      list.current?.focus()
      onEnded(sessionID)
    } catch (error) {
      const isOver = error instanceof ApiError && error.status === 404
      toast({
        kind: 'error',
        text: sentence(error, { 404: 'This session was over already', other: 'Unable to end session' }),
      })
      if (isOver) onEnded(sessionID)
    } finally {
      setEnding(undefined)
    }
  }

  return (
    <FormPart
      title="Sessions"
      help="Where you are logged in. If you do not know one of them, end it and change your password."
    >
      <ul ref={list} tabIndex={-1} aria-label="Sessions" className={styles.sessions}>
        {sessions.map(({ sessionID, current, userAgent, address, lastUsedAt }) => (
          <li key={sessionID} className={styles.session}>
            <IconDevices aria-hidden="true" />
            <div className={styles.device}>
              <p className={styles.deviceName}>{deviceName(userAgent)}</p>
              <p className={styles.note}>
                Last used <Time at={lastUsedAt} /> from {address}
              </p>
            </div>
            {current ? (
              <Tag>This device</Tag>
            ) : (
              <Button
                small
                busy={ending === sessionID}
                aria-label={`End the session of ${deviceName(userAgent)}`}
                onClick={() => void end(sessionID)}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </FormPart>
  )
}
