import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Button, IconButton, type ButtonKind } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './menu.module.css'

interface MenuProps {
  name: string
  icon: ReactNode
  kind?: ButtonKind
  /** Shows the icon alone. */
  quiet?: boolean
  /** On which side of its button it begins. */
  from?: 'left' | 'right'
  /** What is in it, drawn once it is open. */
  children: (close: () => void) => ReactNode
}

/** A button that opens something below it. Escape, a press elsewhere and leaving it by keyboard close it. */
export const Menu = ({ name, icon, kind, quiet, from = 'right', children }: MenuProps) => {
  const [open, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (!open) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      menu.current?.querySelector('button')?.focus()
    }
    const onLeave = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', onLeave)
    document.addEventListener('focusin', onLeave)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', onLeave)
      document.removeEventListener('focusin', onLeave)
    }
  }, [open])
  const tie = {
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    onClick: () => setOpen(!open),
  }
  return (
    <div ref={menu} className={styles.menu}>
      {quiet ? (
        <IconButton {...tie} label={name} icon={icon} />
      ) : (
        <Button {...tie} small {...(kind && { kind })} icon={icon}>
          {name}
        </Button>
      )}
      {open && (
        <div id={id} className={classNames(styles.open, styles[from])}>
          {children(() => setOpen(false))}
        </div>
      )}
    </div>
  )
}
