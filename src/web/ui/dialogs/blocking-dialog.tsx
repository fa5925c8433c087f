import type { ComponentProps } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

interface BlockingDialogProps extends ComponentProps<typeof Dialog> {
  /** An action that cannot be undone is running: neither Cancel nor Escape closes the dialog. */
  busy: boolean
}

/** A dialog with Cancel. */
export const BlockingDialog = ({ actions, ...dialog }: BlockingDialogProps) => (
  <Dialog
    {...dialog}
    actions={
      <>
        <Button disabled={dialog.busy} onClick={dialog.onClose}>
          Cancel
        </Button>
        {actions}
      </>
    }
  />
)
