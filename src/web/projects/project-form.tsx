import type { ReactNode } from 'react'
import { projectInputs } from '../../shared/projects/projects.api.ts'
import { FormCard } from '../ui/forms/form-card.tsx'
import { AddressFields } from '../ui/forms/address-fields.tsx'
import { FormCell, FormGrid } from '../ui/forms/form-grid.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { problemsBy } from '../lib/forms/problems-by.ts'
import { useForm, type Form } from '../lib/forms/use-form.ts'
import { useSaveKey } from '../lib/forms/use-save-key.ts'

type Texts = Record<keyof typeof projectInputs.shape, string>

export const useProjectForm = (initial: Texts, purpose: 'enters' | 'edits'): Form<Texts> =>
  useForm(initial, problemsBy(projectInputs), purpose, 'project')

interface ProjectFormProps {
  form: Form<Texts>
  onSubmit: () => void
  /** Shown above the name. */
  first?: ReactNode
  /** Shown above the address. */
  addressAction?: ReactNode
  /** The form's footer. */
  children: ReactNode
}

export const ProjectForm = ({ form, onSubmit, first, addressAction, children }: ProjectFormProps) => {
  const { field } = form
  useSaveKey(onSubmit)
  return (
    <FormCard form={form} guarded onSubmit={onSubmit} footer={children}>
      <FormGrid>
        {first && <FormCell span="full">{first}</FormCell>}
        <FormCell span="full">
          <TextField label="Project Name" autoComplete="off" {...field('name')} />
        </FormCell>
        <FormCell span="full">
          <TextField label="Client" optional autoComplete="off" {...field('client')} />
        </FormCell>
        <AddressFields field={field} action={addressAction} />
      </FormGrid>
    </FormCard>
  )
}
