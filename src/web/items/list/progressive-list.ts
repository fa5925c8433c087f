import { startTransition, useEffect, useLayoutEffect, useState, type CSSProperties, type RefCallback } from 'react'
import { appState } from '../../lib/app-state.ts'
import { useElements } from '../../lib/use-elements.ts'

/** Rows in the first render; the others follow right after it. */
const FIRST_ROWS = 30
/** The estimated height of a row, in px. */
const ROW_HEIGHT = 64

/** The state of each list's parts when the page was left: their height without borders, in px, and whether they were in view. */
const savedParts = appState(() => new Map<string, ReadonlyMap<string, { height: number; inView: boolean }>>())

const measureParts = (elements: ReadonlyMap<string, HTMLElement>) =>
  new Map(
    [...elements].map(([id, part]) => {
      const { top, bottom, height } = part.getBoundingClientRect()
      const borders = part.offsetHeight - part.clientHeight
      return [id, { height: height - borders, inView: bottom > 0 && top < innerHeight }]
    }),
  )

/** Whether a part's rows are rendered, and the props of the element around them. */
interface PartRendering {
  rendered: boolean
  props: { ref?: RefCallback<HTMLElement>; style?: CSSProperties }
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
export const useProgressiveParts = <P extends Part>(list: string, parts: readonly P[]): (P & PartRendering)[] => {
  const [completeList, setCompleteList] = useState<string>()
  const { elements, refTo } = useElements<string>()
  const isLong = parts.reduce((sum, { count }) => sum + count, 0) > FIRST_ROWS
  useEffect(() => {
    if (isLong) startTransition(() => setCompleteList(list))
  }, [isLong, list])
  useLayoutEffect(() => {
    const save = () => {
      const parts = measureParts(elements)
      // If leaving takes time the page is already hidden and measures 0.
      if ([...parts.values()].some(({ height }) => height > 0)) savedParts().set(list, parts)
    }
    document.addEventListener('click', save, true)
    addEventListener('popstate', save)
    return () => {
      save()
      document.removeEventListener('click', save, true)
      removeEventListener('popstate', save)
    }
  }, [list, elements])
  if (!isLong) return parts.map((part) => ({ ...part, rendered: true, props: {} }))
  const before = savedParts().get(list)
  const renderings = []
  let rowsBefore = 0
  for (const part of parts) {
    const saved = before?.get(part.id)
    const height = `${saved?.height ?? part.count * ROW_HEIGHT}px`
    const rendered = completeList === list || rowsBefore < FIRST_ROWS || saved?.inView === true
    const style: CSSProperties = rendered
      ? { contentVisibility: 'auto', containIntrinsicBlockSize: `auto ${height}` }
      : { boxSizing: 'content-box', minHeight: height }
    renderings.push({ ...part, rendered, props: { ref: refTo(part.id), style } })
    rowsBefore += part.count
  }
  return renderings
}
