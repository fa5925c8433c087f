import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { setConsultationDone, type Consultation } from '../../shared/admin/consultations.api.ts'
import { counted } from '../lib/pluralize.ts'
import { call } from '../lib/call.ts'
import { NoResponse, sentence } from '../lib/errors.ts'
import { phoneLink } from '../../shared/contract/phone-link.ts'
import { Button } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { Tag } from '../ui/tag.tsx'
import { Time } from '../ui/time.tsx'
import { toast } from '../lib/toasts.ts'

interface ConsultationListProps {
  consultations: readonly Consultation[]
  /** How many more there are. */
  left: number
}

/** Consultation requests: open ones first, each group by latest. */
export const ConsultationList = ({ consultations, left }: ConsultationListProps) => {
  const [failure, setFailure] = useState<string>()
  return (
    <div className="mt-16">
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <Card>
        {consultations.length === 0 ? (
          <CardBody>No requests yet.</CardBody>
        ) : (
          <ul className="ruled">
            {consultations.map((consultation) => (
              <li key={consultation.consultationID} className="entry">
                <Request consultation={consultation} onFailure={setFailure} />
              </li>
            ))}
          </ul>
        )}
      </Card>
      {left > 0 && <p className="muted mt-12">{counted(left, 'older request')} not shown here.</p>}
    </div>
  )
}

interface RequestProps {
  consultation: Consultation
  /** Called with undefined when a call starts. */
  onFailure: (text: string | undefined) => void
}

const Request = ({ consultation, onFailure }: RequestProps) => {
  const { name, email, phone, project, about, preferredTimes, createdAt, mailedAt, done } = consultation
  return (
    <>
      <div className="row wrap gap-12 tight">
        <h3 className="shrink">{name}</h3>
        <span className="faint label">
          <Time at={createdAt} />
        </span>
        <Tag>{mailedAt === null ? 'Email not sent' : 'Emailed'}</Tag>
        {done && <Tag>Done</Tag>}
        <DoneButton consultation={consultation} onFailure={onFailure} />
      </div>
      <p className="flex wrap gap-16 tight">
        <a className="inline-row min-target" href={`mailto:${email}`}>
          {email}
        </a>{' '}
        <a className="inline-row min-target" href={phoneLink(phone)}>
          {phone}
        </a>
      </p>
      <dl className="mt-12 columns-860 gap-16 tight">
        <div>
          <dt className="faint small">About</dt>
          <dd className="prewrap">{about}</dd>
        </div>
        <div>
          <dt className="faint small">Preferred times</dt>
          <dd className="prewrap">{preferredTimes}</dd>
        </div>
        {project !== '' && (
          <div>
            <dt className="faint small">Project</dt>
            <dd className="prewrap">{project}</dd>
          </div>
        )}
      </dl>
    </>
  )
}

const DoneButton = ({ consultation: { consultationID, name, done }, onFailure }: RequestProps) => {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasPressed = useRef(false)

  // The request moves within the list, and a moved element loses the focus.
  useEffect(() => {
    if (wasPressed.current && document.activeElement === document.body) button.current?.focus({ preventScroll: true })
    wasPressed.current = false
  }, [done])

  const change = async () => {
    setBusy(true)
    onFailure(undefined)
    wasPressed.current = true
    try {
      const { message } = await call(setConsultationDone, { body: { consultationID, done: !done } })
      toast({ kind: 'success', text: message })
      await revalidate()
    } catch (error) {
      onFailure(
        sentence(error, {
          404: `The request from ${name} no longer exists`,
          other: `Unable to change the request from ${name}`,
        }),
      )
      if (!(error instanceof NoResponse)) void revalidate()
    } finally {
      setBusy(false)
    }
  }

  return (
    <span className="push">
      <Button
        ref={button}
        small
        busy={busy}
        aria-label={`${done ? 'Reopen' : 'Done'}: request from ${name}`}
        onClick={() => void change()}
      >
        {done ? 'Reopen' : 'Done'}
      </Button>
    </span>
  )
}
