import type { ReactNode } from 'react'
import type { Form } from '../../lib/forms/use-form.ts'
import { Card, CardBody } from '../card.tsx'
import { Message } from '../message.tsx'
import { DraftNote } from './draft-note.tsx'

interface FormCardProps {
  form: Pick<Form<never>, 'ref' | 'answer' | 'draft'>
  onSubmit: () => void
  /** A FormFooter. */
  footer: ReactNode
  children: ReactNode
}

/** A form on a card: the server's last answer, the fields and the footer. */
export const FormCard = ({ form: { ref, answer, draft }, onSubmit, footer, children }: FormCardProps) => (
  <form
    ref={ref}
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    <Card>
      <CardBody>
        {answer && <Message kind={answer.kind}>{answer.text}</Message>}
        <DraftNote draft={draft} />
        {children}
      </CardBody>
      {footer}
    </Card>
  </form>
)
