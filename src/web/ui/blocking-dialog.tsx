import { useState, type ComponentProps } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface BlockingDialogProps extends ComponentProps<typeof Dialog> {
  /** An action that cannot be undone is running. */
  busy: boolean
}

/** A dialog with Cancel. While its action is running, neither Cancel nor Escape closes it. */
export const BlockingDialog = ({ busy, onClose, actions, ...dialog }: BlockingDialogProps) => {
  const [openings, setOpenings] = useState(0)
  // Chrome closes a dialog on the second Escape even if `cancel` was prevented, so it is reopened.
  const reopen = () => {
    if (!document.querySelector('dialog[open]')) setOpenings(openings + 1)
  }
  return (
    <Dialog
      {...dialog}
      key={openings}
      busy={busy}
      onClose={busy ? reopen : onClose}
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
