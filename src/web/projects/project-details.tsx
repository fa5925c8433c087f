import { Suspense } from 'react'
import type { Project } from '../../shared/projects/projects.api.ts'
import type { Right } from '../../shared/contract/rights.ts'
import type { RoomCard } from '../../shared/projects/rooms.api.ts'
import { paths } from '../lib/paths.ts'
import { LinkButton } from '../ui/button.tsx'
import { IconPencil } from '../ui/icons.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { TitleBlock } from '../ui/page/title-block.tsx'

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

/** Name and address of a project; a template has no address. */
export const ProjectDetails = ({ project, may, template, rooms }: ProjectDetailsProps) => {
  const kind = template ? 'Template' : 'Project'
  return (
    <section aria-labelledby="project-details">
      <div className="row wrap min-44 gap-12 mb-16">
        <h2 className="push-right nowrap" id="project-details">
          {kind} Details
        </h2>
        {may === 'own' && (
          <LinkButton small icon={<IconPencil />} to={paths.editProject(project.projectID)}>
            Edit {kind}
          </LinkButton>
        )}
      </div>
      <TitleBlock layout="stack" facts={template ? ofTemplate(project) : factsOf(project)} />
      {/* Loads last and shifts nothing above it. */}
      {!template && rooms.length > 0 && (
        <Suspense>
          <ReadyCard key={project.projectID} projectID={project.projectID}>
            <Soon projectID={project.projectID} />
          </ReadyCard>
        </Suspense>
      )}
    </section>
  )
}

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
