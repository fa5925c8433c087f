import { Suspense } from 'react'
import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { getEmergency } from '../../../shared/items/emergency.api.ts'
import type { RoomCard as Card } from '../../../shared/projects/rooms.api.ts'
import { call } from '../../lib/call.ts'
import { counted } from '../../lib/pluralize.ts'
import { Emergency } from '../../upkeep/emergency/emergency.tsx'
import { EmergencyStrip } from '../../upkeep/emergency/emergency-strip.tsx'
import { ReorderButton } from '../../projects/ordering/reorder-button.tsx'
import { useOrdering } from '../../projects/ordering/use-ordering.ts'
import { paths } from '../../lib/paths.ts'
import { queryIDOf } from '../../lib/query-id.ts'
import { RoomCard } from '../../projects/rooms/room-card.tsx'
import { NotInTemplate } from '../../projects/templates/not-in-template.tsx'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { NoRoomsDrawing } from '../../ui/drawings/no-rooms.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BoardHeader } from '../../ui/page/board-header.tsx'
import { lazyDecoration } from '../../ui/lazy-decoration.tsx'
import { IconCamera, IconFileImport, IconNotebook, IconPlus, IconUsers } from '../../ui/icons.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { MobileActionBar, MobileActionLink } from '../../ui/page/mobile-action-bar.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { NewsLine } from '../../projects/news-line.tsx'
import { loadProject } from '../../projects/load-project.ts'
import { ProjectDetails } from '../../projects/project-details.tsx'
import { ProjectMenu } from '../../projects/project-menu.tsx'
import { importOf, newProjectFrom, papersOf } from '../../projects/project-parts.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './project-home.module.css'

const Board = lazyDecoration(async () => (await import('../../projects/board/laid-board.tsx')).LaidBoard)
/** Lazy: it includes drag and drop. */
const OrderRooms = lazyComponent(
  async () => (await import('../../projects/ordering/order-rooms.tsx')).OrderRooms,
  'The list to reorder',
)
const PickRooms = lazyComponent(
  async () => (await import('../../projects/rooms/pick-rooms.tsx')).PickRooms,
  'Pick Your Rooms',
)
const Papers = lazyComponent(async () => (await import('../../papers/papers.tsx')).Papers, 'Papers')
const loadReady = () => import('../../upkeep/handover-checklist/ready.tsx')
const Ready = lazyComponent(async () => (await loadReady()).Ready, 'Ready to Hand Over')
const ReadyCard = lazyComponent(
  async () => (await import('../../upkeep/handover-checklist/ready-card.tsx')).ReadyCard,
  'Ready to Hand Over',
)
const Soon = lazyComponent(async () => (await import('../../upkeep/upcoming/soon.tsx')).Soon, 'Coming Up')
const ImportSheet = lazyComponent(
  async () => (await import('../../exchange/import-sheet.tsx')).ImportSheet,
  'Import Spreadsheet',
)

export const loader = async (of: LoaderFunctionArgs) => {
  const asked = new URL(of.request.url).searchParams
  const projectID = queryIDOf(of.request, 'projectID')
  if (asked.has('emergency') && projectID !== undefined) {
    return { sheet: await call(getEmergency, { query: { projectID } }, { signal: of.request.signal }) }
  }
  if (asked.has('ready') && projectID !== undefined) return (await loadReady()).loadReady(of, projectID)
  return loadProject(of)
}

export const Component = () => {
  const shown = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  if ('isAside' in shown) {
    return (
      <Suspense fallback={<Spinner />}>
        <Ready key={String(shown.isAside)} {...shown} />
      </Suspense>
    )
  }
  if ('sheet' in shown) {
    return <Emergency sheet={shown.sheet} />
  }
  if (shown.template && query.has('lacks')) return <NotInTemplate template={shown.project} />
  const isImport = query.has('spreadsheet') && shown.may !== 'read'
  if (!isImport && !query.has('papers')) return <Home {...shown} />
  return (
    <Suspense fallback={<Spinner />}>
      {isImport ? <ImportSheet project={shown.project} /> : <Papers {...shown} />}
    </Suspense>
  )
}

type Shown = Exclude<Awaited<ReturnType<typeof loader>>, { sheet: unknown }>

