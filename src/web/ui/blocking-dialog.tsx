import { useState, type ComponentProps } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface StayingDialogProps extends ComponentProps<typeof Dialog> {
  /** Something that cannot be taken back is under way. */
  busy: boolean
}

/** A dialog with Cancel that stays until what it has begun is answered: then neither Cancel nor Escape closes it. */
export const StayingDialog = ({ busy, onClose, actions, ...dialog }: StayingDialogProps) => {
  const [opened, setOpened] = useState(0)
  // Pressed twice, Escape closes it whatever is said, and it is opened again.
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
