import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconArrowsSort } from '../../ui/icons.tsx'
import type { Ordering } from './use-ordering.ts'

/** Gives its button the focus where the ordering that it began has ended. */
export const FocusedAfter = ({ hasEnded, children }: { hasEnded: boolean; children: ReactNode }) => {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (hasEnded) place.current?.querySelector('button')?.focus()
  }, [hasEnded])
  return <span ref={place}>{children}</span>
}

/** The quiet button that begins it; nothing while it is on. */
export const ReorderButton = ({ ordering: { isOn, hasEnded, begin } }: { ordering: Ordering }) =>
  !isOn && (
    <FocusedAfter hasEnded={hasEnded}>
      <Button kind="quiet" icon={<IconArrowsSort />} onClick={begin}>
        Reorder
      </Button>
    </FocusedAfter>
  )
