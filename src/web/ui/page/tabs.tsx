import { useId, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { Link } from 'react-router'
import { classNames } from '../class-names.ts'
import styles from './tabs.module.css'

interface Tab {
  to: string
  name: string
  count?: number | undefined
  selected: boolean
  ref?: RefObject<HTMLAnchorElement | null>
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  /** The content of the selected tab. */
  children?: ReactNode
}

/** Tabs with addresses: each tab is a link. Arrow keys, Home and End move between them, Enter opens one. */
export const Tabs = ({ label, tabs, children }: TabsProps) => {
  const id = useId()
  const selected = Math.max(
    0,
    tabs.findIndex((tab) => tab.selected),
  )

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
    const here = all.findIndex((tab) => tab === document.activeElement)
    if (event.key === ' ') {
      event.preventDefault()
      all[here]?.click()
      return
    }
    const steps: Record<string, number> = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: -1 }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    all.at(step % all.length)?.focus()
  }

  return (
    <>
      <div role="tablist" aria-label={label} className="flex rule-bottom gap-4 mb-24 no-print" onKeyDown={move}>
        {tabs.map((tab, position) => (
          <Link
            key={tab.to}
            ref={tab.ref}
            role="tab"
            id={`${id}-${position}`}
            to={tab.to}
            preventScrollReset
            tabIndex={position === selected ? 0 : -1}
            aria-selected={tab.selected}
            aria-controls={tab.selected && children !== undefined ? `${id}-panel` : undefined}
            className={classNames('tab', styles.tab)}
          >
            {tab.name}
            {tab.count !== undefined && <span className="faint small regular"> {tab.count}</span>}
          </Link>
        ))}
      </div>
      {children !== undefined && (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
          {children}
        </div>
      )}
    </>
  )
}
