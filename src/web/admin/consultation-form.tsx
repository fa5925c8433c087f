import { useEffect, useId, useState } from 'react'
import { getMyAccount } from '../../shared/identity/account.api.ts'
import { consultationInputs, requestConsultation } from '../../shared/admin/consultations.api.ts'
import { LIMITS } from '../../shared/contract/limits.ts'
import { fieldSentences } from '../../shared/contract/problem.ts'
import { listProjects } from '../lib/endpoints.ts'
import { hasRole, KEEPS_PROJECTS } from '../../shared/contract/roles.ts'
import { call } from '../lib/call.ts'
import { sentence } from '../lib/errors.ts'
import { currentSession } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'
import { DraftNote } from '../ui/forms/draft-note.tsx'
import { FormCell, FormGrid } from '../ui/forms/form-grid.tsx'
import { FormFooter } from '../ui/forms/form-footer.tsx'
import { Message } from '../ui/message.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { TextArea } from '../ui/forms/text-area.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { useUnsavedGuard } from '../ui/forms/unsaved-guard.tsx'
import { useForm } from '../lib/forms/use-form.ts'

type Texts = Readonly<Record<keyof typeof consultationInputs.shape, string>>

/** Prefilled data of the visitor. */
interface Visitor {
  name: string
  email: string
  phone: string
  projects: readonly string[]
}

const ANONYMOUS: Visitor = { name: '', email: '', phone: '', projects: [] }

const problemsOf = (texts: Texts) => {
  const parsed = consultationInputs.safeParse(texts)
  return parsed.success ? {} : fieldSentences(parsed.error.issues)
}

const failureOf = (error: unknown): string =>
  sentence(error, { 429: (serverText) => serverText, other: 'Unable to send the request' })

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
    problemsOf,
    'enters',
    'consultation',
  )
  const { ref, answer, field, isChanged, draft } = form
  useUnsavedGuard(isChanged)
  const projectsID = useId()

  const send = () => call(requestConsultation, { body: { inputs: form.texts } })

  return (
    <>
      <form
        ref={ref}
        method="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit('send', send, failureOf)
        }}
      >
        <Card>
          <CardBody>
            {answer && <Message kind={answer.kind}>{answer.text}</Message>}
            <DraftNote draft={draft} />
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
          </CardBody>
          <FormFooter>
            <Button type="submit" kind="primary" busy={form.pressed === 'send'}>
              Send Request
            </Button>
          </FormFooter>
        </Card>
      </form>
    </>
  )
}
