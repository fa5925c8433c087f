import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Card, CardBody } from '../card.tsx'
import { Form, FormNotes, type FormProps } from './form.tsx'
import { FormFooter } from './form-footer.tsx'

interface FormCardProps extends FormProps {
  /** The label of the button that submits; or the whole FormFooter. */
  action?: string
  footer?: ReactNode
}

/** A form on a card: the server's last answer, the fields and the footer. */
export const FormCard = ({ action, footer, children, ...rest }: FormCardProps) => (
  <Form {...rest} hasNotes>
    <Card>
      <CardBody>
        <FormNotes form={rest.form} />
        {children}
      </CardBody>
      {footer ?? (
        <FormFooter>
          <Button type="submit" kind="primary" busy={rest.form.busy}>
            {action}
          </Button>
        </FormFooter>
      )}
    </Card>
  </Form>
)
