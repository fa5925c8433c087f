import { useEffect, useEffectEvent, useRef, useState } from 'react'
import styles from './category-chips.module.css'

interface Chip {
  /** The id of the category's heading. */
  id: string
  name: string
  count: number
}

/** A heading this far below its target position still counts as current. */
const SLACK_PX = 24

/**
 * The heading of the section at the top of the window. At the end of the page it is the last heading; after a jump it is the
 * target until the user scrolls.
 */
const useCurrent = (ids: readonly string[]) => {
  const [current, setCurrent] = useState(ids[0])
  const jumped = useRef<number>(undefined)
  const update = useEffectEvent(() => {
    if (jumped.current !== undefined && Math.abs(scrollY - jumped.current) < 2) return
    jumped.current = undefined
    const { scrollHeight, clientHeight } = document.documentElement
    // The position of a heading after a jump: below everything sticky at the top.
    const below = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
    const atEnd = scrollY > 0 && scrollY + clientHeight >= scrollHeight - 1
    const above = ids.filter(
      (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= below + SLACK_PX,
    )
    setCurrent((atEnd ? ids : above).at(-1) ?? ids[0])
  })
  useEffect(() => {
    let frame = 0
    const schedule = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => update())
    }
    addEventListener('scroll', schedule, { passive: true })
    const sizes = new ResizeObserver(schedule)
    sizes.observe(document.body)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', schedule)
      sizes.disconnect()
    }
  }, [])
  const setJumpTarget = (id: string) => {
    jumped.current = scrollY
    setCurrent(id)
  }
  return { current, noteJump: setJumpTarget }
}

/** Links to the categories of a long list; the current one is marked. In a single line they scroll with the page. */
export const CategoryChips = ({ categories }: { categories: readonly Chip[] }) => {
  const { current, noteJump: setJumpTarget } = useCurrent(categories.map(({ id }) => id))
  const nav = useRef<HTMLElement>(null)
  const currentChip = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const chip = currentChip.current
    if (!nav.current || !chip || nav.current.scrollWidth <= nav.current.clientWidth) return
    nav.current.scrollLeft = chip.offsetLeft - (nav.current.clientWidth - chip.offsetWidth) / 2
  }, [current])
  return (
    <nav ref={nav} aria-label="Categories" className={styles.chips}>
      {categories.map(({ id, name, count }) => (
        <a
          key={id}
          ref={id === current ? currentChip : undefined}
          href={`#${id}`}
          className={styles.chip}
          aria-current={id === current || undefined}
          onClick={(event) => {
            event.preventDefault()
            const heading = document.getElementById(id)
            heading?.scrollIntoView()
            heading?.focus({ preventScroll: true })
            setJumpTarget(id)
          }}
        >
          {name} <span>{count}</span>
        </a>
      ))}
    </nav>
  )
}
