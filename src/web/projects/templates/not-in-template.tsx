import type { Project } from '../../../shared/projects/projects.api.ts'
import { paths } from '../../lib/paths.ts'
import { newProjectFrom } from '../project-parts.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { NothingHereDrawing } from '../../ui/drawings/nothing-here.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page/page.tsx'

/** Shown for a template at addresses that exist for projects only. */
export const NotInTemplate = ({ template }: { template: Project }) => {
  const home = paths.projectHome(template.projectID)
  return (
    <Page>
      <title>{`Not in a Template · ${template.name} · Roomfolio`}</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name: template.name, to: home },
          { name: 'Not in a Template' },
        ]}
      />
      <EmptyState
        heading="h1"
        drawing={<NothingHereDrawing />}
        title="Templates don’t have this"
        help="Templates don’t have people, links, tasks, or a photo inbox. Projects you create from this template will."
      >
        <LinkButton kind="primary" to={home}>
          Open Template
        </LinkButton>
        <LinkButton to={newProjectFrom(template)}>Use Template</LinkButton>
      </EmptyState>
    </Page>
  )
}
