import { Button } from '../../ui/button.tsx'
import { IconArrowsSort } from '../../ui/icons.tsx'
import type { Ordering } from './use-ordering.ts'

/** The secondary button that starts ordering mode; hidden while it is on. */
export const ReorderButton = ({ ordering: { isOn, hasEnded, start } }: { ordering: Ordering }) =>
  !isOn && (
    <Button kind="quiet" icon={<IconArrowsSort />} autoFocus={hasEnded} onClick={start}>
      Reorder
    </Button>
  )
