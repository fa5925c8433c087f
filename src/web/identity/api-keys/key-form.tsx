import { useState } from 'react'
import type { ResponseOf } from '../../../shared/contract/endpoint.ts'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'
import { createKey } from '../../../shared/identity/api-keys.api.ts'
import type { ProjectCard } from '../../../shared/projects/projects.api.ts'
import { call } from '../../lib/call.ts'
import { dayOf, endOf } from '../../lib/days.ts'
import { asIs } from '../../lib/errors.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormGrid } from '../../ui/forms/form-grid.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { CurrentPasswordField } from '../passwords/new-password-fields.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './api-keys.module.css'

export type NewKey = ResponseOf<typeof createKey>

const FAILURE = {
  409: (serverText: string) => `Unable to create the key: ${serverText}`,
  429: asIs,
  other: 'Unable to create the key',
}

const inOneYear = (): string => {
  const day = new Date()
  day.setFullYear(day.getFullYear() + 1)
  return dayOf(day.toISOString())
}

const EMPTY = { name: '', endsAt: '', writes: '', projects: '', chosen: [] as readonly number[], currentPass: '' }

interface KeyFormProps {
  username: string
  projects: readonly Pick<ProjectCard, 'projectID' | 'name'>[]
  onMade: (key: NewKey) => void
}

export const KeyForm = ({ username, projects, onMade }: KeyFormProps) => {
  const [empty] = useState(() => ({ ...EMPTY, endsAt: inOneYear() }))
  const form = useForm(empty, ({ name, projects, chosen, currentPass }) => ({
    ...(name.trim() === '' && { name: SENTENCES.required }),
    ...(projects !== '' && chosen.length === 0 && { projects: 'Choose at least one project.' }),
    ...(currentPass === '' && { currentPass: SENTENCES.required }),
  }))
  const { field, put } = form
  const { chosen } = form.values
  const isForSome = form.values.projects !== ''

  const create = async () => {
    const { name, endsAt, currentPass, writes } = form.values
    const body = {
      name,
      currentPass,
      writes: writes !== '',
      projectIDs: isForSome ? [...chosen] : null,
      endsAt: endsAt === '' ? null : endOf(endsAt),
    }
    const made = await call(createKey, { body })
    onMade(made)
    return { message: `Key ${made.name} created` }
  }

  return (
    <Form form={form} aria-label="New Key" onSubmit={() => form.submit('create', create, FAILURE)}>
      <FormGrid>
        <TextField label="Name" hint="What uses it, e.g. Home Assistant" autoComplete="off" {...field('name')} />
        <TextField label="Expires" optional type="date" {...field('endsAt')} />
        <Select label="Access" {...field('writes')}>
          <option value="">Read</option>
          <option value="writes">Read and change</option>
        </Select>
        <Select label="Projects" {...field('projects')}>
          <option value="">All, also later ones</option>
          {projects.length > 0 && <option value="some">Some…</option>}
        </Select>
      </FormGrid>
      {isForSome && (
        <fieldset className={classNames('grid gap-4', styles.projects)}>
          <legend className="label bold">Projects of the key</legend>
          {projects.map(({ projectID, name }) => (
            <Checkbox
              key={projectID}
              label={name}
              name={`project-${projectID}`}
              checked={chosen.includes(projectID)}
              onChange={(isChosen) =>
                put({ chosen: isChosen ? [...chosen, projectID] : chosen.filter((each) => each !== projectID) })
              }
            />
          ))}
        </fieldset>
      )}
      <div className="mt-24">
        <FormGrid>
          <CurrentPasswordField username={username} field={field('currentPass')} />
        </FormGrid>
      </div>
      <div className="row wrap gap-8 mt-24 wide-buttons">
        <Button type="submit" kind="primary" busy={form.busy}>
          Create Key
        </Button>
      </div>
    </Form>
  )
}
