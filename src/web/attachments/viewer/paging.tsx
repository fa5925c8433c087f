import { useEffect, useEffectEvent, type RefObject } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '../../ui/icons.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './previewer.module.css'

/** The position that a key leads to; undefined for other keys. */
const positionAfter = (key: string, position: number, count: number): number | undefined => {
  switch (key) {
    case 'ArrowRight':
    case 'PageDown':
      return position + 1
    case 'ArrowLeft':
    case 'PageUp':
      return position - 1
    case 'Home':
      return 1
    case 'End':
      return count
    default:
      return undefined
  }
}

/** Marks horizontal scroll containers, where keys and swipes scroll instead. */
export const HORIZONTAL_SCROLL = { 'data-sideways': true }
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, [data-sideways]') !== null

const SWIPE_MIN_PX = 50
/** A gesture this much more horizontal than vertical is a swipe. */
const SWIPE_SLANT = 2

/** While the page is pinch-zoomed, one finger pans it. */
const isPageZoomed = (): boolean =>
  (window.visualViewport?.scale ?? 1) > 1.01 ||
  document.documentElement.scrollWidth > document.documentElement.clientWidth

interface PagingOptions {
  /** The element that handles keys and swipes. */
  frame: RefObject<HTMLElement | null>
  /** Starts at 1. */
  position: number
  count: number
  onPage: (to: number) => void
}

/** Moves through pages or pictures by keys and swipes, stopping at either end; returns the same for buttons. */
export const usePaging = ({ frame, position, count, onPage: onPage }: PagingOptions): ((to: number) => void) => {
  const goTo = (to: number) => {
    const bounded = Math.min(Math.max(to, 1), count)
    if (bounded !== position) onPage(bounded)
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isTaken(event.target)) return
    const to = positionAfter(event.key, position, count)
    if (to === undefined || to === position || to < 1 || to > count) return
    event.preventDefault()
    goTo(to)
  })
  const onSwipe = useEffectEvent((to: 'next' | 'previous') => goTo(position + (to === 'next' ? 1 : -1)))

  useEffect(() => {
    const { current } = frame
    if (!current) return
    const listening = new AbortController()
    const { signal } = listening
    let start: Touch | undefined
    const onTouchStart = ({ touches, target }: TouchEvent) => {
      start = touches.length === 1 && !isTaken(target) && !isPageZoomed() ? touches[0] : undefined
    }
    const onTouchEnd = ({ changedTouches: [end] }: TouchEvent) => {
      if (!start || !end) return
      const [across, along] = [end.clientX - start.clientX, end.clientY - start.clientY]
      start = undefined
      if (Math.abs(across) < Math.max(SWIPE_MIN_PX, SWIPE_SLANT * Math.abs(along))) return
      onSwipe(across < 0 ? 'next' : 'previous')
    }
    current.addEventListener('keydown', (event) => onKeyDown(event), { signal })
    current.addEventListener('touchstart', onTouchStart, { signal, passive: true })
    current.addEventListener('touchend', onTouchEnd, { signal, passive: true })
    return () => listening.abort()
  }, [frame])

  // A button disabled by its own click would drop the focus.
  useEffect(() => {
    if (document.activeElement?.matches(':disabled')) frame.current?.focus({ preventScroll: true })
  }, [position, frame])

  return goTo
}

interface PagingButtonsProps {
  /** What the buttons move through. */
  of: 'page' | 'picture'
  position: number
  count: number
  goTo: (to: number) => void
}

/** 'Page 2 of 14' between Previous and Next; pages also have First and Last. */
export const PagingButtons = ({ of, position, count, goTo: goTo }: PagingButtonsProps) => (
  <div className={classNames('row rule-bottom surface gap-4', styles.controls)}>
    {of === 'page' && (
      <IconButton
        label="First page"
        icon={<IconChevronsLeft aria-hidden="true" />}
        disabled={position === 1}
        onClick={() => goTo(1)}
      />
    )}
    <IconButton
      label={`Previous ${of}`}
      icon={<IconChevronLeft aria-hidden="true" />}
      disabled={position === 1}
      onClick={() => goTo(position - 1)}
    />
    <span role="status" className={classNames('muted label nowrap text-center', styles.position)}>
      {of === 'page' ? 'Page' : 'Picture'} {position} of {count}
    </span>
    <IconButton
      label={`Next ${of}`}
      icon={<IconChevronRight aria-hidden="true" />}
      disabled={position === count}
      onClick={() => goTo(position + 1)}
    />
    {of === 'page' && (
      <IconButton
        label="Last page"
        icon={<IconChevronsRight aria-hidden="true" />}
        disabled={position === count}
        onClick={() => goTo(count)}
      />
    )}
  </div>
)
