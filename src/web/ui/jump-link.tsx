import type { MouseEvent, ReactNode } from 'react'

interface JumpLinkProps {
  /** The id of an element of this page; it needs a tabIndex to take the focus. */
  to: string
  className?: string | undefined
  children: ReactNode
}

/** A link inside the page. It moves view and focus, and leaves address and history alone. */
export const JumpLink = ({ to, className, children }: JumpLinkProps) => {
  const jump = (event: MouseEvent) => {
    const target = document.getElementById(to)
    if (!target) return
    event.preventDefault()
    target.scrollIntoView()
    target.focus({ preventScroll: true })
  }
  return (
    <a href={`#${to}`} className={className} onClick={jump}>
      {children}
    </a>
  )
}
