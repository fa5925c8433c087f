import { IconArrowsSort } from '../../ui/icons.tsx'
import { ThumbButton } from '../../ui/mobile-action-button.tsx'
import { FocusedAfter } from './reorder-button.tsx'
import type { Ordering } from './use-ordering.ts'

/** The same for the mobile action bar. */
export const ReorderThumb = ({ ordering: { isOn, hasEnded, begin } }: { ordering: Ordering }) =>
  !isOn && (
    <FocusedAfter hasEnded={hasEnded}>
      <ThumbButton label="Reorder" icon={<IconArrowsSort aria-hidden="true" />} onClick={begin} />
    </FocusedAfter>
  )
