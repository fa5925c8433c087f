import { useState } from 'react'
import * as z from 'zod/mini'
import { setProjectCover } from '../../../shared/projects/covers.api.ts'
import { deleteProject } from '../../../shared/projects/projects.api.ts'
import { renameTemplate, templateInputs } from '../../../shared/items/bulk/templates.api.ts'
import { TRASH_DAYS } from '../../../shared/history/trash-days.ts'
import { call } from '../../lib/call.ts'
import { asIs } from '../../lib/errors.ts'
import { CoverPart } from '../cover-part.tsx'
import { paths } from '../../lib/paths.ts'
import { useUndo } from '../../history/trash/restore.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx'
import { FormCard } from '../../ui/forms/form-card.tsx'
import { DangerZone, FormFooter } from '../../ui/forms/form-footer.tsx'
import { IconTrash } from '../../ui/icons.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Page } from '../../ui/page/page.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { problemsBy } from '../../lib/forms/problems-by.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { useSaveKey } from '../../lib/forms/use-save-key.ts'
import { markGone } from '../../lib/navigation-history.ts'

const problemsOf = problemsBy(z.pick(templateInputs, { name: true }))

interface EditTemplateProps {
  template: { projectID: number; name: string }
  cover: string | null
  /** What is deleted with it, as a sentence. */
  contents: string
}

/** A template has a name and a cover, but no address. */
export const EditTemplate = ({ template: { projectID, name }, cover, contents }: EditTemplateProps) => {
  const form = useForm({ name }, problemsOf, 'edits', 'template')
  const { status, values, field, pressed, isChanged, submit, act } = form
  const undo = useUndo()
  const [confirming, setConfirming] = useState(false)

  const save = (): void => {
    const send = async () => {
      const { message } = await call(renameTemplate, { body: { projectID, name: values.name } })
      return { message, to: paths.projectHome(projectID) }
    }
    void submit('save', send, { 409: asIs, other: `Unable to rename "${name}"` })
  }
  useSaveKey(save)

  const remove = (): void => {
    const send = async () => {
      const deletion = await call(deleteProject, { query: { projectID } })
      const to = paths.selectProject()
      markGone(`projectID=${projectID}`, to)
      return { message: deletion.message, to, isGone: true, action: undo(deletion, name) }
    }
    void act('delete', send, { other: `Unable to delete "${name}"` })
  }

  return (
    <Page width="form">
      <title>Edit Template · Roomfolio</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name, to: paths.projectHome(projectID) },
          { name: 'Edit Template' },
        ]}
      />
      <PageHeader title="Edit Template" />
      <FormCard
        form={form}
        guarded
        onSubmit={save}
        footer={
          <FormFooter status={status}>
            <Button type="submit" kind="primary" incomplete={!isChanged} busy={pressed === 'save'}>
              Save Template
            </Button>
          </FormFooter>
        }
      >
        <TextField label="Template Name" autoComplete="off" {...field('name')} />
      </FormCard>
      <CoverPart
        name={name}
        within={{ projectID }}
        cover={cover}
        onChoose={(remote) => call(setProjectCover, { body: { projectID, remote } })}
      />
      <DangerZone>
        <Button kind="danger" icon={<IconTrash />} busy={pressed === 'delete'} onClick={() => setConfirming(true)}>
          Delete Template
        </Button>
      </DangerZone>
      <ConfirmDialog
        open={confirming}
        title={`Delete ${name}?`}
        safeLabel="Keep Template"
        destructiveLabel="Delete Template"
        onSafe={() => setConfirming(false)}
        onDestructive={() => {
          setConfirming(false)
          remove()
        }}
      >
        <p>
          {contents} Projects created from it stay. You can restore it from the Trash for {TRASH_DAYS} days.
        </p>
      </ConfirmDialog>
    </Page>
  )
}
