import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { focusHeading } from '../../lib/focus/focus-heading.ts'
import { Button, IconButton, LinkButton } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { IconAlertCircle, IconCircleCheck, IconX } from '../icons.tsx'
import styles from './toast-region.module.css'
import { dismissToast, type ShownToast } from '../../lib/toasts.ts'

const DURATION_MS = 6_000
const ACTION_DURATION_MS = 10_000

/** An error stays until it is closed; the timer of others pauses on hover or focus and while its dialog is open. F6 moves the focus here and back. */
export const ToastRegion = ({ toast }: { toast: ShownToast }) => {
  const ref = useRef<HTMLElement>(null)
  /** Where the focus came from; undefined while it is elsewhere. */
  const origin = useRef<Element | null>(undefined)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const [dialog, setDialog] = useState<{ show: (onClose: () => void) => ReactNode }>()

  useEffect(() => {
    const place = ref.current
    const restoreFocus = () => {
      const before = origin.current
      origin.current = undefined
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      else focusHeading()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || !place) return
      event.preventDefault()
      if (place.contains(document.activeElement)) restoreFocus()
      else place.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      if (origin.current !== undefined && document.activeElement === document.body) restoreFocus()
    }
  }, [])

  // Keeps the focus here when a new toast replaces a focused one.
  useLayoutEffect(() => {
    if (focused && document.activeElement === document.body) ref.current?.focus()
  }, [toast.id, focused])

  return (
    <>
      <section
        ref={ref}
        tabIndex={-1}
        aria-label="Notifications"
        className={classNames('no-print', styles.place)}
        // Ignores a pointer that was already resting where the toast appears.
        onPointerMove={() => setHovered(true)}
        onPointerLeave={() => setHovered(false)}
        onFocus={({ relatedTarget }) => {
          setFocused(true)
          if (origin.current === undefined) origin.current = relatedTarget
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          setFocused(false)
          if (!currentTarget.contains(relatedTarget)) origin.current = undefined
        }}
      >
        <ToastCard
          key={toast.id}
          toast={toast}
          paused={hovered || focused || dialog !== undefined}
          onDismiss={() => dismissToast(toast.id)}
          onAsk={(show) => setDialog({ show })}
        />
      </section>
      {dialog?.show(() => {
        setDialog(undefined)
        dismissToast(toast.id)
      })}
    </>
  )
}

interface ToastCardProps {
  toast: ShownToast
  paused: boolean
  onDismiss: () => void
  onAsk: (dialog: (onClose: () => void) => ReactNode) => void
}

const ToastCard = ({ toast: { id, kind, text, action }, paused, onDismiss, onAsk }: ToastCardProps) => {
  // Screen readers announce changes to a live region, not its initial content, so the text is inserted one step later.
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text))
    return () => clearTimeout(timer)
  }, [text])

  const duration = action ? ACTION_DURATION_MS : DURATION_MS
  useEffect(() => {
    if (paused || kind === 'error') return
    const timer = setTimeout(() => dismissToast(id), duration)
    return () => clearTimeout(timer)
  }, [id, kind, paused, duration])

  return (
    <div className={classNames('flex gap-12', styles.toast, styles[kind], action && 'dialog' in action && styles.asks)}>
      {kind === 'error' ? <IconAlertCircle aria-hidden="true" /> : <IconCircleCheck aria-hidden="true" />}
      <p role={kind === 'error' ? 'alert' : 'status'} className={classNames('grow', styles.text)}>
        {announced}
      </p>
      {action && (
        <span className={styles.action}>
          {'to' in action ? (
            <LinkButton kind="quiet" small to={action.to} onClick={onDismiss}>
              {action.label}
            </LinkButton>
          ) : (
            <Button
              kind="quiet"
              small
              onClick={() => {
                if ('dialog' in action) {
                  onAsk(action.dialog)
                  return
                }
                onDismiss()
                action.onClick()
              }}
            >
              {action.label}
            </Button>
          )}
        </span>
      )}
      <span className={styles.close}>
        <IconButton label="Close" icon={<IconX aria-hidden="true" />} onClick={onDismiss} />
      </span>
    </div>
  )
}
