import type { ComponentProps } from 'react'
import type { Room } from '../../shared/rooms.ts'
import { EmergencyLink } from '../emergency/emergency-link.tsx'
import { DownloadSheet } from '../sheets/download-sheet.tsx'

interface BelowItemsProps {
  room: Room
  categories: NonNullable<ComponentProps<typeof DownloadSheet>['categories']>
}

/** What stands below the items of a room. */
export const BelowItems = ({ room: { projectID, roomID, template }, categories }: BelowItemsProps) => (
  <>
    <DownloadSheet projectID={projectID} roomID={roomID} categories={categories} />
    {!template && <EmergencyLink projectID={projectID} />}
  </>
)
