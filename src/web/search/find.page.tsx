import { Fragment, Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import { Link, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router'
import { search, type Found, type HitGroup } from '../../shared/search/search.api.ts'
import { call } from '../lib/call.ts'
import { sentence } from '../lib/errors.ts'
import { counted } from '../lib/pluralize.ts'
import { paths } from '../lib/paths.ts'
import { queryIDOf } from '../lib/query-id.ts'
import { redirectTemplate } from '../projects/templates/redirect-template.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { IconListCheck, IconSearch } from '../ui/icons.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Message } from '../ui/message.tsx'
import { Page } from '../ui/page.tsx'
import { Card } from '../ui/card.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './find.module.css'
import { rowOfProject, rowOfRoom, rowsOfItem, type Row } from './hit-rows.tsx'
import { MarkedText } from './marked-text.tsx'
import { NoHit, QueryCorrections } from './no-hit.tsx'

const SelectHits = lazyComponent(
  async () => (await import('../items/bulk/select-hits.tsx')).SelectHits,
  'What can be selected',
)

const LONGEST_QUERY = 200

interface Asked {
  q: string
  /** Lists the items with `q` as value under this label. */
  propID: number | undefined
  /** Only in this project. */
  projectID: number | undefined
  found: Found | undefined
}

export const loader = async ({ request }: LoaderFunctionArgs): Promise<Asked> => {
  const q = (new URL(request.url).searchParams.get('q') ?? '').trim()
  const propID = queryIDOf(request, 'propID')
  const projectID = queryIDOf(request, 'projectID')
  const asked = { q, propID, projectID }
  if (q === '') return { ...asked, found: undefined }
  const found = call(search, { query: asked }, { signal: request.signal })
  return { ...asked, found: await (projectID === undefined ? found : found.catch(redirectTemplate(projectID))) }
}

/** Removes the match locations: the page header already names the value. */
const withoutPlaces = (groups: readonly HitGroup[]): HitGroup[] =>
  groups.map((group) => ({
    ...group,
    rooms: group.rooms.map((room) => ({ ...room, items: room.items.map((item) => ({ ...item, found: [] })) })),
  }))

/** Adds the next page of hits to the groups of their rooms. */
const merged = (groups: readonly HitGroup[], more: readonly HitGroup[]): HitGroup[] => {
  const all = groups.map((group) => ({ ...group, rooms: [...group.rooms] }))
  for (const group of more) {
    const there = all.find(({ projectID }) => projectID === group.projectID)
    if (!there) {
      all.push({ ...group, rooms: [...group.rooms] })
      continue
    }
    there.rank ??= group.rank
    for (const room of group.rooms) {
      const at = there.rooms.findIndex(({ roomID }) => roomID === room.roomID)
      const known = there.rooms[at]
      if (known) there.rooms[at] = { ...known, rank: known.rank ?? room.rank, items: [...known.items, ...room.items] }
      else there.rooms.push(room)
    }
  }
  return all
}

const itemsIn = (groups: readonly HitGroup[]) => groups.flatMap(({ rooms }) => rooms.flatMap(({ items }) => items))

/** Hits that are projects or rooms. */
const placesIn = (groups: readonly HitGroup[]) => ({
  projects: groups.filter(({ rank }) => rank !== null).length,
  rooms: groups.flatMap(({ rooms }) => rooms).filter(({ rank }) => rank !== null).length,
})

/** The number of matching projects and rooms not shown, in words. */
const hiddenIn = ({ groups, projects, rooms, afterPlaces }: Found): string => {
  if (afterPlaces === null) return ''
  const shown = placesIn(groups)
  const [more, moreRooms] = [projects - shown.projects, rooms - shown.rooms]
  return [
    more > 0 && `${more} of ${counted(projects, 'project')}`,
    moreRooms > 0 && `${moreRooms} of ${counted(rooms, 'room')}`,
  ]
    .filter((part) => part !== false)
    .join(' and ')
}

const firstHitIn = (groups: readonly HitGroup[]): string | undefined => {
  const [group] = groups
  if (!group) return undefined
  if (group.rank !== null) return `project ${group.projectID}`
  const [room] = group.rooms
  return room && room.rank !== null ? `room ${room.roomID}` : `item ${room?.items[0]?.itemID}`
}

const countsOf = (groups: readonly HitGroup[]): string => {
  const rooms = groups.flatMap((group) => group.rooms).filter(({ items }) => items.length > 0)
  const count = itemsIn(groups).length
  return count === 0 ? '' : `${counted(count, 'item')} in ${counted(rooms.length, 'room')}`
}

export const Component = () => {
  const asked = useLoaderData<typeof loader>()
  const { q, propID, projectID, found } = asked
  const label = itemsIn(found?.groups ?? [])
    .flatMap(({ labels }) => labels)
    .find((one) => one.propID === propID)?.label
  return (
    <Page>
      <title>{`${q === '' ? '' : `${q} · `}${propID === undefined ? 'Search' : 'Where Used'} · Roomfolio`}</title>
      {propID === undefined ? (
        <SearchHead key={q} q={q} />
      ) : (
        <header className={styles.used}>
          <p>{label ?? 'Where used'}</p>
          <h1 dir="auto">{q}</h1>
          {found && found.after === null && <p>{countsOf(found.groups)}</p>}
          <p>
            <Link to={paths.find(q)}>Search everything for “{q}”</Link>
          </p>
        </header>
      )}
      {projectID !== undefined && (
        <p className="muted mb-24">
          In {found?.groups[0] ? <bdi>{found.groups[0].name.text}</bdi> : 'one project'} alone.{' '}
          <Link to={paths.find(q, propID === undefined ? {} : { propID })}>Search All Projects</Link>
        </p>
      )}
      {found ? (
        <Hits key={`${propID} ${projectID} ${q}`} asked={asked} found={found} />
      ) : (
        <div className={classNames('muted text-center', styles.blank)}>
          <h2>What are you looking for?</h2>
          <p>Type a few letters of a name, model number, color, room, note, or even text inside a manual.</p>
        </div>
      )}
    </Page>
  )
}

const SearchHead = ({ q }: { q: string }) => {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (q === '') input.current?.focus()
  }, [q])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = input.current?.value.trim() ?? ''
    if (typed !== q) void navigate(paths.find(typed))
  }
  return (
    <header className={styles.head}>
      <h1>Search</h1>
      <form role="search" className={classNames('relative', styles.box)} onSubmit={submit}>
        <input
          ref={input}
          type="search"
          aria-label="Search"
          defaultValue={q}
          dir="auto"
          maxLength={LONGEST_QUERY}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
        />
        <button type="submit" aria-label="Find">
          <IconSearch aria-hidden="true" />
        </button>
      </form>
    </header>
  )
}

