import type { ProjectCard as Card } from '../../../shared/projects/projects.api.ts'
import { paths } from '../../lib/paths.ts'
import { ProjectCard } from '../project-card.tsx'
import { classNames } from '../../ui/class-names.ts'
import projects from '../select-project.module.css'
import { LinkButton } from '../../ui/button.tsx'
import { IconPlus } from '../../ui/icons.tsx'

/** The user's templates, each with a link to start a project from it. */
export const TemplateShelf = ({ templates }: { templates: readonly Card[] }) => (
  <section className="mt-40" aria-labelledby="templates">
    <h2 id="templates" className="mb-16">
      Templates
    </h2>
    <ul className={classNames('cells gap-16', projects.projects)}>
      {templates.map((template) => (
        <li key={template.projectID} className="column shrink gap-12">
          <ProjectCard project={template} />
          <LinkButton
            icon={<IconPlus />}
            to={`${paths.projectSetup()}?templateID=${template.projectID}`}
            aria-label={`Use Template: ${template.name}`}
          >
            Use Template
          </LinkButton>
        </li>
      ))}
    </ul>
  </section>
)
