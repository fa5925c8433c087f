import { startTransition, useEffect, useLayoutEffect, useState, type CSSProperties } from 'react'

/** Rows that are drawn at once; the others come right after what is seen. */
const AT_ONCE = 30
/** About a row, in px. */
const ROW = 64

/** How the parts of each list were left: as high as they were within their borders, in px, and whether they were in view. */
const left = new Map<string, ReadonlyMap<string, { height: number; inView: boolean }>>()

const measured = () =>
  new Map(
    [...document.querySelectorAll<HTMLElement>('[data-part]')].map((part) => {
      const { top, bottom, height } = part.getBoundingClientRect()
      const borders = part.offsetHeight - part.clientHeight
      return [part.dataset.part ?? '', { height: height - borders, inView: bottom > 0 && top < innerHeight }]
    }),
  )

/** How a part of a long list is drawn: whether its rows are, and what the element around them gets. */
export interface Drawing {
  drawn: boolean
  props: { 'data-part'?: string; style?: CSSProperties }
}

interface Part {
  /** Its own within the list. */
  id: string
  /** Rows. */
  count: number
}

/**
 * Draws a long list in parts, so that it is there as soon as a short one: first its beginning and what was in view when
 * it was left, then the others. What is out of view costs nothing but its height, which is what it was, so that a page
 * comes back where it was scrolled. `list` says which list it is, and how it is laid out.
 */
export const useParts = <P extends Part>(list: string, parts: readonly P[]): (P & Drawing)[] => {
  const [whole, setWhole] = useState<string>()
  const isLong = parts.reduce((sum, { count }) => sum + count, 0) > AT_ONCE
  useEffect(() => {
    if (isLong) startTransition(() => setWhole(list))
  }, [isLong, list])
  useLayoutEffect(() => {
    const note = () => {
      const parts = measured()
      // A page that is left slowly is hidden by then, and has no heights.
      if ([...parts.values()].some(({ height }) => height > 0)) left.set(list, parts)
    }
    document.addEventListener('click', note, true)
    addEventListener('popstate', note)
    return () => {
      note()
      document.removeEventListener('click', note, true)
      removeEventListener('popstate', note)
    }
  }, [list])
  if (!isLong) return parts.map((part) => ({ ...part, drawn: true, props: {} }))
  const before = left.get(list)
  const drawings = []
  let passed = 0
  for (const part of parts) {
    const was = before?.get(part.id)
    const height = `${was?.height ?? part.count * ROW}px`
    const drawn = whole === list || passed < AT_ONCE || was?.inView === true
    const style: CSSProperties = drawn
      ? { contentVisibility: 'auto', containIntrinsicBlockSize: `auto ${height}` }
      : { boxSizing: 'content-box', minHeight: height }
    drawings.push({ ...part, drawn, props: { 'data-part': part.id, style } })
    passed += part.count
  }
  return drawings
}
