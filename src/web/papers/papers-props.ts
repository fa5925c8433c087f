import type { Project } from '../../shared/projects/projects.api.ts'
import type { RoomCard } from '../../shared/projects/rooms.api.ts'

export interface PapersProps {
  project: Project
  /** Nothing is issued of one. */
  template: boolean
  rooms: readonly RoomCard[]
}
