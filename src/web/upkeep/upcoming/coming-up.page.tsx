import { Suspense, useEffect, useId, useState, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { SOON_DAYS, getUpcoming, type Upcoming } from '../../../shared/upkeep/upcoming.api.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { useLostFocus } from '../../lib/focus/use-lost-focus.ts'
import { counted } from '../../lib/pluralize.ts'
import { queryIDOf } from '../../lib/query-id.ts'
import { RemindersAndCalendar } from '../reminders/reminders-and-calendar.tsx'
import { TaskSuggestions } from '../tasks/task-suggestions.tsx'
import { TaskDialogs, type Asked } from '../tasks/task-dialogs.tsx'
import { TaskRow } from '../tasks/task-row.tsx'
import { redirectTemplate } from '../../projects/templates/redirect-template.ts'
import { Button } from '../../ui/button.tsx'
import { NothingHereDrawing } from '../../ui/drawings/nothing-here.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconPlus } from '../../ui/icons.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Message } from '../../ui/message.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Page } from '../../ui/page/page.tsx'
import { EndingRow } from './ending-row.tsx'
import { dayNow, daysFrom } from '../../lib/days.ts'
import { groupOf, type GroupName } from './ending-words.ts'
import { entriesOf, type Entry } from './entries.ts'
import { Filters, isShown, showOf, type Shown } from './filters.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './coming-up.module.css'

const TaskDialog = lazyComponent(async () => (await import('../tasks/task-dialog.tsx')).TaskDialog, 'New Task')

const UNABLE = { other: 'Unable to load Coming Up' }

/** The number of past ends shown at first. Overdue tasks are all shown. */
const OVER_SHOWN = 3

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const projectID = queryIDOf(request, 'projectID')
  const { signal } = request
  const today = dayNow()
  const [all, one] = await Promise.all([
    call(getUpcoming, { query: { today } }, { signal }),
    projectID === undefined
      ? undefined
      : call(getUpcoming, { query: { today, projectID } }, { signal }).catch(redirectTemplate(projectID)),
  ])
  return { projectID, show: showOf(request), all, shown: one ?? all }
}

type Loaded = Awaited<ReturnType<typeof loader>>

export const Component = () => {
  const loaded = useLoaderData<typeof loader>()
  return <ComingUp key={loaded.projectID} loaded={loaded} />
}

/** The list together with further pages. */
const useFurtherPages = ({ projectID, shown }: Loaded) => {
  const [more, setMore] = useState<{ behind: Upcoming; with: Upcoming }>()
  const [busy, setBusy] = useState<'after' | 'before'>()
  const [failure, setFailure] = useState<string>()
  // Further pages belong only to the list that they were loaded for.
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
            ? { coming: [...list.coming, ...next.coming], tasks: [...list.tasks, ...next.tasks], later: next.later }
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

/** Revalidates when the user returns on another day. */
const useRevalidateOnNewDay = (today: string): void => {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const check = () => {
      if (document.visibilityState === 'visible' && dayNow() !== today) void revalidate()
    }
    document.addEventListener('visibilitychange', check)
    return () => document.removeEventListener('visibilitychange', check)
  }, [today, revalidate])
}

const ComingUp = ({ loaded }: { loaded: Loaded }) => {
  const { projectID, all, show: chosen, shown } = loaded
  const [isNew, setIsNew] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  useRevalidateOnNewDay(shown.today)
  const { list, busy, failure, show } = useFurtherPages(loaded)
  const entries = entriesOf(list)
  const homes = homesOf(all)
  const oneHome = homes.length === 1
  const lostFocus = useLostFocus()
  return (
    <Page>
      <title>Coming Up · Roomfolio</title>
      <PageHeader
        title="Coming Up"
        sub={homes.length > 0 && subOf(list, homes.length)}
        actions={
          <Button kind="primary" icon={<IconPlus />} onClick={() => setIsNew(true)}>
            New Task
          </Button>
        }
      />
      {homes.length > 0 && <Filters {...{ projectID, chosen, homes, all }} />}
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <div className={classNames('top columns-1080', styles.columns)} {...lostFocus}>
        <div>
          <Groups {...{ list, chosen, entries, oneHome, busy, show }} ask={setAsked} />
        </div>
        <aside>
          <TaskSuggestions projectID={projectID} oneHome={oneHome} version={shown} />
          <RemindersAndCalendar />
        </aside>
      </div>
      <Suspense>
        {isNew && <TaskDialog task={undefined} projectID={projectID} onClose={() => setIsNew(false)} />}
      </Suspense>
      <TaskDialogs asked={asked} tasks={list.tasks} onClose={() => setAsked(undefined)} />
    </Page>
  )
}

