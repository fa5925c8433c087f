import { useEffect, useState } from 'react'
import { listRevisions, type IssuedRevisions } from '../../../shared/papers/revisions.api.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { retryUntilOnline } from '../../lib/query-client.ts'

interface Read {
  projectID: number
  issued?: IssuedRevisions
  failure?: string
}

/** The revisions of a project once loaded, or the error. `again` reloads; the current list stays until then. */
export const useRevisions = (projectID: number) => {
  const [read, setRead] = useState<Read>()
  const [time, setTime] = useState(0)
  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    retryUntilOnline(() => call(listRevisions, { query: { projectID } }, { signal }), { signal }).then(
      (issued) => !signal.aborted && setRead({ projectID, issued }),
      (error: unknown) => {
        if (signal.aborted) return
        const failure = sentence(error, { other: 'Unable to get the issued revisions' })
        setRead((before) => ({ ...(before?.projectID === projectID && before), projectID, failure }))
      },
    )
    return () => end.abort()
  }, [projectID, time])
  return { ...(read?.projectID === projectID && read), again: () => setTime((times) => times + 1) }
}
