import { useState, type ComponentProps } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface StayingDialogProps extends ComponentProps<typeof Dialog> {
  /** An action that cannot be undone is running. */
  busy: boolean
}

/** A dialog with Cancel. While its action is running, neither Cancel nor Escape closes it. */
export const StayingDialog = ({ busy, onClose, actions, ...dialog }: StayingDialogProps) => {
  const [opened, setOpened] = useState(0)
  // Chrome closes a dialog on the second Escape even if `cancel` was prevented, so it is reopened.
  const stay = () => {
    if (!document.querySelector('dialog[open]')) setOpened(opened + 1)
  }
  return (
    <Dialog
      {...dialog}
      key={opened}
      busy={busy}
      onClose={busy ? stay : onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          {actions}
        </>
      }
    />
  )
}
