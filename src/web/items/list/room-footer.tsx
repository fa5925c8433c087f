import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import type { Room } from '../../../shared/projects/rooms.api.ts'
import { emergencyPath } from '../../upkeep/emergency/emergency-path.ts'
import { DownloadSheet } from '../../exchange/download-sheet.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './room-footer.module.css'
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
      <p className={classNames('flex mt-16', styles.emergency)}>
        <Link to={emergencyPath(projectID)}>
          <IconAlertCircle aria-hidden="true" />
          In an Emergency
        </Link>
      </p>
    )}
  </>
)
