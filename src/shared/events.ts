import type { Slot } from './room-structure.ts'
import type { GoesAlong } from './handover.ts'
import type { What } from './gaps.ts'
import type { Project } from './projects.ts'
import type { Repeats } from './tasks.ts'

/**
 * What happened to what people keep: one event for each change, in the order of their numbers. History, activity, what
 * calls others up and papers that tell what is new are all to be read from these. An event is never changed, and goes
 * when its project goes for good, or is handed over without its history.
 */

/** What a field of an item held, and the label that it had then: null where it had none. */
export interface FieldThen {
  label: string | null
  propID: number | null
  value: string
}

/** Of a change only the fields that it changed; of a new item those that hold something. */
export interface ItemValues {
  notes?: string
  fields?: Partial<Record<Slot, FieldThen>>
}

/** Whatever it holds under the labels of the subcategory. */
export interface ItemKindValues extends ItemValues {
  catID: number
  category: string
  subcatID: number
  subcategory: string
  /** What was set aside as not needed, and is asked for anew in the other subcategory. */
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

/** A picture as it waited in the inbox, and the name that it got on its item. */
export interface PhotoThen extends FileThen {
  roomID: number | null
  addedAt: string
}

export type ProjectValues = Omit<Project, 'projectID'>

interface Captioned {
  caption: string
}

/** A read-only link, never its token. */
export interface LinkValues extends Named {
  /** Null for one to the whole project. */
  room: string | null
  endsAt: string | null
  /** Older events say nothing of positions. */
  hides: { notes: boolean; files: boolean; positions?: boolean; labels: string[] }
}

/** All of a task, so that it can be made again of an event alone. */
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

/** A picture in place of the material board: null for that. */
interface Covered {
  cover: FileThen | null
}

/** Something that is missing and does not have to be there. */
interface NotNeeded {
  what: What
}

/** A username, and what it was given. */
interface GivenAccess {
  may: 'read' | 'write'
}
export interface MemberThen extends GivenAccess {
  member: string
}

/** Another project of the owner's: of its name nobody is told who may not read it. */
interface Elsewhere {
  projectID: number
}

/** Of a room, in an order of one's own. */
interface Positioned {
  position?: number
}

/** The place of each of these things in an order of one's own; null where it had none. */
interface InOrder {
  /** Events of older versions lack it, and have no Undo. */
  places?: (number | null)[]
}

/** What came along, by number. */
interface Copied {
  items: number
}

interface Place {
  roomID: number
  room: string
  /** In an order of one's own. */
  position?: number
}

/**
 * Each kind with what was before and after: null where there was nothing. What is deleted lies in the trash; what is
 * removed is gone for good. A project that is removed takes its events along, so that none tells of it.
 */
export interface EventShapes {
  'project created': { before: null; after: ProjectValues & { sample?: true } }
  /** With its rooms and items. Of what, is told nobody: it may be somebody else's. */
  'project copied': { before: null; after: ProjectValues & Copied }
  /** The same, without client and address. */
  'project kept as template': { before: null; after: Named & Copied }
  /** Which is called so. */
  'project created from template': { before: null; after: ProjectValues & Copied & { template: string } }
  /** Only what changed. */
  'project changed': { before: Partial<ProjectValues & Covered>; after: Partial<ProjectValues & Covered> }
  'project deleted': { before: Named; after: null }
  'project restored': { before: null; after: Named }
  /** To whom is told nobody but the owner. `stays`: the one who offers it is a Viewer afterwards. */
  'project offered': { before: null; after: { stays: boolean } }
  'project offer taken back': { before: { stays: boolean }; after: null }
  'project offer declined': { before: { stays: boolean }; after: null }
  /** Usernames, and what did not go along: it is gone for good, history with all that happened before. */
  'project handed over': { before: { owner: string }; after: { owner: string; without: GoesAlong[] } }
  /** Whom is told nobody but the owner, who finds the address among the invitations. */
  'member invited': { before: null; after: GivenAccess }
  'member uninvited': { before: GivenAccess; after: null }
  'member joined': { before: null; after: GivenAccess }
  'member changed': { before: MemberThen; after: MemberThen }
  'member removed': { before: MemberThen; after: null }
  'member left': { before: GivenAccess; after: null }
  'room created': { before: null; after: RoomValues }
  'room copied': { before: null; after: RoomValues & Copied }
  'room changed': { before: Partial<RoomValues & Covered>; after: Partial<RoomValues & Covered> }
  /** To and from another project, each in the activity of one of the two. */
  'room moved away': { before: Named & Copied & Positioned; after: Elsewhere }
  'room moved here': { before: Elsewhere & Positioned; after: Named & Copied }
  'rooms moved away': { before: { rooms: number }; after: Elsewhere }
  'rooms moved here': { before: Elsewhere; after: { rooms: number } }
  /** All that are there, in both orders. */
  'rooms reordered': { before: InOrder & { roomIDs: number[] }; after: InOrder & { roomIDs: number[] } }
  'room set aside': { before: null; after: NotNeeded }
  'room needed again': { before: NotNeeded; after: null }
  /** The entry of the trash is said where an Undo put it there. */
  'room deleted': { before: Named & { trashID?: number }; after: null }
  'room restored': { before: null; after: Named }
  'room removed': { before: Named; after: null }
  'rooms restored': { before: null; after: { rooms: number } }
  'rooms removed': { before: { rooms: number }; after: null }
  'item created': { before: null; after: NewItemValues }
  /** The room is that of what it was copied of, where that is in the same project. */
  'item copied': { before: null; after: Named & { from: string | null } }
  /** Into these rooms; of several items how many there are, under the name of the first. */
  'items copied': { before: null; after: Named & { rooms: string[]; items?: number } }
  /** `too`: as another one of its family was changed, so that nothing is asked about it. */
  'item changed': { before: ItemValues; after: ItemValues & { too?: true } }
  /** It has another subcategory, or that in another category. */
  'item kind changed': { before: ItemKindValues; after: ItemKindValues }
  'item moved': { before: Place; after: Place }
  /** As many to one room. */
  'items moved': { before: null; after: { items: number; room: string } }
  /** Of a room: of each subcategory that was put in order those that have a place, in both orders. */
  'items reordered': { before: InOrder & { itemIDs: number[] }; after: InOrder & { itemIDs: number[] } }
  /** The value that one label of as many got; '' for none. */
  'items changed': { before: null; after: { items: number; label: string; value: string } }
  /** As many copies, under these labels, as another one was changed. */
  'items changed too': { before: null; after: { items: number; labels: string[] } }
  /** Its copies, or what it was copied of, keep what they hold under these labels. */
  'item others left': { before: null; after: { labels: string[] } }
  'item set aside': { before: null; after: NotNeeded }
  'item needed again': { before: NotNeeded; after: null }
  /** The entry of the trash that it lies in; that of older events is not known. */
  'item deleted': { before: Named & { trashID?: number }; after: null }
  'items deleted': { before: { items: number }; after: null }
  'items restored': { before: null; after: { items: number } }
  'items removed': { before: { items: number }; after: null }
  /** What another event did to several is taken back. */
  'items undone': { before: null; after: { kind: EventKind; items: number; rooms?: number } }
  /** Out of a spreadsheet of that name: as many were created, and as many changed or moved. */
  'items imported': { before: null; after: Named & { created: number; changed: number } }
  'item restored': { before: null; after: Named }
  'item removed': { before: Named; after: null }
  'file attached': { before: null; after: FileThen }
  'file renamed': { before: FileThen; after: FileThen }
  'file captioned': { before: FileThen & Captioned; after: FileThen & Captioned }
  /** The remotes of all files of an item that were there before and after, in their order. */
  'files reordered': { before: { remotes: string[] }; after: { remotes: string[] } }
  'file deleted': { before: FileThen; after: null }
  'file restored': { before: null; after: FileThen }
  'file removed': { before: FileThen; after: null }
  /** Of a home, a room or an item; the days are those on which it is to be done. */
  'task created': { before: null; after: TaskThen }
  'task changed': { before: TaskThen; after: TaskThen }
  /** One that was to be done once is gone then. */
  'task done': { before: TaskThen; after: { on: string; note: string; next: TaskThen | null } }
  'task put off': { before: TaskThen; after: TaskThen }
  'task skipped': { before: TaskThen; after: { next: TaskThen | null } }
  'task deleted': { before: TaskThen; after: null }
  /** What another event did to it is taken back. */
  'task undone': { before: null; after: Named & { kind: EventKind } }
  /** In the inbox, where it waits for an item. */
  'photo added': { before: null; after: FileThen }
  'photo turned': { before: null; after: FileThen }
  'photos deleted': { before: { photos: number }; after: null }
  'photos restored': { before: null; after: { photos: number } }
  'photos removed': { before: { photos: number }; after: null }
  /** Out of the inbox; its parts are the files that the item got. */
  'photos sorted': { before: { photos: PhotoThen[] }; after: Named & { itemID: number } }
  /** They wait in the inbox again. */
  'photos unsorted': { before: Named; after: { photos: number } }
  /** A spec book, kept as it was then. */
  'revision issued': { before: null; after: RevisionThen }
  /** With a project file, out of the installation that issued it. */
  'revision imported': { before: null; after: RevisionThen }
  'revision removed': { before: RevisionThen; after: null }
  'link created': { before: null; after: LinkValues & { forQR?: true } }
  /** What changed and, but for those of before, always its name. */
  'link changed': { before: Partial<LinkValues>; after: Partial<LinkValues> }
  'link taken back': { before: Named; after: null }
}

export type EventKind = keyof EventShapes

interface Words {
  /** In a list of all that happened in a project. */
  title: string
}

/** Those that the history of one item can hold. */
interface WordsOfItem extends Words {
  short: string
}

type WordsOf<Kind extends EventKind> = Kind extends `item ${string}` | `file${string}` | `task ${string}`
  ? WordsOfItem
  : Words

/** What each kind is called. A kind that has no words does not compile. */
export const EVENT_WORDS: { readonly [Kind in EventKind]: WordsOf<Kind> } = {
  'project created': { title: 'Project Created' },
  'project copied': { title: 'Project Copied' },
  'project kept as template': { title: 'Kept as Template' },
  'project created from template': { title: 'Project Created from Template' },
  'project changed': { title: 'Project Changed' },
  'project deleted': { title: 'Project Deleted' },
  'project restored': { title: 'Project Restored' },
  'project offered': { title: 'Project Offered' },
  'project offer taken back': { title: 'Offer Taken Back' },
  'project offer declined': { title: 'Offer Declined' },
  'project handed over': { title: 'Project Handed Over' },
  'member invited': { title: 'Member Invited' },
  'member uninvited': { title: 'Invitation Taken Back' },
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
  'link taken back': { title: 'Link Taken Back' },
  'revision issued': { title: 'Revision Issued' },
  'revision imported': { title: 'Revision Imported' },
  'revision removed': { title: 'Revision Removed' },
  'photo added': { title: 'Photo Added' },
  'photo turned': { title: 'Photo Turned' },
  'photos deleted': { title: 'Photos Deleted' },
  'photos restored': { title: 'Photos Restored' },
  'photos removed': { title: 'Photos Deleted for Good' },
  'photos sorted': { title: 'Photos Put on an Item' },
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
  'room removed': { title: 'Room Deleted for Good' },
  'rooms restored': { title: 'Rooms Restored' },
  'rooms removed': { title: 'Rooms Deleted for Good' },
  'item created': { title: 'Item Created', short: 'Created' },
  'item copied': { title: 'Item Copied', short: 'Copied' },
  'items copied': { title: 'Items Copied' },
  'item changed': { title: 'Item Changed', short: 'Changed' },
  'item kind changed': { title: 'Sub Category Changed', short: 'Sub Category' },
  'item moved': { title: 'Item Moved', short: 'Moved' },
  'items moved': { title: 'Items Moved' },
  'items changed': { title: 'Items Changed' },
  'items changed too': { title: 'Others Changed Too' },
  'items deleted': { title: 'Items Deleted' },
  'items restored': { title: 'Items Restored' },
  'items removed': { title: 'Items Deleted for Good' },
  'items undone': { title: 'Undone' },
  'items reordered': { title: 'Items Reordered' },
  'items imported': { title: 'Spreadsheet Imported' },
  'item others left': { title: 'Others Left as They Are', short: 'Others Left as They Are' },
  'item set aside': { title: 'Not Needed', short: 'Not Needed' },
  'item needed again': { title: 'Needed Again', short: 'Needed Again' },
  'item deleted': { title: 'Item Deleted', short: 'Deleted' },
  'item restored': { title: 'Item Restored', short: 'Restored' },
  'item removed': { title: 'Item Deleted for Good', short: 'Deleted for Good' },
  'file attached': { title: 'File Attached', short: 'Attached' },
  'file renamed': { title: 'File Renamed', short: 'Renamed' },
  'file captioned': { title: 'Caption Changed', short: 'Caption' },
  'files reordered': { title: 'Files Reordered', short: 'Reordered' },
  'file deleted': { title: 'File Removed', short: 'Removed' },
  'file restored': { title: 'File Restored', short: 'Restored' },
  'file removed': { title: 'File Deleted for Good', short: 'Deleted for Good' },
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

/** What happened, and to what in its project. */
export type Happening<Kind extends EventKind = EventKind> = {
  [K in Kind]: { kind: K } & ThingOf<K> & EventShapes[K]
}[Kind]
