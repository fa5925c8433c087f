import { useId, useState, type ReactNode } from 'react'
import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { SOON_DAYS, getUpcoming, type Ending, type Upcoming } from '../../shared/upcoming.ts'
import { call } from '../api/call.ts'
import { sentence } from '../api/errors.ts'
import { counted } from '../counted.ts'
import { queryIDOf } from '../query-id.ts'
import { Button } from '../ui/button.tsx'
import { NothingHereDrawing } from '../ui/drawings/nothing-here.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Message } from '../ui/message.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Page } from '../ui/page.tsx'
import { Select } from '../ui/select.tsx'
import { EndingRow } from './ending-row.tsx'
import { dayOf, daysFrom, groupOf, type GroupName } from './ending-words.ts'
import styles from './coming-up.module.css'

const UNABLE = { other: 'Unable to load what is coming up' }

/** Of what is over the others are a tap away: what came up last is what counts. */
const OVER_SHOWN = 3

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const projectID = queryIDOf(request, 'projectID')
  const { signal } = request
  const today = dayOf(new Date())
  const [all, one] = await Promise.all([
    call(getUpcoming, { query: { today } }, { signal }),
    projectID === undefined ? undefined : call(getUpcoming, { query: { today, projectID } }, { signal }),
  ])
  return { projectID, homes: homesOf(all), shown: one ?? all }
}

type Loaded = Awaited<ReturnType<typeof loader>>

const homesOf = ({ coming, over }: Upcoming): { projectID: number; name: string }[] => [
  ...new Map(
    [...coming, ...over].map(({ projectID, projectName: name }) => [projectID, { projectID, name }] as const),
  ).values(),
]

export const Component = () => {
  const loaded = useLoaderData<typeof loader>()
  return <ComingUp key={loaded.projectID} loaded={loaded} />
}

/** What stands there with what was shown further on. */
const useMore = ({ projectID, shown }: Loaded) => {
  const [more, setMore] = useState<{ behind: Upcoming; with: Upcoming }>()
  const [busy, setBusy] = useState<'after' | 'before'>()
  const [failure, setFailure] = useState<string>()
  // Further ones only behind those that they were asked for.
  const list = more?.behind === shown ? more.with : shown

  const show = async (way: 'after' | 'before', place: string) => {
    if (busy) return
    setBusy(way)
    setFailure(undefined)
    try {
      const next = await call(getUpcoming, { query: { today: shown.today, projectID, [way]: place } })
      setMore({
        behind: shown,
        with: {
          ...list,
          ...(way === 'after'
            ? { coming: [...list.coming, ...next.coming], later: next.later }
            : { over: [...list.over, ...next.over], earlier: next.earlier }),
        },
      })
    } catch (error) {
      setFailure(sentence(error, UNABLE))
    } finally {
      setBusy(undefined)
    }
  }
  return { list, busy, failure, show }
}

const ComingUp = ({ loaded }: { loaded: Loaded }) => {
  const { projectID, homes } = loaded
  const [, setQuery] = useSearchParams()
  const [allOver, setAllOver] = useState(false)
  const { list, busy, failure, show } = useMore(loaded)
  const { today, coming, over, later, earlier } = list
  const shownOver = allOver ? over : over.slice(0, OVER_SHOWN)
  const group = (name: GroupName, endings: readonly Ending[], more?: ReactNode) =>
    endings.length > 0 && <Group {...{ name, endings, today, oneHome: homes.length === 1 }}>{more}</Group>
  const ending = (name: GroupName) => coming.filter(({ day }) => groupOf(day, today) === name)
  const showMore = (way: 'after' | 'before', place: string | null) =>
    place !== null && (
      <Button busy={busy === way} onClick={() => void show(way, place)}>
        {way === 'after' ? 'Show Later' : 'Show Earlier'}
      </Button>
    )
  return (
    <Page>
      <title>Coming Up · Roomfolio</title>
      <PageHead title="Coming Up" sub={homes.length > 0 && subOf(list, homes.length)} />
      {(homes.length > 1 || projectID !== undefined) && (
        <div className={styles.filter}>
          <Select
            label="Home"
            name="home"
            value={`${projectID ?? ''}`}
            onChange={(value) =>
              setQuery(value === '' ? {} : { projectID: value }, { replace: true, preventScrollReset: true })
            }
          >
            <option value="">All Homes</option>
            {homes.map((home) => (
              <option key={home.projectID} value={home.projectID}>
                {home.name}
              </option>
            ))}
          </Select>
        </div>
      )}
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      {coming.length + over.length === 0 && (
        <EmptyState
          drawing={<NothingHereDrawing />}
          title="Nothing is coming up."
          help="Warranties and permits stand here as soon as an item says when they end, under Warranty Expires for example."
        />
      )}
      {group(
        'Over',
        shownOver,
        shownOver.length < over.length ? (
          <Button onClick={() => setAllOver(true)}>Show Earlier</Button>
        ) : (
          showMore('before', earlier)
        ),
      )}
      {group('This Month', ending('This Month'))}
      {group('Next 90 Days', ending('Next 90 Days'))}
      {group('Later', ending('Later'))}
      {later !== null && <div className={styles.more}>{showMore('after', later)}</div>}
    </Page>
  )
}

interface GroupProps {
  name: GroupName
  endings: readonly Ending[]
  today: string
  oneHome: boolean
  /** Shows more of it. */
  children: ReactNode
}

const Group = ({ name, endings, today, oneHome, children }: GroupProps) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.group}>
      <h2 id={id}>{name}</h2>
      <ul className={styles.sheet}>
        {endings.map((ending) => (
          <EndingRow
            key={`${ending.itemID} ${ending.label}`}
            ending={ending}
            today={today}
            oneHome={oneHome}
            far={name === 'Later'}
          />
        ))}
      </ul>
      {children && <div className={styles.more}>{children}</div>}
    </section>
  )
}

/** Of a list that goes on, what is known for certain. */
const subOf = ({ today, coming, over, later, earlier }: Upcoming, homes: number): string => {
  const soon = coming.filter(({ day }) => daysFrom(today, day) <= SOON_DAYS).length
  const orMore = (count: number, isAll: boolean) => (isAll ? `${count}` : `${count}+`)
  return [
    ...(over.length > 0 ? [`${orMore(over.length, earlier === null)} over`] : []),
    `${orMore(soon, later === null || soon < coming.length)} in the next 90 days`,
    counted(homes, 'home'),
  ].join(' · ')
}
