import { useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react'
import { Button, IconButton, type ButtonKind } from '../button.tsx'
import { classNames } from '../class-names.ts'
import styles from './menu.module.css'

interface MenuProps {
  name: string
  icon: ReactNode
  kind?: ButtonKind
  /** Shows only the icon. */
  quiet?: boolean
  /** The edge of the button that the menu is aligned to. */
  from?: 'left' | 'right'
  /** Opens above the button. */
  up?: boolean
  autoFocus?: boolean
  /** Rendered while the menu is open. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a menu. Escape, clicking outside and tabbing out close it. */
export const Menu = ({ name, icon, kind, quiet, from = 'right', up, autoFocus = false, children }: MenuProps) => {
  const [open, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  /** The button takes the focus, so that a dialog opened from the menu gives it back to the button. */
  const close = () => {
    setOpen(false)
    document.getElementById(`${id}-button`)?.focus()
  }
  const closeByKey = useEffectEvent(close)
  useEffect(() => {
    if (!open) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // A dialog around the menu stays open.
      event.preventDefault()
      event.stopPropagation()
      closeByKey()
    }
    const onLeave = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    document.addEventListener('pointerdown', onLeave)
    document.addEventListener('focusin', onLeave)
    return () => {
      document.removeEventListener('keydown', onKeyDown, { capture: true })
      document.removeEventListener('pointerdown', onLeave)
      document.removeEventListener('focusin', onLeave)
    }
  }, [open])
  const tie = {
    id: `${id}-button`,
    autoFocus,
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    onClick: () => setOpen(!open),
  }
  return (
    <div ref={menu} className="relative no-print">
      {quiet ? (
        <IconButton {...tie} label={name} icon={icon} />
      ) : (
        <Button {...tie} small {...(kind && { kind })} icon={icon}>
          {name}
        </Button>
      )}
      {open && (
        <div id={id} className={classNames(styles.open, styles[from], up && styles.up)}>
          {children(close)}
        </div>
      )}
    </div>
  )
}
