import type { ReactNode } from 'react'
import type { Project } from '../../shared/projects/projects.api.ts'
import type { Right } from '../../shared/contract/rights.ts'
import { paths } from '../lib/paths.ts'
import { LinkButton } from '../ui/button.tsx'
import { IconPencil } from '../ui/icons.tsx'
import { TitleBlock } from '../ui/page/title-block.tsx'

interface ProjectDetailsProps {
  project: Project
  may: Right
  template: boolean
  children: ReactNode
}

/** Name and address of a project; a template has no address. */
export const ProjectDetails = ({ project, may, template, children }: ProjectDetailsProps) => {
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
      {children}
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
