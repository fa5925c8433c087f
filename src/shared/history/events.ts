import type { Slot } from '../structure/room-structure.api.ts'
import type { HandoverPart } from '../sharing/handover.api.ts'
import type { What } from '../upkeep/handover-checklist.api.ts'
import type { Project } from '../projects/projects.api.ts'
import type { Repeats } from '../upkeep/tasks.api.ts'

/**
 * The event log of user data: one event for each change, in id order. History, activity, notifications and the "what is
 * new" of papers are all derived from it. Events are never changed; they are deleted with their project, or when it is
 * handed over without its history.
 */

/** A field's value and its label at that time; null if it had none. */
export interface FieldThen {
  label: string | null
  propID: number | null
  value: string
}

/** For a change, only the changed fields; for a new item, only the filled ones. */
export interface ItemValues {
  notes?: string
  fields?: Partial<Record<Slot, FieldThen>>
}

/** All values under the subcategory's labels. */
interface ItemKindValues extends ItemValues {
  catID: number
  category: string
  subcatID: number
  subcategory: string
  /** Gaps set aside as not needed; the new subcategory asks for them again. */
  notNeeded?: What[]
}

interface NewItemValues extends Omit<ItemKindValues, 'notNeeded'> {
  files?: FileThen[]
}

export interface FileThen {
  remote: string
  /** The display name. */
  name: string
}

/** A photo as it was in the inbox; `name` is what it became on its item. */
interface PhotoThen extends FileThen {
  roomID: number | null
  addedAt: string
}

export type ProjectValues = Omit<Project, 'projectID'>

/** What the firm puts on papers and links; `logo` is the name of its file. */
export type BrandingThen = Record<'firm' | 'firmPhone' | 'number' | 'drawnBy' | 'logo', string>

interface Captioned {
  caption: string
}

/** A read-only link, never its token. */
export interface LinkValues extends Named {
  /** Null for a link to the whole project, or to what it `shows` of it. */
  room: string | null
  /** Some rooms, a category or a trade. */
  shows?: string
  endsAt: string | null
  /** Older events lack `positions`. */
  hides: { notes: boolean; files: boolean; positions?: boolean; labels: string[] }
}

/** The complete task, so that Undo can recreate it from the event alone. */
export interface TaskThen {
  taskID: number
  name: string
  note: string
  day: string
  starts: string
  repeats: Repeats
  doneOn: string | null
}

interface Named {
  name: string
}

interface RevisionThen {
  number: number
  note: string
}

interface RoomValues extends Named {
  roomTypeID: number
  roomType: string
}

/** The picture used as cover; null for the material board. */
interface Covered {
  cover: FileThen | null
}

/** Something missing that the home does not need. */
interface NotNeeded {
  what: What
}

/** A username and the access it was given. */
interface GivenAccess {
  may: 'read' | 'write'
}
export interface MemberThen extends GivenAccess {
  member: string
}

/** Another project of the owner. Its name is hidden from users who cannot read that project. */
interface Elsewhere {
  projectID: number
}

/** A room's position in a custom order. */
interface Positioned {
  position?: number
}

/** The position of each in a custom order; null if it had none. */
interface InOrder {
  /** Events of older versions lack this and cannot be undone. */
  places?: (number | null)[]
}

/** The number of items included. */
interface Copied {
  items: number
}

interface Place {
  roomID: number
  room: string
  /** Position in a custom order. */
  position?: number
}

/**
 * The state before and after each kind of event; null if there was none. "Deleted" things are in the trash; "removed"
 * things are permanently gone. Removing a project also removes its events, so no kind describes that.
 */
