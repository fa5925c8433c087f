import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Button, IconButton, LinkButton } from './button.tsx'
import buttonStyles from './button.module.css'
import { classNames } from './class-names.ts'
import { freePlace, type Obstacle } from './free-place.ts'
import styles from './toast-place.module.css'
import { dismissToast, type ShownToast } from './toasts.ts'

const STAYS_MS = 6_000
const STAYS_WITH_ACTION_MS = 10_000

/** Kept between the toast and the edges of the window. */
const MARGIN = { wide: 24, phone: 16 }

/** What is to be pressed must not be covered; other links lie everywhere in a room's rows, and on phones each is a button. */
const PRESSED = `button:not([data-row]), .${buttonStyles.button}, input, select, textarea, summary, [role=tab]`

const obstaclesBeside = (toast: HTMLElement): Obstacle[] =>
  [...document.querySelectorAll(`${PRESSED}, a, [data-row]`)]
    .filter((element) => !toast.contains(element) && element.checkVisibility({ visibilityProperty: true }))
    .map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect()
      return { left, top, right, bottom, weight: element.matches(PRESSED) ? 100 : 0.2 }
    })

/** Keeps the toast in the window and where it covers no button, whatever moves below it, but not away from under the pointer. */
const useFreePlace = (ref: RefObject<HTMLElement | null>, stays: boolean) => {
  useLayoutEffect(() => {
    const toast = ref.current
    if (!toast) return
    let frame = 0
    const place = () => {
      const { left, top, width, height } = toast.getBoundingClientRect()
      const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
      const margin = view.width > 600 ? MARGIN.wide : MARGIN.phone
      const free = stays
        ? { left, top: Math.min(top, view.height - margin - height) }
        : freePlace({ width, height }, view, margin, obstaclesBeside(toast))
      toast.style.left = `${free.left}px`
      toast.style.top = `${free.top}px`
    }
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(place)
    }
    place()
    const changes = new MutationObserver(soon)
    const attributeFilter = ['class', 'hidden', 'open', 'aria-expanded']
    changes.observe(document.body, { childList: true, subtree: true, characterData: true, attributeFilter })
    const sizes = new ResizeObserver(place)
    for (const element of [toast, document.body]) sizes.observe(element)
    const end = new AbortController()
    addEventListener('scroll', soon, { capture: true, passive: true, signal: end.signal })
    addEventListener('resize', soon, { signal: end.signal })
    return () => {
      cancelAnimationFrame(frame)
      changes.disconnect()
      sizes.disconnect()
      end.abort()
    }
  }, [ref, stays])
}

/** It waits while it has the pointer or the focus, and while its dialog is open. F6 moves the focus to it and back. */
export const ToastPlace = ({ toast }: { toast: ShownToast }) => {
  const ref = useRef<HTMLElement>(null)
  const cameFrom = useRef<Element | null>(null)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const [dialog, setDialog] = useState<{ show: (onClose: () => void) => ReactNode }>()
  useFreePlace(ref, pointed || focused)

  useEffect(() => {
    const place = ref.current
    const goBack = () => {
      const before = cameFrom.current
      cameFrom.current = null
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || !place) return
      event.preventDefault()
      if (place.contains(document.activeElement)) {
        goBack()
      } else {
        cameFrom.current = document.activeElement
        place.focus()
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      goBack()
    }
  }, [])

  // The focus that went with what was said before stays here.
  useLayoutEffect(() => {
    if (focused && document.activeElement === document.body) ref.current?.focus()
  }, [toast.id, focused])

  return (
    <>
      <section
        ref={ref}
        tabIndex={-1}
        aria-label="Notifications"
        className={styles.place}
        // Not when it appears below a pointer that rests.
        onPointerMove={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      >
        <ToastCard
          key={toast.id}
          toast={toast}
          waits={pointed || focused || dialog !== undefined}
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
  waits: boolean
  onDismiss: () => void
  onAsk: (dialog: (onClose: () => void) => ReactNode) => void
}

const ToastCard = ({ toast: { id, kind, text, action }, waits, onDismiss, onAsk }: ToastCardProps) => {
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
    <div className={classNames(styles.toast, styles[kind], action && 'dialog' in action && styles.asks)}>
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
