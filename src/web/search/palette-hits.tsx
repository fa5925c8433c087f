import { useEffect, useEffectEvent, useRef, useState, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { Link } from 'react-router'
import type { Found, HitGroup } from '../../shared/search/search.api.ts'
import { useSession } from '../lib/session.ts'
import { letterOf } from '../lib/keys.ts'
import { paths } from '../lib/paths.ts'
import { counted } from '../lib/pluralize.ts'
import { PUBLIC_PATH } from '../lib/public-path.ts'
import { CategoryIcon } from '../ui/drawings/category-icon.tsx'
import { Chip } from '../ui/chip.tsx'
import { classNames } from '../ui/class-names.ts'
import { CopyButton } from '../ui/copy/copy-button.tsx'
import { useCopy, type Copied } from '../ui/copy/use-copy.ts'
import { IconDoor, IconHome, IconListSearch } from '../ui/icons.tsx'
import { redirectFor } from '../lib/navigation-history.ts'
import { actionsFor, pagesFor, matchesQuery } from './actions.tsx'
import { fileHits, withoutFiles } from './file-hits.ts'
import { rowOfFile, rowOfItem, rowOfProject, rowOfRoom, type Row } from './hit-rows.tsx'
import { NoHit, QueryCorrections } from './no-hit.tsx'
import styles from './palette-hits.module.css'
import type { Place } from './place.ts'
import { readRecent, type Recent } from './recent.ts'
import { Tile } from './tile.tsx'
import { useSearchAsTyped } from './use-search.ts'

/** The number of recent things offered without a query. */
const RECENT_SHOWN = 6
const ACTIONS_SHOWN = 5

interface Section {
  key: string
  head: ReactNode
  rows: readonly Row[]
}

const recentRow = ({ kind, to, name, where, sample = null, catName = '' }: Recent): Row => ({
  key: `recent ${to}`,
  to,
  mark:
    kind === 'item' ? (
      <Chip sample={sample} icon={<CategoryIcon name={catName} />} />
    ) : (
      <Tile>{kind === 'room' ? <IconDoor /> : <IconHome />}</Tile>
    ),
  title: <bdi>{name}</bdi>,
  line: <bdi>{where}</bdi>,
})

/** Recent things, without those deleted in this tab. */
const recentSection = (user: string): Section => ({
  key: 'recent',
  head: 'Recent',
  rows: readRecent(user)
    .filter(({ to }) => redirectFor(new URL(to, location.href).href) === undefined)
    .slice(0, RECENT_SHOWN)
    .map(recentRow),
})

const headOf = (name: string, rows: readonly Row[], total: number): string =>
  rows.length < total ? `${name} · ${rows.length} of ${total}` : name

/** Matching projects and rooms, then the items of each room. */
const foundSections = (groups: readonly HitGroup[], totals: Pick<Found, 'projects' | 'rooms'>): Section[] => {
  const projects = groups.filter(({ rank }) => rank !== null).map(rowOfProject)
  const rooms = groups.flatMap(({ name, rooms }) =>
    rooms.filter(({ rank }) => rank !== null).map((room) => rowOfRoom(name, room)),
  )
  return [
    { key: 'projects', head: headOf('Projects', projects, totals.projects), rows: projects },
    { key: 'rooms', head: headOf('Rooms', rooms, totals.rooms), rows: rooms },
    ...itemSections(withoutFiles(groups)),
    { key: 'files', head: 'Files', rows: fileHits(groups).map(rowOfFile) },
  ]
}

const itemSections = (groups: readonly HitGroup[]): Section[] => [
  ...groups.flatMap((project) =>
    project.rooms.map((room) => ({
      key: `room ${room.roomID}`,
      head: (
        <>
          <bdi>{project.name.text}</bdi> <span aria-hidden="true">/</span>{' '}
          <bdi className="muted strong">{room.name.text}</bdi>
        </>
      ),
      rows: room.items.map(rowOfItem),
    })),
  ),
]

const NO_TOTALS = { projects: 0, rooms: 0 }
const isMoreOf = ({ after, afterPlaces }: Found): boolean => after !== null || afterPlaces !== null

const itemCount = (groups: readonly HitGroup[]): number =>
  groups.reduce(
    (sum, { rank, rooms }) =>
      sum + Number(rank !== null) + rooms.reduce((of, room) => of + Number(room.rank !== null) + room.items.length, 0),
    0,
  )

/** Such as '27 items in 27 homes'. */
const totalInWords = ({ totals }: Found): string => {
  const items = (totals?.items ?? 0) + (totals?.inFiles ?? 0)
  return totals && items > 0 ? `${counted(items, 'item')} in ${counted(totals.projects.length, 'home')}` : ''
}

const onOnePage = (query: string, found: Found): Row => ({
  key: 'page',
  to: paths.find(query),
  mark: (
    <Tile kind="action">
      <IconListSearch />
    </Tile>
  ),
  title: 'See All Results',
  line: totalInWords(found),
})

/** Publishes the height above a phone's on-screen keyboard, where the list ends. */
const useVisibleHeight = (dialog: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const seen = window.visualViewport
    const { current } = dialog
    if (!seen || !current) return
    const fit = () => {
      current.style.setProperty('--seen', `${seen.height}px`)
      current.style.setProperty('--seen-from', `${seen.offsetTop}px`)
    }
    fit()
    seen.addEventListener('resize', fit)
    seen.addEventListener('scroll', fit)
    return () => {
      seen.removeEventListener('resize', fit)
      seen.removeEventListener('scroll', fit)
    }
  }, [dialog])
}

