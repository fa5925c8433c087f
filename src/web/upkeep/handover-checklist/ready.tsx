import { useEffect, useRef } from 'react'
import { Link, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { GAPS_AT_ONCE, getReadiness, type Readiness } from '../../../shared/upkeep/handover-checklist.api.ts'
import { call } from '../../lib/call.ts'
import { focusHeading } from '../../lib/focus/focus-heading.ts'
import { useElements } from '../../lib/use-elements.ts'
import { counted } from '../../lib/pluralize.ts'
import { paths } from '../../lib/paths.ts'
import { redirectTemplate } from '../../projects/templates/redirect-template.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconDoor, createIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page/page.tsx'
import { FillAll } from './fill-all.tsx'
import { GapRow } from './gap-row.tsx'
import { kindPath, readyPath, setAsidePath } from './gaps-path.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './gaps.module.css'
import { byKind, byRoom, type Section } from './gaps-by-kind.ts'
import { DimensionLine } from '../../ui/drawings/dimension-line.tsx'
import { completionWords } from './completion-words.ts'

const IconHomeCheck = createIcon(
  'M9 21v-6a2 2 0 0 1 2-2h2a2 2 0 0 1 2 2M19 13.488V12h2l-9-9l-9 9h2v7a2 2 0 0 0 2 2h4.525M15 19l2 2l4-4',
)

export const loadReady = async ({ request }: LoaderFunctionArgs, projectID: number) => {
  const asked = new URL(request.url).searchParams
  const isAside = asked.has('aside')
  const kind = asked.get('kind')
  const query = { projectID, ...(isAside && { show: 'setaside' as const }), ...(kind !== null && { group: kind }) }
  const sheet = await call(getReadiness, { query }, { signal: request.signal }).catch(redirectTemplate(projectID))
  return { sheet, isAside }
}

const VIEWS = [
  { value: 'kind', name: 'By Kind' },
  { value: 'room', name: 'By Room' },
] as const

interface ReadyProps {
  sheet: Readiness
  isAside: boolean
}

/** The gaps to close before a handover: each can be filled here, or set aside. */
export const Ready = ({ sheet: readiness, isAside }: ReadyProps) => {
  const { projectID, projectName, may, percent, rooms, more, setAside } = readiness
  const [query, setQuery] = useSearchParams()
  const kind = query.get('kind')
  const view = kind === null && (query.get('by') === 'room' || isAside) ? 'room' : 'kind'
  // In the address, so that Back restores it.
  const choose = (by: 'kind' | 'room') =>
    setQuery(
      (now) => {
        now.set('by', by)
        now.delete('kind')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  const sections = view === 'room' ? byRoom(readiness) : byKind(readiness, kind)
  const focus = useFocusOnNextGap(readiness, sections)
  const title = isAside ? 'Not Needed' : 'Ready to Hand Over'
  return (
    <Page>
      <title>{`${title} · ${projectName} · Roomfolio`}</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name: projectName, to: paths.projectHome(projectID) },
          ...(isAside ? [{ name: 'Ready to Hand Over', to: readyPath(projectID) }] : []),
          { name: title },
        ]}
      />
      <div className={classNames('mb-24 columns-860', styles.head)}>
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          <p className="muted measure mt-4">{subOf(readiness, isAside)}</p>
        </div>
        {percent !== null && !isAside && (
          <div>
            <p className="flex wrap baseline muted label gap-12 tight">
              <b className={classNames('ink', styles.figure)}>{percent}%</b> <span>{completionWords(readiness)}</span>
            </p>
            <div className="mt-4">
              <DimensionLine share={percent / 100} />
            </div>
          </div>
        )}
      </div>
      {rooms.length > 0 || kind !== null ? (
        <>
          {!isAside && (
            <div className={classNames('row wrap between gap-12', styles.views)}>
              <div role="group" aria-label="Listed" className="flex gap-8">
                {VIEWS.map(({ value, name }) => (
                  <Button
                    key={value}
                    small
                    aria-pressed={kind === null && value === view}
                    onClick={() => choose(value)}
                  >
                    {name}
                  </Button>
                ))}
              </div>
              {may === 'own' && (
                <LinkButton small to={paths.handover(projectID)}>
                  Hand Over Project
                </LinkButton>
              )}
            </div>
          )}
          {sections.map((section) => (
            <Part
              key={section.id}
              section={section}
              {...{ isAside, view, projectID, focus }}
              mayWrite={may !== 'read'}
            />
          ))}
          {kind !== null && sections.length === 0 && <p className="muted mt-24">Nothing missing here.</p>}
          {more > 0 && (
            <p className="muted mt-24">{`${counted(more, 'more', 'more')} will appear as you finish these.`}</p>
          )}
        </>
      ) : (
        <Nothing sheet={readiness} isAside={isAside} />
      )}
      {setAside > 0 && !isAside && (
        <p className="muted mt-24">
          {setAside} marked as not needed.{' '}
          <Link to={setAsidePath(projectID)} className="inline-row min-target">
            Show
          </Link>
        </p>
      )}
    </Page>
  )
}

