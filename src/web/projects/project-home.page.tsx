import { IconDownload, IconHistory, IconNotebook, IconPencil, IconPlus, IconUsers } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useLoaderData, useSearchParams } from 'react-router'
import { exportMyData } from '../../shared/account.ts'
import type { Project } from '../../shared/projects.ts'
import type { RoomCard as Card } from '../../shared/rooms.ts'
import { counted } from '../counted.ts'
import { OrderRooms } from '../own-order/later-rooms.ts'
import { ReorderButton } from '../own-order/reorder-button.tsx'
import { useOrdering } from '../own-order/use-ordering.ts'
import { paths } from '../paths.ts'
import { RoomCard } from '../rooms/room-card.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { LinkButton } from '../ui/button.tsx'
import { NoRoomsDrawing } from '../ui/drawings/no-rooms.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { BoardHead } from '../ui/board-head.tsx'
import { decoration } from '../ui/decoration.tsx'
import { later } from '../ui/later.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { TitleBlock } from '../ui/title-block.tsx'
import { WhatIsNew } from './what-is-new.tsx'
import { loadProject } from './load-project.ts'
import styles from './project-home.module.css'

const Board = decoration(async () => (await import('../board/laid-board.tsx')).LaidBoard)
const CopyProject = later(async () => (await import('../copies/copy-project.tsx')).CopyProject, 'Copy Project')
const MoveRooms = later(async () => (await import('../moves/move-rooms.tsx')).MoveRooms, 'Move Rooms')
const DownloadSheet = later(
  async () => (await import('../sheets/download-sheet.tsx')).DownloadSheet,
  'Download Spreadsheet',
)
const Papers = later(async () => (await import('../papers/papers.tsx')).Papers, 'Papers')
const Soon = later(async () => (await import('../upcoming/soon.tsx')).Soon, 'Coming Up')
const ImportSheet = later(async () => (await import('../sheets/import-sheet.tsx')).ImportSheet, 'Import Spreadsheet')

/** No pages of their own: their paths would be in what every first visit loads. */
const importOf = ({ projectID }: Project): string => `${paths.projectHome(projectID)}&spreadsheet=1`
const papersOf = ({ projectID }: Project): string => `${paths.projectHome(projectID)}&papers=1`

export const loader = loadProject

export const Component = () => {
  const shown = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const isImport = query.has('spreadsheet') && shown.may !== 'read'
  if (!isImport && !query.has('papers')) return <Home {...shown} />
  return (
    <Suspense fallback={<Spinner />}>
      {isImport ? <ImportSheet project={shown.project} /> : <Papers {...shown} />}
    </Suspense>
  )
}

const Home = ({ project, cover, may, rooms, news }: Awaited<ReturnType<typeof loader>>) => {
  const ordering = useOrdering()
  return (
    <Page>
      <title>{`${project.name} · Roomfolio`}</title>
      <BoardHead
        crumbs={<Breadcrumbs items={[{ name: 'Home', to: paths.selectProject() }, { name: project.name }]} />}
        title={project.name}
        sub={rooms.length > 0 && countsOf(rooms)}
        actions={
          <>
            <LinkButton icon={<IconUsers />} to={paths.members(project.projectID)}>
              People
            </LinkButton>
            <LinkButton icon={<IconHistory />} to={paths.activity(project.projectID)}>
              Activity
            </LinkButton>
            <LinkButton icon={<IconNotebook />} to={papersOf(project)}>
              Papers
            </LinkButton>
          </>
        }
        board={<Board cover={cover} samples={rooms.flatMap(({ samples }) => samples)} seed={project.projectID} />}
      />
      {news && <WhatIsNew news={news} projectID={project.projectID} />}
      <div className={styles.columns}>
        <section aria-labelledby="rooms">
          <div className={styles.head}>
            <h2 id="rooms">Rooms</h2>
            {rooms.length > 1 && may !== 'read' && <ReorderButton ordering={ordering} />}
            {rooms.length > 0 && may !== 'read' && !ordering.isOn && <CreateNewRoom projectID={project.projectID} />}
          </div>
          {ordering.isOn ? (
            <Suspense fallback={<Spinner />}>
              <OrderRooms projectID={project.projectID} rooms={rooms} onEnd={ordering.end} />
            </Suspense>
          ) : rooms.length > 0 ? (
            <ul className={styles.rooms}>
              {rooms.map((room) => (
                <li key={room.ID}>
                  <RoomCard room={room} isNew={news?.roomIDs.includes(room.ID)} />
                </li>
              ))}
            </ul>
          ) : (
            <EmptyState
              drawing={<NoRoomsDrawing />}
              title="No rooms have been created for this project yet!"
              help={may !== 'read' && 'Start with the room you know best. The kitchen usually has the most to record.'}
            >
              {may !== 'read' && (
                <>
                  <CreateNewRoom projectID={project.projectID} />
                  <LinkButton icon={<IconPlus />} to={importOf(project)}>
                    Import Spreadsheet
                  </LinkButton>
                </>
              )}
            </EmptyState>
          )}
        </section>
        <section aria-labelledby="project-details">
          <div className={styles.head}>
            <h2 id="project-details">Project Details</h2>
            {may === 'own' && (
              <LinkButton small icon={<IconPencil />} to={paths.editProject(project.projectID)}>
                Edit Project
              </LinkButton>
            )}
          </div>
          <TitleBlock layout="stack" facts={factsOf(project)} />
          <div className={styles.below}>
            {may !== 'read' && rooms.length > 0 && (
              <LinkButton kind="quiet" small icon={<IconPlus />} to={importOf(project)}>
                Import Spreadsheet
              </LinkButton>
            )}
            <LinkButton
              kind="quiet"
              small
              icon={<IconDownload />}
              to={`${exportMyData.path}?projectID=${project.projectID}`}
              reloadDocument
              download
            >
              Download Project
            </LinkButton>
            <Suspense>
              <CopyProject project={project} />
              {may === 'own' && rooms.length > 0 && (
                <MoveRooms projectID={project.projectID} rooms={rooms} label="Move Rooms" small />
              )}
            </Suspense>
            {/* Its choices need the width of a phone, and cover nothing. */}
            <div className={styles.line}>
              <Suspense>
                <DownloadSheet projectID={project.projectID} />
              </Suspense>
            </div>
          </div>
          {/* Comes when it is there, and moves nothing that stands before it. */}
          <Suspense>
            <Soon key={project.projectID} projectID={project.projectID} />
          </Suspense>
        </section>
      </div>
    </Page>
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

const factsOf = ({ name, client, address, address2, city, state, zip }: Project) => [
  { name: 'Name', value: name },
  ...(client ? [{ name: 'Client', value: client }] : []),
  {
    name: 'Address',
    value: (
      <>
        <p>{address}</p>
        {address2 && <p>{address2}</p>}
        <p>
          {city}, {state} {zip}
        </p>
      </>
    ),
  },
]