const Home = ({ project, cover, may, template, rooms, news, unsorted, emergency }: Shown) => {
  const ordering = useOrdering()
  const isPhone = useIsPhone()
  const mayWrite = may !== 'read'
  const samples = rooms.flatMap((room) => room.samples)
  const hasRooms = rooms.length > 0
  const atThumb = isPhone && mayWrite && !template && hasRooms
  return (
    <Page>
      <title>{`${project.name} · Roomfolio`}</title>
      <BoardHeader
        crumbs={<Breadcrumbs items={[{ name: 'Home', to: paths.selectProject() }, { name: project.name }]} />}
        title={project.name}
        sub={[...(template ? ['Template'] : []), ...(hasRooms ? [countsOf(rooms)] : [])].join(' · ')}
        actions={
          !atThumb && (
            <>
              {template && (
                <LinkButton kind="primary" icon={<IconPlus />} to={newProjectFrom(project)}>
                  Use Template
                </LinkButton>
              )}
              {!template && (
                <LinkButton icon={<IconUsers />} to={paths.members(project.projectID)}>
                  People
                </LinkButton>
              )}
              {hasRooms && (
                <LinkButton icon={<IconNotebook />} to={papersOf(project)}>
                  Papers
                </LinkButton>
              )}
              {unsorted > 0 && (
                <LinkButton icon={<IconCamera />} to={paths.inbox(project.projectID)}>
                  {`Photo Inbox (${unsorted})`}
                </LinkButton>
              )}
              <ProjectMenu {...{ project, may, template, rooms }} />
            </>
          )
        }
        board={
          (cover !== null || samples.length > 0) && <Board cover={cover} samples={samples} seed={project.projectID} />
        }
      />
      {!template && hasRooms && (
        <EmergencyStrip facts={emergency} to={paths.emergency(project.projectID)} mayWrite={mayWrite} />
      )}
      {news && <NewsLine news={news} projectID={project.projectID} />}
      <div className={classNames('top columns-1080', styles.columns)}>
        <section aria-labelledby="rooms">
          <div className="row wrap min-44 gap-12 mb-16">
            <h2 className="push-right nowrap" id="rooms">
              Rooms
            </h2>
            {rooms.length > 1 && mayWrite && <ReorderButton ordering={ordering} />}
            {hasRooms && mayWrite && !atThumb && !ordering.isOn && <CreateNewRoom projectID={project.projectID} />}
          </div>
          {ordering.isOn ? (
            <Suspense fallback={<Spinner />}>
              <OrderRooms projectID={project.projectID} rooms={rooms} onEnd={ordering.end} />
            </Suspense>
          ) : hasRooms ? (
            <ul className="cells gap-12">
              {rooms.map((room) => (
                <li className="grid shrink" key={room.ID}>
                  <RoomCard room={room} isNew={news?.roomIDs.includes(room.ID)} />
                </li>
              ))}
            </ul>
          ) : (
            <NoRooms project={project} template={template} mayWrite={mayWrite} />
          )}
        </section>
        <ProjectDetails project={project} may={may} template={template}>
          {/* Loads last and shifts nothing above it. */}
          {!template && hasRooms && (
            <Suspense>
              <ReadyCard key={project.projectID} projectID={project.projectID}>
                <Soon projectID={project.projectID} />
              </ReadyCard>
            </Suspense>
          )}
        </ProjectDetails>
      </div>
      {atThumb && !ordering.isOn && (
        <MobileActionBar
          icons={
            <>
              <MobileActionLink
                to={paths.members(project.projectID)}
                label="People"
                icon={<IconUsers aria-hidden="true" />}
              />
              <MobileActionLink
                to={paths.inbox(project.projectID)}
                label={unsorted > 0 ? `Photo Inbox (${unsorted})` : 'Add Photos'}
                icon={<IconCamera aria-hidden="true" />}
              />
              <ProjectMenu {...{ project, may, template, rooms }} inBar />
            </>
          }
        >
          <CreateNewRoom projectID={project.projectID} />
        </MobileActionBar>
      )}
    </Page>
  )
}

interface NoRoomsProps {
  project: Shown['project']
  template: boolean
  mayWrite: boolean
}

/** A drawing for those who only look; for the others the rooms to pick. */
const NoRooms = ({ project, template, mayWrite }: NoRoomsProps) => {
  const title = `No rooms have been created for this ${template ? 'template' : 'project'} yet!`
  if (!mayWrite) return <EmptyState drawing={<NoRoomsDrawing />} title={title} />
  return (
    <>
      <p className="muted mb-12">{title}</p>
      <Suspense fallback={<Spinner />}>
        <PickRooms projectID={project.projectID} />
      </Suspense>
      <div className="flex wrap gap-8 mt-16">
        <LinkButton icon={<IconPlus />} to={paths.createRoom(project.projectID)}>
          Create New Room
        </LinkButton>
        <LinkButton icon={<IconFileImport />} to={importOf(project)}>
          Import Spreadsheet
        </LinkButton>
      </div>
    </>
  )
}

const countsOf = (rooms: readonly Card[]): string => {
  const items = rooms.reduce((sum, room) => sum + room.itemCount, 0)
  return `${counted(rooms.length, 'room')} · ${counted(items, 'item')}`
}

const CreateNewRoom = ({ projectID }: { projectID: number }) => (
  <LinkButton kind="primary" icon={<IconPlus />} to={paths.createRoom(projectID)}>
    Create New Room
  </LinkButton>
)
