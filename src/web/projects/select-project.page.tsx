import { useDeferredValue, useEffect, useState } from 'react'
import { useLoaderData, useNavigate, useNavigationType, type LoaderFunctionArgs } from 'react-router'
import { type ProjectCard as Card, createSampleProject, listProjects } from '../../shared/projects/projects.api.ts'
import { call } from '../lib/call.ts'
import { asIs, sentence } from '../lib/errors.ts'
import { appState } from '../lib/app-state.ts'
import { hasWords } from '../lib/has-words.ts'
import { paths } from '../lib/paths.ts'
import { pricingAction } from '../ui/pricing-hint.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { NoProjectsDrawing } from '../ui/drawings/no-projects.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { TemplateShelf } from './templates/template-shelf.tsx'
import { IconFileImport, IconPlus, IconTrash } from '../ui/icons.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { Page } from '../ui/page/page.tsx'
import { toast } from '../lib/toasts.ts'
import { useIsMounted } from '../lib/use-is-mounted.ts'
import { ProjectCard } from './project-card.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './select-project.module.css'

export const loader = async ({ request }: LoaderFunctionArgs) =>
  (await call(listProjects, undefined, { signal: request.signal })) ?? { projects: [], templates: [] }

/** From here on, projects can be filtered. */
const MANY = 9

export const Component = () => {
  const { projects: all, templates } = useLoaderData<typeof loader>()
  const [typed, setTyped] = useState('')
  const fitting = all.filter(({ name, city, state, owner }) =>
    hasWords(`${name} ${city} ${state} ${owner ?? ''}`, typed),
  )
  const [projects, shared] = [fitting.filter(({ may }) => may === 'own'), fitting.filter(({ may }) => may !== 'own')]
  return (
    <Page>
      <title>My Projects · Roomfolio</title>
      {!all.some(({ may }) => may === 'own') ? (
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
          {all.length >= MANY && (
            <div className={classNames('mb-24', styles.find)}>
              <TextField
                label="Find a Project"
                name="find-project"
                type="search"
                autoComplete="off"
                value={typed}
                onChange={setTyped}
              />
            </div>
          )}
          <p role="status">{fitting.length === 0 && 'No project matches.'}</p>
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
      const text = sentence(error, { 409: asIs, other: 'Project creation failure' })
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
      <Button busy={busy} onClick={addSample}>
        Try a Sample Project
      </Button>
      <ImportProject />
    </EmptyState>
  )
}
