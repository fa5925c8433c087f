import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'

interface DialogProps {
  title: string
  open: boolean
  /** Escape was pressed. The dialog closes when `open` becomes false. */
  onClose: () => void
  children: ReactNode
  /** Buttons; the last one stands rightmost, on phones on top. */
  actions: ReactNode
  role?: 'alertdialog' | undefined
  /** Hides everything behind it. */
  covers?: boolean | undefined
}

/**
 * A modal dialog. The element marked with `data-takes-focus` gets the focus when it opens (autoFocus would not do: React
 * sets no attribute, so the browser takes the first button); the browser gives the focus back on closing.
 */
export const Dialog = ({ title, open, onClose, children, actions, role, covers }: DialogProps) => {
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)

  // A layout effect, because the clean-up must close the dialog before it leaves the document: only then does the
  // browser return the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-takes-focus]')?.focus()
    return () => dialog.close()
  }, [open])

  return (
    <dialog
      ref={ref}
      role={role}
      className={classNames(styles.dialog, covers && styles.covers)}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        // A file picker inside sends a cancel of its own.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        // Pressed twice, Escape closes whatever `cancel` says.
        if (open && !event.currentTarget.open) onClose()
      }}
    >
      {open && (
        <>
          <h2 id={`${id}-title`}>{title}</h2>
          <div id={`${id}-text`} className={styles.text}>
            {children}
          </div>
          <div className={styles.actions}>{actions}</div>
        </>
      )}
    </dialog>
  )
}

interface ConfirmDialogProps {
  open: boolean
  title: string
  children: ReactNode
  /** The words of the button that loses nothing, such as 'Keep Working'. */
  safe: string
  /** The words of the button that loses something, such as 'Abandon Changes'. */
  loss: string
  onSafe: () => void
  onLoss: () => void
}

export const ConfirmDialog = ({ open, title, children, safe, loss, onSafe, onLoss }: ConfirmDialogProps) => (
  <Dialog
    role="alertdialog"
    title={title}
    open={open}
    onClose={onSafe}
    actions={
      <>
        <Button kind="danger" onClick={onLoss}>
          {loss}
        </Button>
        <Button kind="primary" onClick={onSafe} data-takes-focus>
          {safe}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
)
