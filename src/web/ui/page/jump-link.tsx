import type { MouseEvent, ReactNode } from 'react'

interface JumpLinkProps {
  /** The id of an element on this page; it needs a tabIndex to be focusable. */
  to: string
  className?: string | undefined
  children: ReactNode
}

/** A link within the page. It moves the scroll position and the focus, but leaves address and history unchanged. */
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
