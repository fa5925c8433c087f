import {
  eventsOf,
  type AboutProject,
  type AboutRoom,
  type Copied,
  type FileThen,
  type InOrder,
  type Named,
  type Positioned,
} from '../history/event-spec.ts'
import type { Project } from './projects.api.ts'

export type ProjectValues = Omit<Project, 'projectID'>

/** What the firm puts on papers and links; `logo` is the name of its file. */
export type BrandingThen = Record<'firm' | 'firmPhone' | 'number' | 'drawnBy' | 'logo', string>

interface RoomValues extends Named {
  roomTypeID: number
  roomType: string
}

/** The picture used as cover; null for the material board. */
interface Covered {
  cover: FileThen | null
}

/** Another project of the owner. Its name is hidden from users who cannot read that project. */
interface Elsewhere {
  projectID: number
}

const ofProject = eventsOf<AboutProject>('project')
const ofRoom = eventsOf<AboutRoom>('room')
const ofRooms = eventsOf<AboutProject>('room')

type ChangeOfProject = Partial<ProjectValues & Covered & BrandingThen>
type ChangeOfRoom = Partial<RoomValues & Covered>

/**
 * "Deleted" things are in the trash; "removed" things are permanently gone. Removing a project also removes its events,
 * so no kind describes that.
 */
export const PROJECTS_EVENTS = {
  'project created': ofProject<null, ProjectValues & { sample?: true }>('project.created', 'Project Created'),
  /** With its rooms and items. The source is not named: it may belong to someone else. */
  'project copied': ofProject<null, ProjectValues & Copied>('project.copied', 'Project Copied'),
  /** Like 'project copied', without client and address. */
  'project kept as template': ofProject<null, Named & Copied>('project.kept_as_template', 'Saved as Template'),
  /** `template` is the template's name. */
  'project created from template': ofProject<null, ProjectValues & Copied & { template: string }>(
    'project.created_from_template',
    'Project Created from Template',
  ),
  /** Only the changed members. */
  'project changed': ofProject<ChangeOfProject, ChangeOfProject>('project.changed', 'Project Changed'),
  'project deleted': ofProject<Named, null>('project.deleted', 'Project Deleted'),
  'project restored': ofProject<null, Named>('project.restored', 'Project Restored'),
  'room created': ofRoom<null, RoomValues>('room.created', 'Room Created'),
  'room copied': ofRoom<null, RoomValues & Copied>('room.copied', 'Room Copied'),
  'room changed': ofRoom<ChangeOfRoom, ChangeOfRoom>('room.changed', 'Room Changed'),
  /** To and from another project; each project's activity has one of the two. */
  'room moved away': ofRoom<Named & Copied & Positioned, Elsewhere>('room.moved_away', 'Room Moved Away'),
  'room moved here': ofRoom<Elsewhere & Positioned, Named & Copied>('room.moved_here', 'Room Moved Here'),
  'rooms moved away': ofRooms<{ rooms: number }, Elsewhere>('rooms.moved_away', 'Rooms Moved Away'),
  'rooms moved here': ofRooms<Elsewhere, { rooms: number }>('rooms.moved_here', 'Rooms Moved Here'),
  /** All rooms of the project, in both orders. */
  'rooms reordered': ofRooms<InOrder & { roomIDs: number[] }, InOrder & { roomIDs: number[] }>(
    'rooms.reordered',
    'Rooms Reordered',
  ),
  /** `trashID` is present if an Undo deleted the room. */
  'room deleted': ofRoom<Named & { trashID?: number }, null>('room.deleted', 'Room Deleted'),
  'room restored': ofRoom<null, Named>('room.restored', 'Room Restored'),
  'room removed': ofRoom<Named, null>('room.removed', 'Room Permanently Deleted'),
  'rooms restored': ofRooms<null, { rooms: number }>('rooms.restored', 'Rooms Restored'),
  'rooms removed': ofRooms<{ rooms: number }, null>('rooms.removed', 'Rooms Permanently Deleted'),
}
