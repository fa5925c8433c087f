import type { ReactNode } from 'react'
import { fieldSentences } from '../../shared/contract/problem.ts'
import { projectInputs } from '../../shared/projects/projects.api.ts'
import { FormCard } from '../ui/forms/form-card.tsx'
import { AddressFields } from '../ui/forms/address-fields.tsx'
import { FormCell, FormGrid } from '../ui/forms/form-grid.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { useUnsavedGuard } from '../ui/forms/unsaved-guard.tsx'
import { useForm, type Form } from '../lib/forms/use-form.ts'
import { useSaveKey } from '../lib/forms/use-save-key.ts'

type Name = keyof typeof projectInputs.shape
type Texts = Readonly<Record<Name, string>>

const problemsOf = (texts: Texts) => {
  const parsed = projectInputs.safeParse(texts)
  return parsed.success ? {} : fieldSentences(parsed.error.issues)
}

export const useProjectForm = (initial: Texts, purpose: 'enters' | 'edits'): Form<Name> =>
  useForm(initial, problemsOf, purpose, 'project')

interface ProjectFormProps {
  form: Form<Name>
  onSubmit: () => void
  /** Shown above the name. */
  first?: ReactNode
  /** Shown above the address. */
  addressAction?: ReactNode
  /** The form's footer. */
  children: ReactNode
}

export const ProjectForm = ({ form, onSubmit, first, addressAction, children }: ProjectFormProps) => {
  const { field, isChanged } = form
  useUnsavedGuard(isChanged)
  useSaveKey(onSubmit)
  return (
    <FormCard form={form} onSubmit={onSubmit} footer={children}>
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
