import { useState } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { setProjectCover } from '../../../shared/projects/covers.api.ts'
import { deleteProject, updateProject } from '../../../shared/projects/projects.api.ts'
import { getBranding, getProjectBranding } from '../../../shared/projects/branding.api.ts'
import type { RoomCard } from '../../../shared/projects/rooms.api.ts'
import { call } from '../../lib/call.ts'
import { NothingHere } from '../../lib/errors.ts'
import { CoverPart } from '../../projects/cover-part.tsx'
import { counted } from '../../lib/pluralize.ts'
import { ProjectBranding } from '../../papers/branding/project-branding.tsx'
import { markGone } from '../../lib/navigation-history.ts'
import { paths } from '../../lib/paths.ts'
import { EditTemplate } from '../../projects/templates/edit-template.tsx'
import { useUndo } from '../../history/trash/restore.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { Button } from '../../ui/button.tsx'
import { DangerZone, FormFooter } from '../../ui/forms/form-footer.tsx'
import { IconTrash } from '../../ui/icons.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Page } from '../../ui/page/page.tsx'
import { DeleteProjectDialog } from '../../projects/delete-project-dialog.tsx'
import { loadProject } from '../../projects/load-project.ts'
import { ProjectForm, useProjectForm } from '../../projects/project-form.tsx'

export const loader = async (args: LoaderFunctionArgs) => {
  const loaded = await loadProject(args)
  if (loaded.may !== 'own') throw new NothingHere()
  if (loaded.template) return { ...loaded, branding: undefined }
  const { signal } = args.request
  const { projectID } = loaded.project
  const [own, usual] = await Promise.all([
    call(getProjectBranding, { query: { projectID } }, { signal }),
    call(getBranding, undefined, { signal }),
  ])
  return { ...loaded, branding: { loaded: own, usual } }
}

type Loaded = Awaited<ReturnType<typeof loader>>

export const Component = () => {
  const loaded = useLoaderData<typeof loader>()
  const { project, template, cover, rooms } = loaded
  if (template) {
    return <EditTemplate key={project.projectID} template={project} cover={cover} contents={contentsOf(rooms)} />
  }
  return <EditProject key={project.projectID} {...loaded} />
}

const contentsOf = (rooms: readonly RoomCard[]): string => {
  if (rooms.length === 0) return 'It has no rooms.'
  const items = rooms.reduce((sum, room) => sum + room.itemCount, 0)
  const what = counted(rooms.length, 'room')
  if (items === 0) return `${what} ${rooms.length === 1 ? 'is' : 'are'} deleted with it.`
  return `${what}, ${counted(items, 'item')}, and their files are deleted with it.`
}

const EditProject = ({ project: { projectID, ...inputs }, cover, rooms, branding }: Loaded) => {
  const form = useProjectForm(inputs, 'edits')
  const undo = useUndo()
  const [confirming, setConfirming] = useState(false)

  const save = (): void => {
    const send = async () => {
      const { message } = await call(updateProject, { body: { projectID, inputs: form.values } })
      return { message, to: paths.selectProject() }
    }
    void form.submit('save', send, { other: 'Project update failure' })
  }

  const remove = (): void => {
    const send = async () => {
      const deletion = await call(deleteProject, { query: { projectID } })
      const to = paths.selectProject()
      markGone(`projectID=${projectID}`, to)
      return { message: deletion.message, to, isGone: true, action: undo(deletion, inputs.name) }
    }
    void form.act('delete', send, { other: 'Unable to delete project' })
  }

  return (
    <Page width="form">
      <title>Edit Project · Roomfolio</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name: inputs.name, to: paths.projectHome(projectID) },
          { name: 'Edit Project' },
        ]}
      />
      <PageHeader title="Edit Project" />
      <ProjectForm form={form} onSubmit={save}>
        <FormFooter status={form.status}>
          <Button type="submit" kind="primary" incomplete={!form.isChanged} busy={form.pressed === 'save'}>
            Save Project
          </Button>
        </FormFooter>
      </ProjectForm>
      <CoverPart
        name={inputs.name}
        within={{ projectID }}
        cover={cover}
        onChoose={(remote) => call(setProjectCover, { body: { projectID, remote } })}
      />
      {branding && (
        <div className="mt-24">
          <ProjectBranding projectID={projectID} {...branding} />
        </div>
      )}
      <p className="muted mt-24">
        For developers: <Link to={paths.webhooks(projectID)}>Webhooks</Link>
      </p>
      <DangerZone>
        <Button kind="danger" icon={<IconTrash />} busy={form.pressed === 'delete'} onClick={() => setConfirming(true)}>
          Delete Project
        </Button>
      </DangerZone>
      {confirming && (
        <DeleteProjectDialog
          name={inputs.name}
          contents={contentsOf(rooms)}
          onCancel={() => setConfirming(false)}
          onDelete={() => {
            setConfirming(false)
            remove()
          }}
        />
      )}
    </Page>
  )
}
