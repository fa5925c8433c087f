import { useEffect, useRef, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from './icons.tsx'
import styles from './message.module.css'
import { isTyping } from '../lib/typing.ts'

const ICONS = { error: IconAlertCircle, success: IconCircleCheck, warning: IconAlertTriangle, info: IconInfoCircle }

interface MessageProps {
  kind: keyof typeof ICONS
  children: ReactNode
  /** It does not answer a user action, so the focus stays where it is. */
  isNote?: true
}

/**
 * The server's answer above a form. It takes the focus when it appears or its text changes; while the user is typing it only
 * scrolls into view.
 */
export const Message = ({ kind, children, isNote }: MessageProps) => {
  const ref = useRef<HTMLDivElement>(null)
  const told = useRef<string | null>(null)
  useEffect(() => {
    if (isNote) return
    const text = ref.current?.textContent ?? null
    if (text === told.current) return
    told.current = text
    if (isTyping()) ref.current?.scrollIntoView({ block: 'nearest' })
    else ref.current?.focus()
  })
  const Icon = ICONS[kind]
  return (
    <div
      ref={ref}
      tabIndex={isNote ? undefined : -1}
      role={kind === 'error' ? 'alert' : 'status'}
      className={classNames('flex round gap-12 mb-24', styles.message, styles[kind])}
    >
      <Icon aria-hidden="true" />
      <div className="grow">{children}</div>
    </div>
  )
}

/** The buttons below its text. */
export const MessageActions = ({ children }: { children: ReactNode }) => (
  <div className="flex wrap gap-8 mt-12">{children}</div>
)