export interface EventShapes {
  'project created': { before: null; after: ProjectValues & { sample?: true } }
  /** With its rooms and items. The source is not named: it may belong to someone else. */
  'project copied': { before: null; after: ProjectValues & Copied }
  /** Like 'project copied', without client and address. */
  'project kept as template': { before: null; after: Named & Copied }
  /** `template` is the template's name. */
  'project created from template': { before: null; after: ProjectValues & Copied & { template: string } }
  /** Only the changed members. */
  'project changed': {
    before: Partial<ProjectValues & Covered & BrandingThen>
    after: Partial<ProjectValues & Covered & BrandingThen>
  }
  'project deleted': { before: Named; after: null }
  'project restored': { before: null; after: Named }
  /** Only the owner learns who the recipient is. `stays`: the current owner becomes a Viewer afterward. */
  'project offered': { before: null; after: { stays: boolean } }
  'project offer taken back': { before: { stays: boolean }; after: null }
  'project offer declined': { before: { stays: boolean }; after: null }
  /** Usernames, and what was left behind: that is permanently removed, history including all earlier events. */
  'project handed over': { before: { owner: string }; after: { owner: string; without: HandoverPart[] } }
  /** Only the owner learns the address, which is in the list of invitations. */
  'member invited': { before: null; after: GivenAccess }
  'member uninvited': { before: GivenAccess; after: null }
  'member joined': { before: null; after: GivenAccess }
  'member changed': { before: MemberThen; after: MemberThen }
  'member removed': { before: MemberThen; after: null }
  'member left': { before: GivenAccess; after: null }
  'room created': { before: null; after: RoomValues }
  'room copied': { before: null; after: RoomValues & Copied }
  'room changed': { before: Partial<RoomValues & Covered>; after: Partial<RoomValues & Covered> }
  /** To and from another project; each project's activity has one of the two. */
  'room moved away': { before: Named & Copied & Positioned; after: Elsewhere }
  'room moved here': { before: Elsewhere & Positioned; after: Named & Copied }
  'rooms moved away': { before: { rooms: number }; after: Elsewhere }
  'rooms moved here': { before: Elsewhere; after: { rooms: number } }
  /** All rooms of the project, in both orders. */
  'rooms reordered': { before: InOrder & { roomIDs: number[] }; after: InOrder & { roomIDs: number[] } }
  'room set aside': { before: null; after: NotNeeded }
  'room needed again': { before: NotNeeded; after: null }
  /** `trashID` is present if an Undo deleted the room. */
  'room deleted': { before: Named & { trashID?: number }; after: null }
  'room restored': { before: null; after: Named }
  'room removed': { before: Named; after: null }
  'rooms restored': { before: null; after: { rooms: number } }
  'rooms removed': { before: { rooms: number }; after: null }
  'item created': { before: null; after: NewItemValues }
  /** `from` is the original's room if it is in the same project. */
  'item copied': { before: null; after: Named & { from: string | null } }
  /** The target rooms; for several items, their number and the first one's name. */
  'items copied': { before: null; after: Named & { rooms: string[]; items?: number } }
  /** `too`: changed along with a linked copy, so the user is not asked about it again. */
  'item changed': { before: ItemValues; after: ItemValues & { too?: true } }
  /** The item got another subcategory, or the same one in another category. */
  'item kind changed': { before: ItemKindValues; after: ItemKindValues }
  'item moved': { before: Place; after: Place }
  /** The number of items moved to one room. */
  'items moved': { before: null; after: { items: number; room: string } }
  /** Items of one room: for each reordered subcategory, those with a position, in both orders. */
  'items reordered': { before: InOrder & { itemIDs: number[] }; after: InOrder & { itemIDs: number[] } }
  /** The new value of one label of these items; '' for none. */
  'items changed': { before: null; after: { items: number; label: string; value: string } }
  /** The number of copies changed along with another item, and the labels. */
  'items changed too': { before: null; after: { items: number; labels: string[] } }
  /** The other copies, or the original, keep their values under these labels. */
  'item others left': { before: null; after: { labels: string[] } }
  'item set aside': { before: null; after: NotNeeded }
  'item needed again': { before: NotNeeded; after: null }
  /** The trash entry that holds the item; unknown in older events. */
  'item deleted': { before: Named & { trashID?: number }; after: null }
  'items deleted': { before: { items: number }; after: null }
  'items restored': { before: null; after: { items: number } }
  'items removed': { before: { items: number }; after: null }
  /** Another event's changes to these items were undone. */
  'items undone': { before: null; after: { kind: EventKind; items: number; rooms?: number } }
  /** From a spreadsheet of that name: the number of items created, and changed or moved. */
  'items imported': { before: null; after: Named & { created: number; changed: number } }
  'item restored': { before: null; after: Named }
  'item removed': { before: Named; after: null }
  'file attached': { before: null; after: FileThen }
  'file renamed': { before: FileThen; after: FileThen }
  'file captioned': { before: FileThen & Captioned; after: FileThen & Captioned }
  /** The remotes of all files of an item before and after, in order. */
  'files reordered': { before: { remotes: string[] }; after: { remotes: string[] } }
  'file deleted': { before: FileThen; after: null }
  'file restored': { before: null; after: FileThen }
  'file removed': { before: FileThen; after: null }
  /** A task of a home, a room or an item; days are due dates. */
  'task created': { before: null; after: TaskThen }
  'task changed': { before: TaskThen; after: TaskThen }
  /** A task without repetition is then gone. */
  'task done': { before: TaskThen; after: { on: string; note: string; next: TaskThen | null } }
  'task put off': { before: TaskThen; after: TaskThen }
  'task skipped': { before: TaskThen; after: { next: TaskThen | null } }
  'task deleted': { before: TaskThen; after: null }
  /** Another event's change to the task was undone. */
  'task undone': { before: null; after: Named & { kind: EventKind } }
  /** In the inbox, where it waits to be sorted onto an item. */
  'photo added': { before: null; after: FileThen }
  'photo turned': { before: null; after: FileThen }
  'photos deleted': { before: { photos: number }; after: null }
  'photos restored': { before: null; after: { photos: number } }
  'photos removed': { before: { photos: number }; after: null }
  /** Sorted out of the inbox; the event's parts are the item's new files. */
  'photos sorted': { before: { photos: PhotoThen[] }; after: Named & { itemID: number } }
  /** Back in the inbox. */
  'photos unsorted': { before: Named; after: { photos: number } }
  /** A spec book, archived as it was at that time. */
  'revision issued': { before: null; after: RevisionThen }
  /** Came with a project file from the installation that issued it. */
  'revision imported': { before: null; after: RevisionThen }
  'revision removed': { before: RevisionThen; after: null }
  'link created': { before: null; after: LinkValues & { forQR?: true } }
  /** The changes and, except in older events, always the name. */
  'link changed': { before: Partial<LinkValues>; after: Partial<LinkValues> }
  'link taken back': { before: Named; after: null }
}

