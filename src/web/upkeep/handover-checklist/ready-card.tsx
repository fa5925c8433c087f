import { useEffect, useId, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { getReady, type Readiness } from '../../../shared/upkeep/handover-checklist.api.ts'
import { call } from '../../lib/call.ts'
import { kindPath, readyPath } from './gaps-path.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './gaps.module.css'
import { ProgressLine, completionWords } from './progress-line.tsx'

const SHOWN = 4

/** How ready a home is for handover, on Project Home. `children` render after it, so that nothing shifts. */
export const ReadyCard = ({ projectID, children }: { projectID: number; children: ReactNode }) => {
  const id = useId()
  const [ready, setReady] = useState<Readiness | null>()
  useEffect(() => {
    const leaving = new AbortController()
    const query = { projectID, show: 'figures' as const }
    // Its own page reports errors.
    call(getReady, { query }, { signal: leaving.signal }).then(setReady, () => setReady(null))
    return () => leaving.abort()
  }, [projectID])
  if (ready === undefined) return null
  return (
    <>
      {ready && ready.percent !== null && (
        <section aria-labelledby={id} className={classNames('sheet', styles.card)}>
          <h2 id={id}>
            <Link to={readyPath(projectID)}>Ready to Hand Over</Link>
          </h2>
          <p className={classNames('flex wrap baseline muted label', styles.figures)}>
            <b>{ready.percent}%</b> <span>{completionWords(ready)}</span>
          </p>
          <ProgressLine percent={ready.percent} />
          {ready.groups.length > 0 && (
            <ul>
              {ready.groups.slice(0, SHOWN).map(({ group, name, count }) => (
                <li key={group}>
                  <Link to={kindPath(projectID, group)}>
                    <bdi>{name}</bdi>
                    <b>{count}</b>
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      {children}
    </>
  )
}
