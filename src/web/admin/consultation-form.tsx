import { useEffect, useId, useState } from 'react'
import { getMyAccount } from '../../shared/identity/account.api.ts'
import { consultationInputs, requestConsultation } from '../../shared/admin/consultations.api.ts'
import { LIMITS } from '../../shared/contract/limits.ts'
import { listProjects } from '../../shared/projects/projects.api.ts'
import { hasRole, KEEPS_PROJECTS } from '../../shared/contract/roles.ts'
import { call } from '../lib/call.ts'
import { asIs } from '../lib/errors.ts'
import { currentSession } from '../lib/session.ts'
import { FormCard } from '../ui/forms/form-card.tsx'
import { FormCell, FormGrid } from '../ui/forms/form-grid.tsx'
import { TextArea } from '../ui/forms/text-area.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { problemsBy } from '../lib/forms/problems-by.ts'
import { useForm } from '../lib/forms/use-form.ts'

/** Prefilled data of the visitor. */
interface Visitor {
  name: string
  email: string
  phone: string
  projects: readonly string[]
}

const ANONYMOUS: Visitor = { name: '', email: '', phone: '', projects: [] }

const FAILURE = { 429: asIs, other: 'Unable to send the request' }

const findVisitor = async (): Promise<Visitor> => {
  const session = await currentSession()
  if (!session) return ANONYMOUS
  const [{ firstName, lastName, email, phone }, list] = await Promise.all([
    call(getMyAccount),
    hasRole(session.roles, KEEPS_PROJECTS) ? call(listProjects) : null,
  ])
  return { name: `${firstName} ${lastName}`, email, phone, projects: list?.projects.map(({ name }) => name) ?? [] }
}

/** The visitor; anonymous until the session is known, or if it cannot be loaded. */
const useVisitor = (): Visitor => {
  const [visitor, setVisitor] = useState(ANONYMOUS)
  useEffect(() => {
    findVisitor().then(setVisitor, console.error)
  }, [])
  return visitor
}

export const ConsultationForm = () => {
  const { name, email, phone, projects } = useVisitor()
  const form = useForm(
    { name, email, phone, project: '', about: '', preferredTimes: '' },
    problemsBy(consultationInputs),
    'enters',
    'consultation',
  )
  const { field } = form
  const projectsID = useId()

  const send = () => call(requestConsultation, { body: { inputs: form.values } })

  return (
    <FormCard
      form={form}
      method="dialog"
      guarded
      onSubmit={() => form.submit('send', send, FAILURE)}
      action="Send Request"
    >
      <FormGrid>
        <FormCell span="full">
          <TextField label="Name" autoComplete="name" {...field('name')} />
        </FormCell>
        <TextField label="Email" type="email" autoComplete="email" {...field('email')} />
        <TextField label="Phone" type="tel" autoComplete="tel" {...field('phone')} />
        <FormCell span="full">
          <TextField
            label="Project"
            optional
            autoComplete="off"
            list={projectsID}
            hint={projects.length > 0 ? 'Choose a project or enter an address.' : 'Its name or address.'}
            {...field('project')}
          />
          <datalist id={projectsID}>
            {projects.map((project) => (
              <option key={project} value={project} />
            ))}
          </datalist>
        </FormCell>
        <FormCell span="full">
          <TextArea label="How can we help?" rows={3} max={LIMITS.line} {...field('about')} />
        </FormCell>
        <FormCell span="full">
          <TextArea
            label="Preferred times"
            rows={2}
            max={LIMITS.line}
            hint="Days and hours that suit you, with your time zone."
            {...field('preferredTimes')}
          />
        </FormCell>
      </FormGrid>
    </FormCard>
  )
}
