import { useEffect, useId, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { getReadiness, type Readiness } from '../../../shared/upkeep/handover-checklist.api.ts'
import { call } from '../../lib/call.ts'
import { kindPath, readyPath } from './gaps-path.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './gaps.module.css'
import { DimensionLine } from '../../ui/drawings/dimension-line.tsx'
import { completionWords } from './completion-words.ts'

const SHOWN = 4

/** How ready a home is for handover, on Project Home. `children` render after it, so that nothing shifts. */
export const ReadyCard = ({ projectID, children }: { projectID: number; children: ReactNode }) => {
  const id = useId()
  const [ready, setReady] = useState<Readiness | null>()
  useEffect(() => {
    const leaving = new AbortController()
    const query = { projectID, show: 'figures' as const }
    // Its own page reports errors.
    call(getReadiness, { query }, { signal: leaving.signal }).then(setReady, () => setReady(null))
    return () => leaving.abort()
  }, [projectID])
  if (ready === undefined) return null
  return (
    <>
      {ready && ready.percent !== null && (
        <section aria-labelledby={id} className="sheet pad mt-40">
          <h2 id={id}>
            <Link to={readyPath(projectID)} className="row min-target plain hover-underline">
              Ready to Hand Over
            </Link>
          </h2>
          <p className="flex wrap baseline muted label gap-12 tight">
            <b className={classNames('ink', styles.figure)}>{ready.percent}%</b> <span>{completionWords(ready)}</span>
          </p>
          <div className="mt-4 mb-8">
            <DimensionLine share={ready.percent / 100} />
          </div>
          {ready.groups.length > 0 && (
            <ul>
              {ready.groups.slice(0, SHOWN).map(({ group, name, count }) => (
                <li key={group}>
                  <Link
                    to={kindPath(projectID, group)}
                    className="row between label rule-top gap-12 plain min-44 hover-underline"
                  >
                    <bdi>{name}</bdi>
                    <b className="bold">{count}</b>
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
