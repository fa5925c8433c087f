import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useAskBeforeUnload } from '../../lib/forms/ask-before-unload.ts'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import styles from './dialog.module.css'
import { useOpenDialog } from '../../lib/open-dialogs.ts'

interface DialogProps {
  title: string
  open: boolean
  /** Called on Escape or Back. The dialog closes when `open` becomes false. */
  onClose: () => void
  /** The dialog has unsaved input: Escape and Back ask first. */
  unsaved?: boolean | undefined
  /** A request is running that leaving does not cancel: nothing closes the dialog, and Back leaves the page. */
  busy?: boolean | undefined
  children: ReactNode
  /** Buttons; the last one is rightmost, on phones topmost. */
  actions: ReactNode
  role?: 'alertdialog' | undefined
  /** Hides everything behind it. */
  covers?: boolean | undefined
}

/**
 * A modal dialog. The element marked `data-takes-focus` gets the focus when it opens (React sets no `autofocus` attribute, so the
 * browser would focus the first button); the browser restores the focus on closing.
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
  const text = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState(false)
  const leave = () => {
    if (busy) return
    if (unsaved) setAsking(true)
    else onClose()
  }
  useAskBeforeUnload(open && unsaved)
  // A dialog that covers the screen cannot be closed by Back.
  useOpenDialog(open, covers || busy ? undefined : leave)

  // A layout effect: the cleanup must close the dialog before it leaves the document, or the browser does not restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    dialog.showModal()
    // Screen readers read the whole description when the dialog opens, so a form is described by its first paragraph only.
    const described = text.current?.querySelector('input, select, textarea')
      ? text.current.querySelector(':scope > p:first-child, :scope > form:first-child > p:first-child')
      : text.current
    if (described) dialog.setAttribute('aria-describedby', (described.id ||= `${id}-text`))
    else dialog.removeAttribute('aria-describedby')
    dialog.querySelector<HTMLElement>('[data-takes-focus]')?.focus()
    return () => dialog.close()
  }, [open, id])

  return (
    <dialog
      ref={ref}
      role={role}
      className={classNames('modal', styles.dialog, covers && styles.covers)}
      aria-labelledby={`${id}-title`}
      onCancel={(event) => {
        // A file picker inside fires its own cancel event.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        leave()
      }}
      onClose={(event) => {
        // A second Escape closes the dialog even if `cancel` was prevented.
        if (!open || event.currentTarget.open) return
        if (unsaved || busy) event.currentTarget.showModal()
        leave()
      }}
    >
      {open && (
        <>
          <h2 id={`${id}-title`}>{title}</h2>
          <div ref={text} className={classNames('grid muted gap-24', styles.text)}>
            {children}
          </div>
          <div className={classNames('flex wrap end gap-8 mt-24', styles.actions)}>{actions}</div>
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
  /** The label of the button that loses nothing, such as 'Keep Working'. */
  safeLabel: string
  /** The label of the button that loses something, such as 'Abandon Changes'. */
  destructiveLabel: string
  onSafe: () => void
  onDestructive: () => void
}

export const ConfirmDialog = ({
  open,
  title,
  children,
  safeLabel,
  destructiveLabel,
  onSafe,
  onDestructive,
}: ConfirmDialogProps) => (
  <Dialog
    role="alertdialog"
    title={title}
    open={open}
    onClose={onSafe}
    actions={
      <>
        <Button kind="danger" onClick={onDestructive}>
          {destructiveLabel}
        </Button>
        <Button kind="primary" onClick={onSafe} data-takes-focus>
          {safeLabel}
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

export const UnsavedDialog = ({ open, onKeep, onAbandon }: UnsavedDialogProps) => (
  <ConfirmDialog
    open={open}
    title="Unsaved Changes"
    safeLabel="Keep Working"
    destructiveLabel="Abandon Changes"
    onSafe={onKeep}
    onDestructive={onAbandon}
  >
    Your changes haven’t been saved. If you leave now, they’ll be lost.
  </ConfirmDialog>
)
