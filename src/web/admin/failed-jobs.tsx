import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { dismissJob, JOB_KINDS, retryJob, type FailedJob } from '../../shared/admin/jobs.api.ts'
import { counted } from '../lib/pluralize.ts'
import { call } from '../lib/call.ts'
import { NoResponse, sentence } from '../lib/errors.ts'
import { Button } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'
import { Card } from '../ui/card.tsx'
import { Time } from '../ui/time.tsx'
import { toast } from '../lib/toasts.ts'

const nameOf = (kind: string): string => (JOB_KINDS as Readonly<Record<string, string>>)[kind] ?? kind

interface FailedJobsProps {
  /** The total number. */
  count: number
  latest: readonly FailedJob[]
}

/** Jobs that failed permanently, latest first. Renders nothing if there are none. */
export const FailedJobs = ({ count, latest }: FailedJobsProps) => {
  const { revalidate } = useRevalidator()
  const [failure, setFailure] = useState<string>()
  const place = useRef<HTMLDivElement>(null)

  const act = async (name: string, work: () => Promise<{ message: string }>) => {
    setFailure(undefined)
    try {
      toast({ kind: 'success', text: (await work()).message })
      await revalidate()
      // The focused button is removed with its job.
      place.current?.focus({ preventScroll: true })
    } catch (error) {
      setFailure(sentence(error, { 404: `"${name}" no longer exists`, other: `Unable to change "${name}"` }))
      if (!(error instanceof NoResponse)) void revalidate()
    }
  }

  return (
    <div ref={place} tabIndex={-1}>
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      {count > 0 && (
        <section className="mt-40" aria-labelledby="failed-jobs">
          <h2 id="failed-jobs" className="mb-4">
            Failed Jobs
          </h2>
          <p className="muted mb-12">{counted(count, 'background job')} failed.</p>
          <Card>
            <ul className="ruled">
              {latest.map((job) => (
                <li key={job.jobID} className="flex wrap top gap-16 tight entry">
                  <Job job={job} act={act} />
                </li>
              ))}
            </ul>
          </Card>
          {count > latest.length && (
            <p className="muted mb-12">{counted(count - latest.length, 'older job')} not shown here.</p>
          )}
        </section>
      )}
    </div>
  )
}

interface JobProps {
  job: FailedJob
  act: (name: string, work: () => Promise<{ message: string }>) => Promise<void>
}

const Job = ({ job: { jobID, kind, at, tries, reason, nextAt }, act }: JobProps) => {
  const [busy, setBusy] = useState<'retry' | 'dismiss'>()
  const name = nameOf(kind)

  const begin = async (what: 'retry' | 'dismiss') => {
    if (busy) return
    setBusy(what)
    await act(name, () =>
      what === 'retry' ? call(retryJob, { body: { jobID } }) : call(dismissJob, { query: { jobID } }),
    )
    setBusy(undefined)
  }

  return (
    <>
      <div className="grow-180">
        <h3>{name}</h3>
        <p className="faint label">
          <Time at={at} />, {tries === 1 ? '1 try' : `${tries} tries`}
          {nextAt !== null && (
            <>
              , next one <Time at={nextAt} />
            </>
          )}
        </p>
        <p className="mt-8">{reason}</p>
      </div>
      <div className="flex gap-8">
        <Button small busy={busy === 'retry'} aria-label={`Try Again: ${name}`} onClick={() => void begin('retry')}>
          Try Again
        </Button>
        <Button
          small
          kind="quiet"
          busy={busy === 'dismiss'}
          aria-label={`Dismiss: ${name}`}
          onClick={() => void begin('dismiss')}
        >
          Dismiss
        </Button>
      </div>
    </>
  )
}