const Hits = ({ asked, found: first }: { asked: Asked; found: Found }) => {
  const { q, propID, projectID } = asked
  const [{ found, added }, setShown] = useState<{ found: Found; added: string | undefined }>({
    found: first,
    added: undefined,
  })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [selectingIn, setSelectingIn] = useState<number>()
  // Data changed, so the first page was reloaded.
  const [shownOf, setShownOf] = useState(first)
  if (shownOf !== first) {
    setShownOf(first)
    setShown({ found: first, added: undefined })
  }
  const { groups, after, afterPlaces } = found
  const hidden = hiddenIn(found)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (added !== undefined) place.current?.querySelector<HTMLElement>(`[data-hit="${added}"] a`)?.focus()
  }, [added])

  const more = async (asked: { after: string } | { afterPlaces: string }) => {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const next = await call(search, { query: { q, propID, projectID, ...asked } })
      setShown({
        found: {
          ...{ ...found, groups: merged(groups, next.groups) },
          ...('after' in asked ? { after: next.after } : { afterPlaces: next.afterPlaces }),
        },
        added: firstHitIn(next.groups),
      })
    } catch (error) {
      console.warn(error)
      setFailure(sentence(error, { other: 'Unable to search' }))
    } finally {
      setBusy(false)
    }
  }

  // A single project needs no filter.
  const onlyIn =
    groups.length < 2
      ? undefined
      : (id: number) => paths.find(q, { projectID: id, ...(propID !== undefined && { propID }) })
  if (groups.length === 0) {
    return (
      <>
        <QueryCorrections read={found.read} ignored={found.ignored} />
        {propID === undefined ? <NoHit query={q} found={found} /> : <p>Nothing uses this value anymore.</p>}
        <Projects groups={found.close} />
      </>
    )
  }
  const selecting = groups.find((group) => group.projectID === selectingIn)
  if (selecting) {
    const at = paths.find(q, { ...(propID !== undefined && { propID }), ...(projectID !== undefined && { projectID }) })
    return (
      <Suspense>
        <SelectHits group={selecting} at={at} onEnd={() => setSelectingIn(undefined)} />
      </Suspense>
    )
  }
  return (
    <div ref={place}>
      <QueryCorrections read={found.read} ignored={found.ignored} />
      {hidden !== '' && <p className={styles.hidden}>Not shown yet: {hidden}.</p>}
      <Projects
        groups={propID === undefined ? groups : withoutPlaces(groups)}
        onlyIn={onlyIn}
        onSelect={setSelectingIn}
      />
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      {afterPlaces !== null && (
        <div className="flex middle">
          <Button busy={busy} onClick={() => void more({ afterPlaces })}>
            Show More{' '}
            {hidden.includes('room') ? (hidden.includes('project') ? 'Projects and Rooms' : 'Rooms') : 'Projects'}
          </Button>
        </div>
      )}
      {after !== null && (
        <div className="flex middle">
          <Button busy={busy} onClick={() => void more({ after })}>
            {afterPlaces === null ? 'Show More' : 'Show More Items'}
          </Button>
        </div>
      )}
    </div>
  )
}

