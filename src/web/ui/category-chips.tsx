import { useEffect, useEffectEvent, useRef, useState } from 'react'
import styles from './category-chips.module.css'

interface Chip {
  /** Of the category's heading. */
  id: string
  name: string
  count: number
}

/** So far below its place a heading still counts as the one being read. */
const SLACK_PX = 24

/**
 * The heading that what is at the top of the window stands under. At the end of the page it is the last; one that was
 * jumped to stays it until somebody scrolls.
 */
const useCurrent = (ids: readonly string[]) => {
  const [current, setCurrent] = useState(ids[0])
  const jumped = useRef<number>(undefined)
  const look = useEffectEvent(() => {
    if (jumped.current !== undefined && Math.abs(scrollY - jumped.current) < 2) return
    jumped.current = undefined
    const { scrollHeight, clientHeight } = document.documentElement
    // Where a heading stands that was jumped to: below all that stays at the top.
    const below = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
    const atEnd = scrollY > 0 && scrollY + clientHeight >= scrollHeight - 1
    const passed = ids.filter(
      (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= below + SLACK_PX,
    )
    setCurrent((atEnd ? ids : passed).at(-1) ?? ids[0])
  })
  useEffect(() => {
    let frame = 0
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => look())
    }
    addEventListener('scroll', soon, { passive: true })
    const sizes = new ResizeObserver(soon)
    sizes.observe(document.body)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', soon)
      sizes.disconnect()
    }
  }, [])
  const noteJump = (id: string) => {
    jumped.current = scrollY
    setCurrent(id)
  }
  return { current, noteJump }
}

/** Links to the categories of a long list, the one being read marked. In one line they scroll along with the reader. */
export const CategoryChips = ({ categories }: { categories: readonly Chip[] }) => {
  const { current, noteJump } = useCurrent(categories.map(({ id }) => id))
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const chip = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (!nav.current || !chip || nav.current.scrollWidth <= nav.current.clientWidth) return
    nav.current.scrollLeft = chip.offsetLeft - (nav.current.clientWidth - chip.offsetWidth) / 2
  }, [current])
  return (
    <nav ref={nav} aria-label="Categories" className={styles.chips}>
      {categories.map(({ id, name, count }) => (
        <a
          key={id}
          href={`#${id}`}
          className={styles.chip}
          aria-current={id === current || undefined}
          onClick={(event) => {
            event.preventDefault()
            const heading = document.getElementById(id)
            heading?.scrollIntoView()
            heading?.focus({ preventScroll: true })
            noteJump(id)
          }}
        >
          {name} <span>{count}</span>
        </a>
      ))}
    </nav>
  )
}
