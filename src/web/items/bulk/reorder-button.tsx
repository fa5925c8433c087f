import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconArrowsSort } from '../../ui/icons.tsx'
import type { Ordering } from './use-ordering.ts'

/** Focuses its button when the ordering mode that it started ends. */
export const FocusedAfter = ({ hasEnded, children }: { hasEnded: boolean; children: ReactNode }) => {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (hasEnded) place.current?.querySelector('button')?.focus()
  }, [hasEnded])
  return <span ref={place}>{children}</span>
}

/** The secondary button that starts ordering mode; hidden while it is on. */
export const ReorderButton = ({ ordering: { isOn, hasEnded, start } }: { ordering: Ordering }) =>
  !isOn && (
    <FocusedAfter hasEnded={hasEnded}>
      <Button kind="quiet" icon={<IconArrowsSort />} onClick={start}>
        Reorder
      </Button>
    </FocusedAfter>
  )
