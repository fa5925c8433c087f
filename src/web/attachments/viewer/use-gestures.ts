import { useEffect, useEffectEvent, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { CLICK_SCALE, isZoomed, type View } from './zoom.ts'

/** Smaller movements count as a click or tap. */
const CLICK_TOLERANCE_PX = 8
const SWIPE_MIN_PX = 50
const DOUBLE_TAP_MS = 350
const DOUBLE_TAP_PX = 40
/** The zoom per wheel step. */
const WHEEL_ZOOM = 0.0022
const LINE_PX = 16

interface Point {
  x: number
  y: number
}

/** Points are relative to the center of the stage. */
interface Gestures {
  /** The element over which the wheel does not scroll the page. */
  frame: RefObject<HTMLElement | null>
  stage: RefObject<HTMLElement | null>
  view: View
  /** Called with the zoom factor, its center, and an additional offset. */
  onZoom: (factor: number, point: Point, by?: Point) => void
  onPan: (by: Point) => void
  onReset: () => void
  /** Swiped to the next (1) or previous (-1) picture. */
  onTurn: (by: 1 | -1) => void
}

/**
 * Touch and mouse gestures on a picture: pinch and Ctrl+wheel zoom, click and double-tap toggle the zoom, dragging pans, or
 * swipes to the next picture if not zoomed.
 */
export const useGestures = ({ frame, stage, view, onZoom, onPan, onReset, onTurn }: Gestures) => {
  /** The offset of a picture during a swipe. */
  const [swiped, setSwiped] = useState(0)
  const [held, setHeld] = useState(false)
  const points = useRef(new Map<number, Point>())
  const gesture = useRef({ from: { x: 0, y: 0 }, moved: false, pinched: false })
  const lastTap = useRef({ at: -Infinity, x: 0, y: 0 })

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = stage.current?.getBoundingClientRect() ?? new DOMRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const turned = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PX)
    if (event.ctrlKey) onZoom(Math.exp(-turned * WHEEL_ZOOM), pointOf(event))
    else if (isZoomed(view)) onPan({ x: -event.deltaX, y: -event.deltaY })
  })
  useEffect(() => {
    const { current } = frame
    if (!current) return
    const listener = (event: WheelEvent) => onWheel(event)
    current.addEventListener('wheel', listener, { passive: false })
    return () => current.removeEventListener('wheel', listener)
  }, [frame])

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const isOnButton = event.target instanceof Element && event.target.closest('button') !== null
    if (event.button !== 0 || isOnButton) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const point = pointOf(event)
    if (points.current.size === 0) gesture.current = { from: point, moved: false, pinched: false }
    else gesture.current.pinched = true
    points.current.set(event.pointerId, point)
    setHeld(true)
  }

  const onPointerMove = (event: PointerEvent) => {
    const { from, pinched } = gesture.current
    const before = points.current.get(event.pointerId)
    if (!before) return
    const point = pointOf(event)
    points.current.set(event.pointerId, point)
    if (Math.hypot(point.x - from.x, point.y - from.y) > CLICK_TOLERANCE_PX) gesture.current.moved = true
    const [other] = [...points.current].flatMap(([id, its]) => (id === event.pointerId ? [] : [its]))
    if (other) {
      const apart = (one: Point) => Math.hypot(one.x - other.x, one.y - other.y) || 1
      const middle = { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 }
      const shift = { x: (point.x - before.x) / 2, y: (point.y - before.y) / 2 }
      onZoom(apart(point) / apart(before), middle, shift)
    } else if (isZoomed(view)) onPan({ x: point.x - before.x, y: point.y - before.y })
    else if (gesture.current.moved && !pinched) setSwiped(point.x - from.x)
  }

  const endGesture = (event: PointerEvent, isTap: boolean) => {
    const { from, moved, pinched } = gesture.current
    if (!points.current.delete(event.pointerId) || points.current.size > 0) return
    setHeld(false)
    setSwiped(0)
    const point = pointOf(event)
    if (!isTap || pinched) return
    if (moved) {
      const [across, along] = [point.x - from.x, point.y - from.y]
      if (!isZoomed(view) && Math.abs(across) > Math.max(SWIPE_MIN_PX, Math.abs(along))) onTurn(across < 0 ? 1 : -1)
      return
    }
    const toggle = () => (isZoomed(view) ? onReset() : onZoom(CLICK_SCALE, point))
    if (event.pointerType === 'mouse') return toggle()
    const { at: before, x, y } = lastTap.current
    const isSecond = event.timeStamp - before < DOUBLE_TAP_MS && Math.hypot(point.x - x, point.y - y) < DOUBLE_TAP_PX
    lastTap.current = { at: isSecond ? -Infinity : event.timeStamp, ...point }
    if (isSecond) toggle()
  }

  return {
    swiped,
    held,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: (event: PointerEvent) => endGesture(event, true),
      onPointerCancel: (event: PointerEvent) => endGesture(event, false),
    },
  }
}
