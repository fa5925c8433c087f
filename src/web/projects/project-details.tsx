import { Suspense } from 'react'
import { exportMyData } from '../../shared/identity/account.api.ts'
import type { Project } from '../../shared/projects/projects.api.ts'
import type { Right } from '../../shared/contract/rights.ts'
import type { RoomCard } from '../../shared/projects/rooms.api.ts'
import { paths } from '../lib/paths.ts'
import { DownloadSheet } from '../exchange/download-sheet.tsx'
import { LinkButton } from '../ui/button.tsx'
import { IconDownload, IconPencil, IconPlus } from '../ui/icons.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { TitleBlock } from '../ui/title-block.tsx'
import { importOf } from './project-parts.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './project-home.module.css'

const CopyProject = lazyComponent(
  async () => (await import('../items/bulk/copy-project.tsx')).CopyProject,
  'Copy Project',
)
const KeepTemplate = lazyComponent(
  async () => (await import('./templates/keep-template.tsx')).KeepTemplate,
  'Save as Template',
)
const MoveRooms = lazyComponent(async () => (await import('../items/bulk/move-rooms.tsx')).MoveRooms, 'Move Rooms')
const ReadyCard = lazyComponent(
  async () => (await import('../upkeep/handover-checklist/ready-card.tsx')).ReadyCard,
  'Ready to Hand Over',
)
const Soon = lazyComponent(async () => (await import('../upkeep/upcoming/soon.tsx')).Soon, 'Coming Up')

interface ProjectDetailsProps {
  project: Project
  may: Right
  template: boolean
  rooms: readonly RoomCard[]
}

/** Name, address and actions of a project; a template has no address. */
export const ProjectDetails = ({ project, may, template, rooms }: ProjectDetailsProps) => {
  const kind = template ? 'Template' : 'Project'
  return (
    <section aria-labelledby="project-details">
      <div className={classNames('row wrap gap-12 mb-16', styles.head)}>
        <h2 id="project-details">{kind} Details</h2>
        {may === 'own' && (
          <LinkButton small icon={<IconPencil />} to={paths.editProject(project.projectID)}>
            Edit {kind}
          </LinkButton>
        )}
      </div>
      <TitleBlock layout="stack" facts={template ? ofTemplate(project) : factsOf(project)} />
      <div className={classNames('flex wrap mt-12', styles.below)}>
        {may !== 'read' && rooms.length > 0 && (
          <LinkButton kind="quiet" small icon={<IconPlus />} to={importOf(project)}>
            Import Spreadsheet
          </LinkButton>
        )}
        {!template && <OfProjects project={project} may={may} rooms={rooms} />}
        {/* Its menu needs the width of a phone, and covers nothing. */}
        <div className={styles.line}>
          <DownloadSheet projectID={project.projectID} />
        </div>
      </div>
      {/* Loads last and shifts nothing above it. */}
      {!template && (
        <Suspense>
          <ReadyCard key={project.projectID} projectID={project.projectID}>
            <Soon projectID={project.projectID} />
          </ReadyCard>
        </Suspense>
      )}
    </section>
  )
}

const OfProjects = ({ project, may, rooms }: Omit<ProjectDetailsProps, 'template'>) => (
  <>
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
      <KeepTemplate project={project} />
      {may === 'own' && rooms.length > 0 && (
        <MoveRooms projectID={project.projectID} rooms={rooms} label="Move Rooms" small />
      )}
    </Suspense>
  </>
)

const ofTemplate = ({ name }: Project) => [
  { name: 'Name', value: name },
  {
    name: 'Use',
    value: 'New projects from this template start with its rooms, items, and files. Only you can see it.',
  },
]

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
