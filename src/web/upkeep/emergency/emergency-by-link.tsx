import { Link } from 'react-router'
import type { OpenedLink } from '../../../shared/sharing/links.api.ts'
import { IconChevronLeft } from '../../ui/icons.tsx'
import { Page } from '../../ui/page/page.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { EmergencyEntries } from './emergency-entries.tsx'
import { PrintButtons } from './print-buttons.tsx'

interface EmergencyByLinkProps {
  opened: OpenedLink
  /** The path of everything that the link shows. */
  back: string
}

/** The emergency sheet for visitors of a read-only link. */
export const EmergencyByLink = ({ opened, back }: EmergencyByLinkProps) => {
  const { projectID, projectName, room, emergency } = opened
  return (
    <Page width="form">
      <title>{`In an Emergency · ${projectName} · Roomfolio`}</title>
      <p className="flex mt-16">
        <Link to={back} className="row min-44 gap-8">
          <IconChevronLeft className="danger" aria-hidden="true" />
          <bdi>{room?.roomName ?? projectName}</bdi>
        </Link>
      </p>
      <PageHeader
        title="In an Emergency"
        sub={<bdi>{projectName}</bdi>}
        actions={<PrintButtons projectID={projectID} printsPage />}
      />
      <EmergencyEntries groups={emergency} opensItems={false} />
    </Page>
  )
}