export type EventKind = keyof EventShapes

interface Words {
  /** The title in the activity of a project. */
  title: string
}

/** Words of events that an item's history can contain. */
interface WordsOfItem extends Words {
  short: string
}

type WordsOf<Kind extends EventKind> = Kind extends `item ${string}` | `file${string}` | `task ${string}`
  ? WordsOfItem
  : Words

/** The display words of each kind. A kind without words does not compile. */
export const EVENT_WORDS: { readonly [Kind in EventKind]: WordsOf<Kind> } = {
  'project created': { title: 'Project Created' },
  'project copied': { title: 'Project Copied' },
  'project kept as template': { title: 'Saved as Template' },
  'project created from template': { title: 'Project Created from Template' },
  'project changed': { title: 'Project Changed' },
  'project deleted': { title: 'Project Deleted' },
  'project restored': { title: 'Project Restored' },
  'project offered': { title: 'Project Offered' },
  'project offer taken back': { title: 'Offer Canceled' },
  'project offer declined': { title: 'Offer Declined' },
  'project handed over': { title: 'Project Handed Over' },
  'member invited': { title: 'Member Invited' },
  'member uninvited': { title: 'Invitation Canceled' },
  'member joined': { title: 'Member Joined' },
  'member changed': { title: 'Member Changed' },
  'member removed': { title: 'Member Removed' },
  'member left': { title: 'Member Left' },
  'task created': { title: 'Task Created', short: 'Task' },
  'task changed': { title: 'Task Changed', short: 'Task Changed' },
  'task done': { title: 'Task Done', short: 'Done' },
  'task put off': { title: 'Task Put Off', short: 'Put Off' },
  'task skipped': { title: 'Task Skipped', short: 'Skipped' },
  'task deleted': { title: 'Task Deleted', short: 'Task Deleted' },
  'task undone': { title: 'Task Undone', short: 'Undone' },
  'link created': { title: 'Link Created' },
  'link changed': { title: 'Link Changed' },
  'link taken back': { title: 'Link Turned Off' },
  'revision issued': { title: 'Revision Issued' },
  'revision imported': { title: 'Revision Imported' },
  'revision removed': { title: 'Revision Removed' },
  'photo added': { title: 'Photo Added' },
  'photo turned': { title: 'Photo Turned' },
  'photos deleted': { title: 'Photos Deleted' },
  'photos restored': { title: 'Photos Restored' },
  'photos removed': { title: 'Photos Permanently Deleted' },
  'photos sorted': { title: 'Photos Added to an Item' },
  'photos unsorted': { title: 'Photos Back in the Inbox' },
  'room created': { title: 'Room Created' },
  'room copied': { title: 'Room Copied' },
  'room changed': { title: 'Room Changed' },
  'room moved away': { title: 'Room Moved Away' },
  'room moved here': { title: 'Room Moved Here' },
  'rooms moved away': { title: 'Rooms Moved Away' },
  'rooms moved here': { title: 'Rooms Moved Here' },
  'rooms reordered': { title: 'Rooms Reordered' },
  'room set aside': { title: 'Not Needed' },
  'room needed again': { title: 'Needed Again' },
  'room deleted': { title: 'Room Deleted' },
  'room restored': { title: 'Room Restored' },
  'room removed': { title: 'Room Permanently Deleted' },
  'rooms restored': { title: 'Rooms Restored' },
  'rooms removed': { title: 'Rooms Permanently Deleted' },
  'item created': { title: 'Item Created', short: 'Created' },
  'item copied': { title: 'Item Copied', short: 'Copied' },
  'items copied': { title: 'Items Copied' },
  'item changed': { title: 'Item Changed', short: 'Changed' },
  'item kind changed': { title: 'Subcategory Changed', short: 'Subcategory' },
  'item moved': { title: 'Item Moved', short: 'Moved' },
  'items moved': { title: 'Items Moved' },
  'items changed': { title: 'Items Changed' },
  'items changed too': { title: 'Copies Updated' },
  'items deleted': { title: 'Items Deleted' },
  'items restored': { title: 'Items Restored' },
  'items removed': { title: 'Items Permanently Deleted' },
  'items undone': { title: 'Undone' },
  'items reordered': { title: 'Items Reordered' },
  'items imported': { title: 'Spreadsheet Imported' },
  'item others left': { title: 'Copies Left Unchanged', short: 'Copies Left Unchanged' },
  'item set aside': { title: 'Not Needed', short: 'Not Needed' },
  'item needed again': { title: 'Needed Again', short: 'Needed Again' },
  'item deleted': { title: 'Item Deleted', short: 'Deleted' },
  'item restored': { title: 'Item Restored', short: 'Restored' },
  'item removed': { title: 'Item Permanently Deleted', short: 'Permanently Deleted' },
  'file attached': { title: 'File Attached', short: 'Attached' },
  'file renamed': { title: 'File Renamed', short: 'Renamed' },
  'file captioned': { title: 'Caption Changed', short: 'Caption' },
  'files reordered': { title: 'Files Reordered', short: 'Reordered' },
  'file deleted': { title: 'File Removed', short: 'Removed' },
  'file restored': { title: 'File Restored', short: 'Restored' },
  'file removed': { title: 'File Permanently Deleted', short: 'Permanently Deleted' },
}

export const EVENT_KINDS = Object.keys(EVENT_WORDS) as [EventKind, ...EventKind[]]

type ThingOf<Kind extends EventKind> =
  Kind extends `${'project' | 'member' | 'rooms' | 'photos' | 'revision'} ${string}`
    ? { roomID?: undefined; itemID?: undefined }
    : Kind extends `${'link' | 'photo'} ${string}`
      ? { roomID?: number; itemID?: undefined }
      : Kind extends `task ${string}`
        ? { roomID?: number; itemID?: number }
        : Kind extends `room ${string}`
          ? { roomID: number; itemID?: undefined }
          : Kind extends 'items reordered'
            ? { roomID: number; itemID?: undefined }
            : Kind extends `items ${string}`
              ? { roomID?: undefined; itemID?: undefined }
              : { roomID: number; itemID: number }

/** An event and the thing in the project it is about. */
export type DomainEvent<Kind extends EventKind = EventKind> = {
  [K in Kind]: { kind: K } & ThingOf<K> & EventShapes[K]
}[Kind]
