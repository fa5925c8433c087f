import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useAskBeforeUnload } from './ask-before-unload.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { useClosedByBack } from './open-dialogs.ts'

interface DialogProps {
  title: string
  open: boolean
  /** Escape or Back was pressed. The dialog closes when `open` becomes false. */
  onClose: () => void
  /** It holds something that Escape and Back would lose: they ask first. */
  unsaved?: boolean | undefined
  /** Something is under way that leaving the page does not stop: Back leaves it. */
  busy?: boolean | undefined
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
export const Dialog = ({
  title,
  open,
  onClose,
  unsaved = false,
  busy = false,
  children,
  actions,
  role,
  covers,
}: DialogProps) => {
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const [asking, setAsking] = useState(false)
  const leave = () => (unsaved ? setAsking(true) : onClose())
  useAskBeforeUnload(open && unsaved)
  // What covers a screen is not there to be closed.
  useClosedByBack(open && !covers && !busy, leave)

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
        leave()
      }}
      onClose={(event) => {
        // Pressed twice, Escape closes whatever `cancel` says.
        if (!open || event.currentTarget.open) return
        if (unsaved) event.currentTarget.showModal()
        leave()
      }}
    >
      {open && (
        <>
          <h2 id={`${id}-title`}>{title}</h2>
          <div id={`${id}-text`} className={styles.text}>
            {children}
          </div>
          <div className={styles.actions}>{actions}</div>
          {unsaved && (
            <UnsavedDialog
              open={asking}
              onKeep={() => setAsking(false)}
              onAbandon={() => {
                setAsking(false)
                onClose()
              }}
            />
          )}
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

interface UnsavedDialogProps {
  open: boolean
  onKeep: () => void
  onAbandon: () => void
}

/** Asks before something typed is lost. */
export const UnsavedDialog = ({ open, onKeep, onAbandon }: UnsavedDialogProps) => (
  <ConfirmDialog
    open={open}
    title="Unsaved Changes"
    safe="Keep Working"
    loss="Abandon Changes"
    onSafe={onKeep}
    onLoss={onAbandon}
  >
    What you entered here has not been saved. If you leave now, it is lost.
  </ConfirmDialog>
)
