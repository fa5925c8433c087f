import { Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import { Link, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router'
import { HIT_KINDS, search, type Found, type HitGroup } from '../../shared/search/search.api.ts'
import { call } from '../lib/call.ts'
import { sentence } from '../lib/errors.ts'
import { counted } from '../lib/pluralize.ts'
import { paths } from '../lib/paths.ts'
import { queryIDOf } from '../lib/query-id.ts'
import { useElements } from '../lib/use-elements.ts'
import { redirectTemplate } from '../projects/templates/redirect-template.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy/copy-button.tsx'
import { IconListCheck, IconSearch } from '../ui/icons.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Message } from '../ui/message.tsx'
import { Page } from '../ui/page/page.tsx'
import { Card } from '../ui/card.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './find.module.css'
import { fileHits, withoutFiles } from './file-hits.ts'
import { FindFilters, type Filter } from './find-filters.tsx'
import { FoundFiles, type LinkRef } from './found-files.tsx'
import { rowOfItem, rowOfProject, rowOfRoom, type Row } from './hit-rows.tsx'
import { MarkedText } from './marked-text.tsx'
import { NoHit, QueryCorrections } from './no-hit.tsx'

const SelectHits = lazyComponent(async () => (await import('./select-hits.tsx')).SelectHits, 'What can be selected')

const LONGEST_QUERY = 200

interface Asked extends Filter {
  q: string
  found: Found | undefined
}

export const loader = async ({ request }: LoaderFunctionArgs): Promise<Asked> => {
  const q = (new URL(request.url).searchParams.get('q') ?? '').trim()
  const propID = queryIDOf(request, 'propID')
  const projectID = queryIDOf(request, 'projectID')
  const kind = HIT_KINDS.find((one) => one === new URL(request.url).searchParams.get('kind'))
  const asked = { q, propID, projectID, catID: queryIDOf(request, 'catID'), kind }
  if (q === '') return { ...asked, found: undefined }
  const found = call(search, { query: { ...asked, countFiles: true } }, { signal: request.signal })
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
  const item = room?.items[0]
  if (room && room.rank !== null) return `room ${room.roomID}`
  return item?.inFiles ? fileHits(groups)[0]?.key : `item ${item?.itemID}`
}

type Totals = NonNullable<Found['totals']>

/** Homes where there are several, otherwise rooms. */
const totalInWords = ({ items, inFiles, projects }: Totals): string => {
  const rooms = projects[0]?.rooms ?? 0
  const places = projects.length > 1 ? counted(projects.length, 'home') : counted(rooms, 'room')
  return `${counted(items + inFiles, 'item')} in ${places}`
}

/** The number of all hits in a project, or of those that are shown. */
const countIn = (group: HitGroup, totals: Totals | undefined): string => {
  const total = totals?.projects.find(({ projectID }) => projectID === group.projectID)
  const shown = itemsIn([group]).length
  const [items, rooms] = total ? [total.items, total.rooms] : [shown, group.rooms.length]
  return items === 0 || shown === 0 ? '' : `${counted(items, 'item')} in ${counted(rooms, 'room')}`
}

export const Component = () => {
  const asked = useLoaderData<typeof loader>()
  const { q, propID, projectID, catID, kind, found } = asked
  const label = itemsIn(found?.groups ?? [])
    .flatMap(({ labels }) => labels)
    .find((one) => one.propID === propID)?.label
  return (
    <Page>
      <title>{`${q === '' ? '' : `${q} · `}${propID === undefined ? 'Search' : 'Where Used'} · Roomfolio`}</title>
      {propID === undefined ? (
        <SearchHead key={q} q={q} />
      ) : (
        <header className="muted mt-8 mb-24">
          <p>{label ?? 'Where used'}</p>
          <h1 className="ink" dir="auto">
            {q}
          </h1>
          {found?.totals && <p>{totalInWords(found.totals)}</p>}
          <p>
            <Link to={paths.find(q)}>Search everything for “{q}”</Link>
          </p>
        </header>
      )}
      {found && <FindFilters q={q} filter={asked} found={found} />}
      {found ? (
        <Hits key={`${propID} ${projectID} ${catID} ${kind} ${q}`} asked={asked} found={found} />
      ) : (
        <div className="muted text-center mt-40">
          <h2 className="ink mb-8">What are you looking for?</h2>
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
    <header className={classNames('railed mb-24', styles.head)}>
      <h1>Search</h1>
      <form role="search" className={classNames('relative', styles.box)} onSubmit={submit}>
        <input
          ref={input}
          className="full field-box"
          type="search"
          aria-label="Search"
          defaultValue={q}
          dir="auto"
          maxLength={LONGEST_QUERY}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
        />
        <button type="submit" className="centered faint round" aria-label="Find">
          <IconSearch aria-hidden="true" />
        </button>
      </form>
    </header>
  )
}

const Hits = ({ asked, found: first }: { asked: Asked; found: Found }) => {
  const { found: _, q, ...filter } = asked
  const { propID } = filter
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
  const { totals } = first
  const files = propID === undefined ? fileHits(groups) : []
  const { elements: links, refTo: linkRef } = useElements<string, HTMLAnchorElement>()
  useEffect(() => {
    if (added !== undefined) links.get(added)?.focus()
  }, [added, links])

  const more = async (asked: { after: string } | { afterPlaces: string }) => {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const next = await call(search, { query: { q, ...filter, ...asked } })
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

  if (groups.length === 0 && totals && totals.items + totals.inFiles + found.projects + found.rooms > 0)
    return <p className="muted">Nothing matches these filters.</p>
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
    const at = paths.find(q, filter)
    return (
      <Suspense>
        <SelectHits group={selecting} at={at} onEnd={() => setSelectingIn(undefined)} />
      </Suspense>
    )
  }
  return (
    <div>
      <QueryCorrections read={found.read} ignored={found.ignored} />
      {hidden !== '' && <p className="muted mb-16">Not shown yet: {hidden}.</p>}
      <Projects
        groups={propID === undefined ? withoutFiles(groups) : withoutPlaces(groups)}
        totals={filter.kind === undefined ? (totals ?? undefined) : undefined}
        onSelect={setSelectingIn}
        linkRef={linkRef}
      />
      {files.length > 0 && <FoundFiles files={files} linkRef={linkRef} ofOneProject={groups.length === 1} />}
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
  /** The number of all hits, on this page or not. */
  totals?: Totals | undefined
  /** Starts selecting its items. */
  onSelect?: (projectID: number) => void
  linkRef?: LinkRef
}

const Projects = ({ groups, totals, onSelect, linkRef }: ProjectsProps) =>
  groups.map((group) => {
    const { projectID, name, rank, rooms, may } = group
    return (
      <section key={projectID} className="mb-40">
        <header className="flex wrap baseline mb-12 gap-12 tight">
          <h2>
            <MarkedText of={name} />
          </h2>
          <span className="faint label">{countIn(group, totals)}</span>
          {onSelect && may !== 'read' && itemsIn([group]).length > 0 && (
            <Button kind="quiet" small icon={<IconListCheck />} onClick={() => onSelect(projectID)}>
              Select <span className="visually-hidden">in {name.text}</span>
            </Button>
          )}
        </header>
        <Card>
          {rank !== null && (
            <ul>
              <HitRow row={rowOfProject(group)} linkRef={linkRef} />
            </ul>
          )}
          {rooms.map((room) => (
            <section key={room.roomID} className="rule-top railed">
              <header>
                <h3>
                  <Link to={paths.roomItems(room.roomID)} className="inline-row ink plain min-target hover-underline">
                    <MarkedText of={room.name} />
                  </Link>
                </h3>
              </header>
              <ul className="ruled">
                {room.rank !== null && <HitRow row={rowOfRoom(name, room)} linkRef={linkRef} />}
                {room.items.map((item) => (
                  <HitRow key={item.itemID} row={rowOfItem(item)} linkRef={linkRef} />
                ))}
              </ul>
            </section>
          ))}
        </Card>
      </section>
    )
  })

interface HitRowProps {
  row: Row
  linkRef: LinkRef | undefined
}

const HitRow = ({ row: { key, to, mark, title, line, where, copy }, linkRef }: HitRowProps) => (
  <li className="row relative gap-12 line hover-row">
    {mark}
    <span className="grow">
      <Link ref={linkRef?.(key)} to={to} dir="auto" className="strong ink clamp link-over">
        {title}
      </Link>{' '}
      {line !== '' && <span className="muted label clamp">{line}</span>}
    </span>
    <span className="fixed faint small text-right not-on-phones">{where}</span>
    <span className="fixed relative copy-cell above">{copy !== undefined && <CopyButton text={copy} />}</span>
  </li>
)