interface GroupsProps extends Pick<ReturnType<typeof useFurtherPages>, 'list' | 'busy' | 'show'> {
  entries: readonly Entry[]
  chosen: Shown
  oneHome: boolean
  ask: (asked: Asked) => void
}

const Groups = ({
  list: { today, later: behind, earlier },
  entries,
  chosen,
  oneHome,
  busy,
  show,
  ask,
}: GroupsProps) => {
  const [allOver, setAllOver] = useState(false)
  const fitting = entries.filter((entry) => isShown(entry, chosen))
  const over = fitting.filter((entry) => groupOf(entry.day, today) === 'Overdue')
  // The latest of those long past, which come last.
  const ended = over.filter(({ task }) => !task)
  const hidden = new Set(allOver ? [] : ended.slice(0, -OVER_SHOWN))
  const showMore = (way: 'after' | 'before', place: string | null) =>
    place !== null && (
      <Button busy={busy === way} onClick={() => void show(way, place)}>
        {way === 'after' ? 'Show Later' : 'Show Earlier'}
      </Button>
    )
  const group = (name: GroupName, of: readonly Entry[], more?: ReactNode) =>
    of.length > 0 && <Group {...{ name, entries: of, today, oneHome, ask }}>{more}</Group>
  const coming = (name: GroupName) =>
    group(
      name,
      fitting.filter(({ day }) => groupOf(day, today) === name),
    )
  return (
    <>
      {fitting.length === 0 && (
        <EmptyState
          drawing={<NothingHereDrawing />}
          title="Nothing is coming up."
          help="Tasks, warranties, and permits show up here once they have a date."
        />
      )}
      {group(
        'Overdue',
        over.filter((entry) => !hidden.has(entry)),
        hidden.size > 0 ? (
          <Button onClick={() => setAllOver(true)}>Show Earlier</Button>
        ) : (
          chosen !== 'tasks' && showMore('before', earlier)
        ),
      )}
      {coming('This Month')}
      {coming('Next 90 Days')}
      {coming('Later')}
      {behind !== null && <div className="flex middle mt-16">{showMore('after', behind)}</div>}
    </>
  )
}

interface GroupProps extends Pick<GroupsProps, 'entries' | 'oneHome' | 'ask'> {
  name: GroupName
  today: string
  /** Loads more. */
  children: ReactNode
}

const Group = ({ name, entries, today, oneHome, ask, children }: GroupProps) => {
  const id = useId()
  const far = name === 'Later'
  return (
    <section aria-labelledby={id} className="mb-24">
      <h2 id={id} className="h2-small mb-12">
        {name}{' '}
        <span aria-hidden="true" className="faint small regular sans">
          {entries.length}
        </span>
      </h2>
      <ul className="sheet ruled">
        {entries.map(({ key, task, ending }) =>
          task ? (
            <TaskRow key={key} {...{ task, today, oneHome, ask }} />
          ) : (
            <EndingRow key={key} {...{ ending, today, oneHome, isDistant: far }} />
          ),
        )}
      </ul>
      {children && <div className="flex middle mt-16">{children}</div>}
    </section>
  )
}

const homesOf = ({ coming, tasks, over }: Upcoming): { projectID: number; name: string }[] => [
  ...new Map(
    [...coming, ...tasks, ...over].map(({ projectID, projectName: name }) => [projectID, { projectID, name }] as const),
  ).values(),
]

/** The summary of an incomplete list states only what is certain. */
const subOf = (list: Upcoming, homes: number): string => {
  const { today, coming, tasks, over, later: behind, earlier } = list
  const overdue = tasks.filter(({ day }) => day < today).length
  const all = [...coming, ...tasks].filter(({ day }) => day >= today)
  const soon = all.filter(({ day }) => daysFrom(today, day) <= SOON_DAYS).length
  const orMore = (count: number, isAll: boolean) => (isAll ? `${count}` : `${count}+`)
  return [
    ...(over.length + overdue > 0 ? [`${orMore(over.length + overdue, earlier === null)} overdue`] : []),
    soon === 0
      ? 'nothing due in the next 90 days'
      : `${orMore(soon, behind === null || soon < all.length)} due in 90 days`,
    counted(homes, 'home'),
  ].join(' · ')
}
