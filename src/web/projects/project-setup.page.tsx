import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { createProject, listProjects } from '../../shared/projects/projects.api.ts'
import { call } from '../lib/call.ts'
import { asIs, sentence } from '../lib/errors.ts'
import { paths } from '../lib/paths.ts'
import { messageWithPricing } from '../ui/pricing-hint.tsx'
import { queryIDOf } from '../lib/query-id.ts'
import { createFrom, TemplateChoice } from './templates/template-choice.tsx'
import { useUndoEvent } from '../history/use-undo-event.ts'
import { Breadcrumbs } from '../ui/page/breadcrumbs.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Page } from '../ui/page/page.tsx'
import { toast } from '../lib/toasts.ts'
import { focusField } from '../lib/focus/focus-field.ts'
import { useFirstFocus } from '../lib/focus/use-first-focus.ts'
import { CreateFooter } from './create-footer.tsx'
import { ProjectForm, useProjectForm } from './project-form.tsx'
import { UseMyAddress } from './use-my-address.tsx'

const EMPTY = { name: '', client: '', address: '', address2: '', city: '', state: '', zip: '' }

const failureOf = (error: unknown) => {
  const words = sentence(error, { 409: asIs, other: 'Project creation failure' })
  return { kind: 'error' as const, text: messageWithPricing(error, words) }
}

/** The templates a project can start from, and the one named by the address. */
export const loader = async ({ request }: LoaderFunctionArgs) => {
  const templates = (await call(listProjects, undefined, { signal: request.signal }))?.templates ?? []
  return { templates, named: queryIDOf(request, 'templateID') }
}

export const Component = () => {
  const { templates, named } = useLoaderData<typeof loader>()
  const [templateID, setTemplateID] = useState(named)
  const template = templates.find(({ projectID }) => projectID === templateID)
  const undoOf = useUndoEvent()
  const form = useProjectForm(EMPTY, 'enters')

  useFirstFocus(form, 'name')

  const make = (): Promise<{ projectID: number; message: string; eventID?: number }> =>
    template ? createFrom(template.projectID, form.values) : call(createProject, { body: { inputs: form.values } })

  const create = (button: 'create' | 'add another', to?: string): void => {
    const send = async () => {
      const { projectID, message, eventID } = await make()
      const action = eventID === undefined ? { label: 'Open', to: paths.projectHome(projectID) } : undoOf(eventID)
      if (to !== undefined) return { message, to, action }
      form.forget()
      toast({ kind: 'success', text: message, action })
      focusField(form, 'name')
      return undefined
    }
    void form.submit(button, send, failureOf)
  }

  return (
    <Page width="form">
      <title>Create Project · Roomfolio</title>
      <Breadcrumbs items={[{ name: 'Home', to: paths.selectProject() }, { name: 'Create Project' }]} />
      <PageHeader title="Create Project" />
      <ProjectForm
        form={form}
        onSubmit={() => create('create', paths.selectProject())}
        first={
          templates.length > 0 && <TemplateChoice templates={templates} chosen={template} onChoose={setTemplateID} />
        }
        addressAction={<UseMyAddress form={form} />}
      >
        <CreateFooter form={form} what="Project" from={paths.selectProject()} onAnother={() => create('add another')} />
      </ProjectForm>
    </Page>
  )
}
