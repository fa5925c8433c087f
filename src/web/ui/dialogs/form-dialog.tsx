import { useId, type ComponentProps, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Form, type FormProps } from '../forms/form.tsx'
import { Dialog } from './dialog.tsx'

interface FormDialogProps
  extends
    Pick<FormProps, 'form' | 'onSubmit' | 'className' | 'noValidate'>,
    Pick<ComponentProps<typeof Dialog>, 'role' | 'title'> {
  onClose: () => void
  /** What Escape and Back ask about; everything entered if it is not given. */
  unsaved?: boolean
  /** While the call runs, nothing closes the dialog. */
  blocking?: boolean
  cancel?: string
  /** The label of the button that submits, and what else is special to it. */
  action: ReactNode
  button?: Pick<ComponentProps<typeof Button>, 'kind' | 'icon' | 'incomplete' | 'disabled' | 'busy'>
  /** Shown above the form. */
  lead?: ReactNode
  children: ReactNode
}

/** A dialog that is one form, with Cancel. */
export const FormDialog = ({
  form,
  onClose,
  unsaved = form.isChanged,
  blocking = false,
  cancel = 'Cancel',
  action,
  button,
  lead,
  onSubmit,
  className = 'grid gap-24',
  noValidate = true,
  children,
  ...rest
}: FormDialogProps) => {
  const id = useId()
  const isBlocked = blocking && form.busy
  return (
    <Dialog
      {...rest}
      open
      onClose={onClose}
      unsaved={unsaved}
      busy={isBlocked}
      actions={
        <>
          <Button disabled={isBlocked} onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" form={id} kind="primary" busy={form.busy} {...button}>
            {action}
          </Button>
        </>
      }
    >
      {lead}
      <Form id={id} form={form} onSubmit={onSubmit} className={className} noValidate={noValidate}>
        {children}
      </Form>
    </Dialog>
  )
}
