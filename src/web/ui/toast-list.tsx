import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Button, IconButton, LinkButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { dismissToast, type ShownToast } from './toasts.ts'
import styles from './toast-list.module.css'

const STAYS_MS = 6_000
const STAYS_WITH_ACTION_MS = 10_000

/** All toasts wait while one of them has the pointer or the focus. F6 moves the focus to them and back. */
export const ToastList = ({ toasts }: { toasts: readonly ShownToast[] }) => {
  const ref = useRef<HTMLElement>(null)
  const cameFrom = useRef<Element | null>(null)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)

  useEffect(() => {
    const list = ref.current
    const goBack = () => {
      const place = cameFrom.current
      cameFrom.current = null
      if (place instanceof HTMLElement && place.isConnected) place.focus()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || !list) return
      event.preventDefault()
      if (list.contains(document.activeElement)) {
        goBack()
      } else {
        cameFrom.current = document.activeElement
        list.focus()
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      goBack()
    }
  }, [])

  const dismiss = (id: number) => {
    // The pressed button goes with its toast; the focus stays with those that are left.
    if (ref.current?.contains(document.activeElement)) ref.current.focus()
    dismissToast(id)
  }

  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label="Notifications"
      className={styles.toasts}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {toasts.map((entry) => (
        <ToastCard key={entry.id} toast={entry} waits={pointed || focused} onDismiss={() => dismiss(entry.id)} />
      ))}
    </section>
  )
}

interface ToastCardProps {
  toast: ShownToast
  waits: boolean
  onDismiss: () => void
}

const ToastCard = ({ toast: { id, kind, text, action }, waits, onDismiss }: ToastCardProps) => {
  // The words come one step after their live region: screen readers announce changes, not what is there at once.
  const [words, setWords] = useState('')
  useEffect(() => {
    const step = setTimeout(() => setWords(text))
    return () => clearTimeout(step)
  }, [text])

  const stays = action ? STAYS_WITH_ACTION_MS : STAYS_MS
  useEffect(() => {
    if (waits) return
    const timer = setTimeout(() => dismissToast(id), stays)
    return () => clearTimeout(timer)
  }, [id, waits, stays])

  return (
    <div className={classNames(styles.toast, styles[kind])}>
      {kind === 'error' ? <IconAlertCircle aria-hidden="true" /> : <IconCircleCheck aria-hidden="true" />}
      <p role={kind === 'error' ? 'alert' : 'status'} className={styles.text}>
        {words}
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
