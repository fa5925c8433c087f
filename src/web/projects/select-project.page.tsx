import { useDeferredValue, useEffect, useState } from 'react'
import { useLoaderData, useNavigate, useNavigationType, type LoaderFunctionArgs } from 'react-router'
import type { ProjectCard as Card } from '../../shared/projects/projects.api.ts'
import { createSampleProject } from '../lib/endpoints.ts'
import { listProjects } from '../lib/endpoints.ts'
import { call } from '../lib/call.ts'
import { sentence } from '../lib/errors.ts'
import { appState } from '../lib/app-state.ts'
import { paths } from '../lib/paths.ts'
import { pricingAction } from './pricing-hint.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { NoProjectsDrawing } from '../ui/drawings/no-projects.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TemplateShelf } from './templates/template-shelf.tsx'
import { IconFileImport, IconPlus, IconTrash } from '../ui/icons.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Page } from '../ui/page.tsx'
import { toast } from '../ui/toasts.ts'
import { useIsMounted } from '../lib/use-is-mounted.ts'
import { ProjectCard } from './project-card.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './select-project.module.css'

export const loader = async ({ request }: LoaderFunctionArgs) =>
  (await call(listProjects, undefined, { signal: request.signal })) ?? { projects: [], templates: [] }

export const Component = () => {
  const { projects: all, templates } = useLoaderData<typeof loader>()
  const [projects, shared] = [all.filter(({ may }) => may === 'own'), all.filter(({ may }) => may !== 'own')]
  return (
    <Page>
      <title>My Projects · Roomfolio</title>
      {projects.length === 0 ? (
        <>
          <PageHeader title="My Projects" actions={<TrashLink />} />
          <NoProjects />
        </>
      ) : (
        <>
          <PageHeader
            title="My Projects"
            actions={
              <>
                <TrashLink />
                <ImportProject />
                <CreateNewProject />
              </>
            }
          />
          <Cards projects={projects} />
        </>
      )}
      {shared.length > 0 && (
        <section className="mt-40" aria-labelledby="shared">
          <h2 id="shared" className="mb-16">
            Shared with Me
          </h2>
          <Cards projects={shared} />
        </section>
      )}
      {templates.length > 0 && <TemplateShelf templates={templates} />}
    </Page>
  )
}

/** Cards in the first render: enough for a large screen. Rendering a thousand takes over a second. */
const FIRST_CARDS = 60

/** Cards were shown since the app loaded, so there may be a scroll position to restore. */
const cards = appState(() => ({ wereShown: false }))

const Cards = ({ projects }: { projects: readonly Card[] }) => {
  const cameBack = useNavigationType() === 'POP' && cards().wereShown
  useEffect(() => void (cards().wereShown = true), [])
  // Restoring the scroll position needs all cards, since it may be far down.
  const first = cameBack || projects.length <= FIRST_CARDS ? projects : projects.slice(0, FIRST_CARDS)
  const shown = useDeferredValue(projects, first)
  return (
    <ul className={classNames('cells gap-16', styles.projects)}>
      {shown.map((project) => (
        <li className="grid shrink" key={project.projectID}>
          <ProjectCard project={project} />
        </li>
      ))}
    </ul>
  )
}

const CreateNewProject = () => (
  <LinkButton kind="primary" icon={<IconPlus />} to={paths.projectSetup()}>
    Create New Project
  </LinkButton>
)

const ImportProject = () => (
  <LinkButton kind="quiet" icon={<IconFileImport />} to={paths.importProject()}>
    Import a Project
  </LinkButton>
)

const TrashLink = () => (
  <LinkButton kind="quiet" icon={<IconTrash />} to={paths.trash()}>
    Trash
  </LinkButton>
)

const NoProjects = () => {
  const navigate = useNavigate()
  const isHere = useIsMounted()
  const [busy, setBusy] = useState(false)

  const addSample = async () => {
    setBusy(true)
    try {
      const { projectID, message } = await call(createSampleProject)
      toast({ kind: 'success', text: message })
      if (isHere()) await navigate(paths.projectHome(projectID))
    } catch (error) {
      const text = sentence(error, { 409: (serverText) => serverText, other: 'Project creation failure' })
      toast({ kind: 'error', text, action: pricingAction(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <EmptyState
      drawing={<NoProjectsDrawing />}
      title="You haven't created any projects yet."
      help="A project is one home, unit, or building. Add rooms, then record what’s in them. Or explore a finished example first."
    >
      <CreateNewProject />
      <ImportProject />
      <Button busy={busy} onClick={addSample}>
        Try a Sample Project
      </Button>
    </EmptyState>
  )
}