interface ProjectsProps {
  groups: readonly HitGroup[]
  /** The address of the hits in one project. */
  onlyIn?: ((projectID: number) => string) | undefined
  /** Starts selecting its items. */
  onSelect?: (projectID: number) => void
}

const Projects = ({ groups, onlyIn, onSelect }: ProjectsProps) =>
  groups.map((group) => {
    const { projectID, name, rank, rooms, may } = group
    return (
      <section key={projectID} className={styles.project}>
        <header>
          <h2>
            <MarkedText of={name} />
          </h2>
          <span>{countsOf([group])}</span>
          {onSelect && may !== 'read' && itemsIn([group]).length > 0 && (
            <Button kind="quiet" small icon={<IconListCheck />} onClick={() => onSelect(projectID)}>
              Select <span className="visually-hidden">in {name.text}</span>
            </Button>
          )}
          {onlyIn && (
            <Link to={onlyIn(projectID)} className="inline-row push label min-target">
              Search This Project <span className="visually-hidden">in {name.text}</span>
            </Link>
          )}
        </header>
        <Card>
          {rank !== null && (
            <ul className={styles.itself}>
              <HitRow row={rowOfProject(group)} />
            </ul>
          )}
          {rooms.map((room) => (
            <section key={room.roomID} className={styles.room}>
              <header>
                <h3>
                  <Link to={paths.roomItems(room.roomID)}>
                    <MarkedText of={room.name} />
                  </Link>
                </h3>
                {room.items.length > 0 && <p>{room.items.length} found</p>}
              </header>
              <ul>
                {room.rank !== null && <HitRow row={rowOfRoom(name, room)} />}
                {room.items.map((item) => (
                  <Fragment key={item.itemID}>
                    {rowsOfItem(item).map((row) => (
                      <HitRow key={row.key} row={row} hit={`item ${item.itemID}`} />
                    ))}
                  </Fragment>
                ))}
              </ul>
            </section>
          ))}
        </Card>
      </section>
    )
  })

const HitRow = ({ row: { key, to, mark, title, line, where, copy }, hit = key }: { row: Row; hit?: string }) => (
  <li className={classNames('row relative gap-14', styles.row)} data-hit={hit}>
    {mark}
    <span className="grow">
      <Link to={to} dir="auto" className={classNames('strong no-underline', styles.title)}>
        {title}
      </Link>{' '}
      {line !== '' && <span className={classNames('muted label', styles.line)}>{line}</span>}
    </span>
    <span className={classNames('fixed faint small line-small', styles.where)}>{where}</span>
    <span className={classNames('fixed relative', styles.copy)}>
      {copy !== undefined && <CopyButton text={copy} />}
    </span>
  </li>
)
