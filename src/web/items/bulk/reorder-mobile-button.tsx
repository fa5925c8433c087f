import { IconArrowsSort } from '../../ui/icons.tsx'
import { MobileActionButton } from '../../ui/mobile-action-button.tsx'
import { FocusedAfter } from './reorder-button.tsx'
import type { Ordering } from './use-ordering.ts'

/** The same for the mobile action bar. */
export const ReorderMobileButton = ({ ordering: { isOn, hasEnded, start } }: { ordering: Ordering }) =>
  !isOn && (
    <FocusedAfter hasEnded={hasEnded}>
      <MobileActionButton label="Reorder" icon={<IconArrowsSort aria-hidden="true" />} onClick={start} />
    </FocusedAfter>
  )
