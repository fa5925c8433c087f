import { flushSync } from 'react-dom'
import { createProject } from '../../shared/projects.ts'
import { call } from '../api/call.ts'
import { sentence } from '../api/errors.ts'
import { paths } from '../paths.ts'
import { withPricing } from '../pricing-hint.tsx'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Button } from '../ui/button.tsx'
import { FormFoot } from '../ui/form-foot.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Page } from '../ui/page.tsx'
import { toast } from '../ui/toasts.ts'
import { goToField } from '../go-to-field.ts'
import { useGoBack } from '../use-go-back.ts'
import { ProjectForm, useProjectForm } from './project-form.tsx'
import { UseMyAddress } from './use-my-address.tsx'

const EMPTY = { name: '', client: '', address: '', address2: '', city: '', state: '', zip: '' }

const failureOf = (error: unknown) => {
  const words = sentence(error, { 409: (serverText) => serverText, other: 'Project creation failure' })
  return { kind: 'error' as const, text: withPricing(error, words) }
}

export const Component = () => {
  const goBack = useGoBack(paths.selectProject())
  const form = useProjectForm(EMPTY, 'enters')

  const create = (button: 'create' | 'add another', to?: string): void => {
    const send = async () => {
      const { message } = await call(createProject, { body: { inputs: form.texts } })
      if (to !== undefined) return { message, to }
      flushSync(form.forget)
      toast({ kind: 'success', text: message })
      goToField(form, 'name')
      return undefined
    }
    void form.submit(button, send, failureOf)
  }

  return (
    <Page width="form">
      <title>Create Project · Roomfolio</title>
      <Breadcrumbs items={[{ name: 'Home', to: paths.selectProject() }, { name: 'Create Project' }]} />
      <PageHead title="Create Project" />
      <ProjectForm
        form={form}
        onSubmit={() => create('create', paths.selectProject())}
        addressAction={<UseMyAddress form={form} />}
      >
        <FormFoot
          end={
            <Button kind="quiet" onClick={goBack}>
              Go Back
            </Button>
          }
        >
          <Button type="submit" kind="primary" busy={form.pressed === 'create'}>
            Create Project
          </Button>
          <Button busy={form.pressed === 'add another'} onClick={() => create('add another')}>
            Create and Add Another
          </Button>
        </FormFoot>
      </ProjectForm>
    </Page>
  )
}
