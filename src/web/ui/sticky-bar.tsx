import { useEffect, useRef, type ReactNode } from 'react'
import styles from './sticky-bar.module.css'

/** Stays at the top of the window while what is below it scrolls, and tells the page how much of it that takes. */
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
    <div ref={bar} className={styles.bar}>
      {children}
    </div>
  )
}
