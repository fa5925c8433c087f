import { startTransition, useEffect, useLayoutEffect, useState, type CSSProperties } from 'react'
import { appState } from '../../lib/app-state.ts'

/** Rows in the first render; the others follow right after it. */
const AT_ONCE = 30
/** The estimated height of a row, in px. */
const ROW = 64

/** The state of each list's parts when the page was left: their height without borders, in px, and whether they were in view. */
const left = appState(() => new Map<string, ReadonlyMap<string, { height: number; inView: boolean }>>())

const measured = () =>
  new Map(
    [...document.querySelectorAll<HTMLElement>('[data-part]')].map((part) => {
      const { top, bottom, height } = part.getBoundingClientRect()
      const borders = part.offsetHeight - part.clientHeight
      return [part.dataset.part ?? '', { height: height - borders, inView: bottom > 0 && top < innerHeight }]
    }),
  )

/** Whether a part's rows are rendered, and the props of the element around them. */
export interface Drawing {
  drawn: boolean
  props: { 'data-part'?: string; style?: CSSProperties }
}

interface Part {
  /** Unique within the list. */
  id: string
  /** The number of rows. */
  count: number
}

/**
 * Renders a long list progressively, so that it appears as fast as a short one: first its start and what was in view when the
 * user left it, then the rest. Parts that are not rendered keep their last height, so that the scroll position is restored.
 * `list` identifies the list and its layout.
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
      // If leaving takes time the page is already hidden and measures 0.
      if ([...parts.values()].some(({ height }) => height > 0)) left().set(list, parts)
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
  const before = left().get(list)
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