const keyIn = (section: Section, row: Row | undefined): string => `${section.key} ${row?.key}`
const cellID = (id: string, position: number): string => `${id}-${position}`

interface SectionRowsProps {
  /** The id of the grid. */
  id: string
  activeRow: RefObject<HTMLDivElement | null>
  section: Section
  /** The index of its first row, and of the active row. */
  from: number
  active: number
  onOpen: (row: Row) => void
}

const SectionRows = ({ id, activeRow, section: { key, head, rows }, from, active, onOpen }: SectionRowsProps) => {
  const headID = `${id}-${key.replaceAll(' ', '-')}`
  const onClick = (event: MouseEvent, row: Row) => {
    // Modified clicks open a new tab or window.
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(row)
  }
  return (
    <div role="rowgroup" aria-labelledby={headID}>
      <div role="presentation" id={headID} className={classNames('faint small', styles.head)}>
        {head}
      </div>
      {rows.map((row, position) => {
        const isActive = from + position === active
        return (
          <div
            key={row.key}
            ref={isActive ? activeRow : undefined}
            role="row"
            aria-selected={isActive}
            className={classNames('row round', styles.row, isActive ? 'chosen' : 'hover-row')}
          >
            <div role="gridcell" id={cellID(id, from + position)} className="grow">
              <Link
                to={row.to}
                tabIndex={-1}
                className="row plain gap-12 line"
                onClick={(event) => onClick(event, row)}
              >
                {row.mark}
                <span className="grow">
                  <span dir="auto" className="strong clamp">
                    {row.title}
                  </span>{' '}
                  {row.line !== '' && <span className="muted small clamp">{row.line}</span>}
                </span>
              </Link>
            </div>
            {isActive && <span aria-hidden="true" className="key not-on-phones" data-key="Enter" />}
            {row.copy !== undefined && (
              <div role="gridcell" className="fixed relative copy-cell">
                <CopyButton text={row.copy} tabIndex={-1} />
              </div>
            )}
          </div>
        )
      })}
    </div>
  )
}

const IS_MAC = /Mac|iP(hone|ad)/.test(navigator.platform)

interface PaletteHitsProps {
  id: string
  dialog: RefObject<HTMLDialogElement | null>
  query: string
  user: string
  place: Place
  /** Whether Enter was pressed before there were results. */
  enterPressed: boolean
  onEntered: (enterPressed: boolean) => void
  /** Receives the key handler of the field. */
  onKeyHandler: (onKey: ((event: KeyboardEvent) => void) | undefined) => void
  /** Called with the id of the active cell. */
  onActive: (id: string | undefined) => void
  onChoose: (to: string, byKey: boolean) => void
}

/** All sections in order. */
const useSections = (user: string, place: Place, typed: string, found: Found | undefined): Section[] => {
  const session = useSession() ?? null
  const near = actionsFor(place)
  const actions = typed === '' ? near : near.filter((action) => matchesQuery(action, typed))
  const others = typed === '' ? [] : near.filter((action) => action.isContextual === true && !actions.includes(action))
  const pages = pagesFor(session).filter((page) => typed === '' || matchesQuery(page, typed))
  return (
    typed === ''
      ? [
          recentSection(user),
          { key: 'actions', head: 'Actions', rows: actions.slice(0, ACTIONS_SHOWN) },
          { key: 'pages', head: 'Pages', rows: pages },
        ]
      : [
          ...foundSections(found?.groups ?? [], found ?? NO_TOTALS),
          ...foundSections(found?.close ?? [], NO_TOTALS),
          { key: 'pages', head: 'Pages', rows: pages },
          {
            key: 'actions',
            head: 'Actions',
            rows: [...actions.slice(0, ACTIONS_SHOWN), ...others, ...(found ? [onOnePage(typed, found)] : [])],
          },
        ]
  ).filter(({ rows }) => rows.length > 0)
}

