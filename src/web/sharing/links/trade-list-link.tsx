import type { Trade } from '../../../shared/structure/classification.ts'
import { withoutPath } from '../../lib/public-path.ts'
import { LinkButton } from '../../ui/button.tsx'
import { paperAddress } from '../../lib/paper-address.ts'
import { paperTicket } from '../../lib/paper-ticket.ts'

/** Opens the list of a trade, for visitors of a read-only link to it. */
export const TradeListLink = ({ projectID, trade }: { projectID: number; trade: Trade }) => (
  <LinkButton
    small
    to={withoutPath(paperAddress({ projectID, kind: 'trade', trade, link: paperTicket() }))}
    reloadDocument
    target="_blank"
  >
    Print Trade List
  </LinkButton>
)
