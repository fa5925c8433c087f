import { useEffect, useRef, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './sticky-bar.module.css'

/** Sticks to the top of the window and publishes its height as a CSS property. */
export const StickyBar = ({ children }: { children: ReactNode }) => {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = bar
    if (!current) return
    const { style } = document.documentElement
    const sizes = new ResizeObserver(() => style.setProperty('--stuck', `${current.offsetHeight}px`))
    sizes.observe(current)
    return () => {
      sizes.disconnect()
      style.removeProperty('--stuck')
    }
  }, [])
  return (
    <div ref={bar} className={classNames('row gap-16 no-print', styles.bar)}>
      {children}
    </div>
  )
}
