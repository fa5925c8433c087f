import { useEffect, useState } from 'react'
import { redirect, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { getActivity, markActivitySeen, type ProjectEvent } from '../../../shared/history/activity.api.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { Timeline } from '../timeline.tsx'
import { paths } from '../../lib/paths.ts'
import { queryIDOf } from '../../lib/query-id.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/message.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { ActivityRow } from './activity-row.tsx'
import styles from './activity.module.css'

const UNABLE = { other: 'Unable to load the activity' }

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const projectID = queryIDOf(request, 'projectID')
  if (projectID === undefined) throw redirect(paths.selectProject())
  const userID = queryIDOf(request, 'userID')
  const answer = await call(getActivity, { query: { projectID, userID } }, { signal: request.signal })
  return { ...answer, projectID, userID, now: new Date() }
}

type Loaded = Awaited<ReturnType<typeof loader>>

export const Component = () => {
  const loaded = useLoaderData<typeof loader>()
  return <Activity key={`${loaded.projectID} ${loaded.userID}`} loaded={loaded} />
}

/** Marks events as seen once all new ones are listed: everyone's, latest first. */
const useSeen = ({ projectID, userID, events, older }: Pick<Loaded, 'projectID' | 'userID' | 'events' | 'older'>) => {
  const isAllHere = older === null || events.at(-1)?.isNew === false
  const hasNew = events.some(({ isNew }) => isNew)
  const latest = userID === undefined && isAllHere && hasNew ? events[0]?.eventID : undefined
  useEffect(() => {
    if (latest === undefined) return
    // In the background; a failed call is repeated on the next visit.
    call(markActivitySeen, { body: { projectID, eventID: latest } }).catch(console.error)
  }, [projectID, latest])
}

const Activity = ({ loaded }: { loaded: Loaded }) => {
  const { projectID, projectName, userID, people, now } = loaded
  const [, setQuery] = useSearchParams()
  const [more, setMore] = useState<{ behind: Loaded; events: readonly ProjectEvent[]; older: number | null }>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  // Older events continue only the list that they were loaded for.
  const { events, older } =
    more?.behind === loaded ? { events: [...loaded.events, ...more.events], older: more.older } : loaded
  useSeen({ projectID, userID, events, older })

  const showOlder = async () => {
    if (busy || older === null) return
    setBusy(true)
    setFailure(undefined)
    try {
      const next = await call(getActivity, { query: { projectID, userID, before: older } })
      setMore({ behind: loaded, events: [...events.slice(loaded.events.length), ...next.events], older: next.older })
    } catch (error) {
      setFailure(sentence(error, UNABLE))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Page>
      <title>{`Activity · ${projectName} · Roomfolio`}</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name: projectName, to: paths.projectHome(projectID) },
          { name: 'Activity' },
        ]}
      />
      <PageHeader title="Activity" sub={`Recent changes in ${projectName}`} />
      {people.length > 1 && (
        <div className={styles.filter}>
          <Select
            label="Person"
            name="person"
            value={`${userID ?? ''}`}
            onChange={(value) =>
              setQuery(
                { projectID: `${projectID}`, ...(value !== '' && { userID: value }) },
                { replace: true, preventScrollReset: true },
              )
            }
          >
            <option value="">Everyone</option>
            {people.map((person) => (
              <option key={person.userID} value={person.userID}>
                {person.name}
              </option>
            ))}
          </Select>
        </div>
      )}
      {events.length === 0 && <p className="faint">No activity yet.</p>}
      <Timeline events={events} now={now}>
        {(event) => <ActivityRow key={event.eventID} event={event} />}
      </Timeline>
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      {older !== null && (
        <div className="flex middle mt-16">
          <Button busy={busy} onClick={() => void showOlder()}>
            Show Older
          </Button>
        </div>
      )}
    </Page>
  )
}
