import type { Form } from '../lib/forms/use-form.ts'
import { useGoBack } from '../lib/use-go-back.ts'
import { Button } from '../ui/button.tsx'
import { FormFooter } from '../ui/forms/form-footer.tsx'

interface CreateFooterProps {
  form: Pick<Form<object>, 'pressed'>
  /** What the form creates. */
  what: 'Project' | 'Room'
  /** The page to go back to if there is none in the history. */
  from: string
  onAnother: () => void
}

/** The footer of a form that creates one thing after the other. */
export const CreateFooter = ({ form: { pressed }, what, from, onAnother }: CreateFooterProps) => {
  const goBack = useGoBack(from)
  return (
    <FormFooter
      end={
        <Button kind="quiet" onClick={goBack}>
          Go Back
        </Button>
      }
    >
      <Button type="submit" kind="primary" busy={pressed === 'create'}>
        Create {what}
      </Button>
      <Button busy={pressed === 'add another'} onClick={onAnother}>
        Create and Add Another
      </Button>
    </FormFooter>
  )
}
