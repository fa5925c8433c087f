import { useEffect, useRef, type FocusEvent } from 'react'
import { focusHeading } from './focus-heading.ts'

/** Handlers for a part of a page: when its focused control goes away, the page's heading takes the focus. */
export const useLostFocus = () => {
  const isWithin = useRef(false)
  useEffect(() => {
    const recover = () => {
      if (!isWithin.current || document.activeElement !== document.body) return
      isWithin.current = false
      focusHeading()
    }
    recover()
    return recover
  })
  return {
    onFocus: () => void (isWithin.current = true),
    // Not called for an element that is removed.
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      void (isWithin.current = currentTarget.contains(relatedTarget)),
  }
}
