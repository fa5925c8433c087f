import type { Project } from '../../shared/projects/projects.api.ts'
import type { RoomCard } from '../../shared/projects/rooms.api.ts'

export interface PapersProps {
  project: Project
  /** Templates have no revisions. */
  template: boolean
  rooms: readonly RoomCard[]
}
