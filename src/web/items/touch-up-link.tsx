import type { Item } from '../../shared/items/items.api.ts'
import { withoutPath } from '../lib/public-path.ts'
import { LinkButton } from '../ui/button.tsx'
import { paperAddress } from '../lib/paper-address.ts'
import { paperTicket } from '../lib/paper-ticket.ts'

/** Opens the touch-up card of a paint, for signed-in users and visitors of a read-only link. */
export const TouchUpLink = ({ item: { projectID, itemID } }: { item: Item }) => (
  <LinkButton
    small
    to={withoutPath(paperAddress({ projectID, kind: 'touchup', itemID, link: paperTicket() }))}
    reloadDocument
    target="_blank"
  >
    Print Touch-Up Card
  </LinkButton>
)
