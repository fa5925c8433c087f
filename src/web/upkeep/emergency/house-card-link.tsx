import { withoutPath } from '../../lib/public-path.ts'
import { LinkButton } from '../../ui/button.tsx'
import { paperAddress } from '../../lib/paper-address.ts'
import { paperTicket } from '../../lib/paper-ticket.ts'

/** Opens the house card of a home, for signed-in users and visitors of a read-only link. */
export const HouseCardLink = ({ projectID }: { projectID: number }) => (
  <LinkButton
    to={withoutPath(paperAddress({ projectID, kind: 'home', link: paperTicket() }))}
    reloadDocument
    target="_blank"
  >
    Print House Card
  </LinkButton>
)
