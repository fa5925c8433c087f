import type { MouseEvent, ReactNode } from 'react'

interface JumpLinkProps {
  /** The id of an element of this page; it needs a tabIndex to take the focus. */
  to: string
  className?: string | undefined
  /** It leads to what is being read. */
  current?: boolean
  /** Told the id when view and focus are there. */
  onJump?: (to: string) => void
  children: ReactNode
}

/** A link inside the page. It moves view and focus, and leaves address and history alone. */
export const JumpLink = ({ to, className, current, onJump, children }: JumpLinkProps) => {
  const jump = (event: MouseEvent) => {
    const target = document.getElementById(to)
    if (!target) return
    event.preventDefault()
    target.scrollIntoView()
    target.focus({ preventScroll: true })
    onJump?.(to)
  }
  return (
    <a href={`#${to}`} className={className} aria-current={current || undefined} onClick={jump}>
      {children}
    </a>
  )
}