/** Keyboard hints, on desktop. */
const Foot = ({ copied, copies }: { copied: Copied | undefined; copies: string | undefined }) => (
  <footer className={classNames('row wrap fixed faint small rule-top on-quiet not-on-phones', styles.foot)}>
    <span className="inline-row shrink gap-4">
      <kbd>↑</kbd>
      <kbd>↓</kbd> to move
    </span>
    <span className="inline-row shrink gap-4">
      <kbd>Enter</kbd> to open
    </span>
    <span role="status" className={classNames('inline-row shrink push-right gap-4', styles.copies)}>
      {copied ? (
        <strong key={copied.count} className="cut primary strong">{`Copied ${copied.text}`}</strong>
      ) : (
        copies !== undefined && (
          <>
            <kbd>{IS_MAC ? '⌘' : 'Ctrl'}</kbd>
            <kbd>C</kbd> <span className="cut">to copy {copies}</span>
          </>
        )
      )}
    </span>
    <span className="inline-row shrink gap-4">
      <kbd>Esc</kbd> to close
    </span>
  </footer>
)

/** The palette's list: hits, actions and pages for the query, or recent things without one. */
export const PaletteHits = (props: PaletteHitsProps) => {
  const { id, dialog, query, user, place, enterPressed, onEntered, onKeyHandler, onActive, onChoose } = props
  const typed = query.trim()
  const { found, isAnswered, failure, tryAgain } = useSearchAsTyped(query)
  const [chosen, setChosen] = useState<{ query: string; key: string }>()
  const { copied, copy } = useCopy()
  const activeRow = useRef<HTMLDivElement>(null)
  useVisibleHeight(dialog)

  const sections = useSections(user, place, typed, found)
  const rows = sections.flatMap((section) => section.rows.map((row) => ({ ...row, key: keyIn(section, row) })))
  const at = Math.max(0, chosen?.query === typed ? rows.findIndex(({ key }) => key === chosen.key) : 0)
  const current = rows[at]
  const isNothing = found?.groups.length === 0
  const activeID = current && cellID(id, at)

  const open = (row: Row, byKey: boolean) => onChoose(row.to, byKey && row.copy !== undefined)

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, target } = event
    if ((key === 'ArrowDown' || key === 'ArrowUp') && rows.length > 0) {
      event.preventDefault()
      const next = rows[(at + (key === 'ArrowDown' ? 1 : -1) + rows.length) % rows.length]
      if (next) setChosen({ query: typed, key: next.key })
    } else if (key === 'Enter') {
      event.preventDefault()
      if (!isAnswered) onEntered(true)
      else if (current && (ctrlKey || metaKey)) window.open(PUBLIC_PATH + current.to, '_blank', 'noopener')
      else if (current) open(current, true)
    } else if ((ctrlKey || metaKey) && letterOf(event) === 'c' && current?.copy !== undefined) {
      const { selectionStart, selectionEnd } = target as HTMLInputElement
      if (selectionStart !== selectionEnd || !isAnswered) return
      event.preventDefault()
      void copy(current.copy)
    }
  })
  const tellActive = useEffectEvent(onActive)
  const openFirst = useEffectEvent(() => {
    if (!isAnswered || !enterPressed || !current) return
    onEntered(false)
    open(current, true)
  })
  useEffect(() => {
    onKeyHandler((event) => onKeyDown(event))
    return () => {
      onKeyHandler(undefined)
      tellActive(undefined)
    }
  }, [onKeyHandler])
  useEffect(() => {
    tellActive(activeID)
    activeRow.current?.scrollIntoView({ block: 'nearest' })
  }, [activeID])
  useEffect(() => openFirst(), [isAnswered, typed, enterPressed])

  return (
    <>
      <div className={classNames(styles.list, !isAnswered && found && styles.old)}>
        {typed !== '' && failure === undefined && !found && (
          <p className={classNames('muted', styles.note)}>Searching…</p>
        )}
        {failure !== undefined && (
          <p role="alert" className={classNames('muted', styles.note)}>
            {failure}{' '}
            <button type="button" className={classNames('strong primary min-target', styles.again)} onClick={tryAgain}>
              Try Again
            </button>
          </p>
        )}
        {found && <QueryCorrections read={found.read} ignored={found.ignored} />}
        {isNothing && !sections.some(({ key }) => key === 'pages') && <NoHit query={typed} found={found} />}
        {/* The field keeps the focus and moves the active cell; pressing a row does not take the focus. */}
        <div id={id} role="grid" aria-label="Search results" onMouseDown={(event) => event.preventDefault()}>
          {sections.map((section) => (
            <SectionRows
              key={section.key}
              id={id}
              activeRow={activeRow}
              section={section}
              from={rows.findIndex(({ key }) => key === keyIn(section, section.rows[0]))}
              active={at}
              onOpen={(row) => open(row, false)}
            />
          ))}
        </div>
      </div>
      <p role="status" className="visually-hidden">
        {typed !== '' &&
          isAnswered &&
          found &&
          (isNothing ? 'Nothing found' : `${isMoreOf(found) ? 'More than ' : ''}${itemCount(found.groups)} found`)}
      </p>
      <Foot copied={copied} copies={current?.copy} />
    </>
  )
}
