import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import styles from './choices-menu.module.css'

interface ChoicesMenuProps {
  name: string
  icon: ReactNode
  choices: readonly { key: string; name: string; checked: boolean }[]
  onChange: (key: string, checked: boolean) => void
}

/** A button that opens a list of checkboxes below it. Escape, a press elsewhere and leaving it by keyboard close it. */
export const ChoicesMenu = ({ name, icon, choices, onChange }: ChoicesMenuProps) => {
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
  return (
    <div ref={menu} className={styles.menu}>
      <Button
        small
        icon={icon}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {name}
      </Button>
      {open && (
        <fieldset id={id} className={styles.choices}>
          <legend className="visually-hidden">{name}</legend>
          {choices.map((choice) => (
            <Checkbox
              key={choice.key}
              name={choice.key}
              label={choice.name}
              checked={choice.checked}
              onChange={(checked) => onChange(choice.key, checked)}
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}