const subOf = ({ percent, things, missing, may }: Readiness, isAside: boolean): string => {
  if (isAside) return 'Marked as not needed. These don’t count toward your score.'
  if (percent === null) return 'What the next owner will look for shows up here.'
  if (missing === 0) return 'Every room has items, key details are filled in, and manuals and receipts are attached.'
  const isMissing = `${missing} of ${counted(things, 'detail')} ${missing === 1 ? 'is' : 'are'} missing.`
  return may === 'read'
    ? isMissing
    : `${isMissing} Fill ${missing === 1 ? 'it' : 'them'} in, or mark ${missing === 1 ? 'it' : 'them'} Not Needed.`
}

interface PartProps {
  projectID: number
  section: Section
  isAside: boolean
  view: 'room' | 'kind'
  mayWrite: boolean
  focus: ReturnType<typeof useFocusOnNextGap>
}

const Part = ({ projectID, section: { id, name, count, lacks }, isAside, view, mayWrite, focus }: PartProps) => (
  <section aria-labelledby={id} className="mt-24">
    <h2 id={id} className="flex baseline gap-8 mb-12 h2-small">
      <bdi>{name}</bdi> <span className="faint small regular sans">{count}</span>
    </h2>
    {mayWrite && !isAside && view === 'kind' && lacks.length === Math.min(count, GAPS_AT_ONCE) && (
      <FillAll lacks={lacks} />
    )}
    {lacks.length > 0 && (
      <ul className="sheet ruled">
        {lacks.map((lack) => (
          <GapRow
            key={lack.key}
            rowRef={focus.rowRef(lack.key)}
            gap={lack}
            mayWrite={mayWrite}
            isSetAside={isAside}
            inRoom={view === 'room'}
            onChanged={focus.rememberNext}
          />
        ))}
      </ul>
    )}
    {view === 'kind' && lacks.length < Math.min(count, GAPS_AT_ONCE) && (
      <p className="muted mt-24">
        <Link to={kindPath(projectID, id)} className="inline-row min-target" aria-label={`Show All: ${name}`}>
          Show All
        </Link>
      </p>
    )}
  </section>
)

const Nothing = ({ sheet: { projectID, percent, may }, isAside }: ReadyProps) =>
  isAside ? (
    <EmptyState
      drawing={<IconHomeCheck className="faint" aria-hidden="true" />}
      title="Nothing is marked as not needed."
    />
  ) : percent === null ? (
    <EmptyState
      drawing={<IconDoor className="faint" aria-hidden="true" />}
      title="Nothing to hand over yet."
      help="Add rooms and items, and this page will show what’s missing."
    >
      {may !== 'read' && <LinkButton to={paths.createRoom(projectID)}>Create New Room</LinkButton>}
    </EmptyState>
  ) : (
    <EmptyState
      drawing={<IconHomeCheck className="faint" aria-hidden="true" />}
      title="All set."
      help="The next owner will have everything they need."
    >
      {may === 'own' && <LinkButton to={paths.handover(projectID)}>Hand Over Project</LinkButton>}
    </EmptyState>
  )

/** Moves the focus to the next gap when one is closed, so that the list can be worked through by keyboard. */
const useFocusOnNextGap = (readiness: Readiness, sections: readonly Section[]) => {
  const { elements: rows, refTo: rowRef } = useElements<string>()
  const next = useRef<string>(undefined)
  /** For Undo, which comes after later renders. */
  const latest = useRef(sections)
  useEffect(() => {
    latest.current = sections
  })
  const rememberNext = (key: string) => {
    const keys = latest.current.flatMap(({ lacks }) => lacks.map((lack) => lack.key))
    const at = keys.indexOf(key)
    // A gap brought back by Undo is not listed yet.
    next.current = at < 0 ? key : (keys[at + 1] ?? keys[at - 1] ?? '')
  }
  useEffect(() => {
    if (next.current === undefined) return
    const row = rows.get(next.current)
    next.current = undefined
    const fill = row?.querySelector<HTMLElement>('[data-fill] :is(input:not([hidden]), button, a)')
    const control = fill ?? row?.querySelector<HTMLElement>('button, a')
    if (control) control.focus()
    else focusHeading()
  }, [readiness, rows])
  return { rowRef, rememberNext }
}
