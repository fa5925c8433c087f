import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import type { Room } from '../../../shared/projects/rooms.api.ts'
import { paths } from '../../lib/paths.ts'
import { DownloadSheet } from '../../exchange/download-sheet.tsx'
import { IconAlertCircle } from '../../ui/icons.tsx'

interface RoomFooterProps {
  room: Room
  categories: ComponentProps<typeof DownloadSheet>['categories']
}

/** The footer of a room's items. Users who scanned its QR code may need the rest of the home. */
export const RoomFooter = ({ room: { projectID, roomID, template }, categories }: RoomFooterProps) => (
  <>
    <DownloadSheet projectID={projectID} roomID={roomID} categories={categories} />
    {!template && (
      <p className="flex mt-16">
        <Link className="row min-44 gap-8" to={paths.emergency(projectID)}>
          <IconAlertCircle className="danger" aria-hidden="true" />
          In an Emergency
        </Link>
      </p>
    )}
  </>
)
