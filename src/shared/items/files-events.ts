import {
  eventsOf,
  itemEventsOf,
  type AboutItem,
  type AboutProject,
  type FileThen,
  type MaybeAboutRoom,
  type Named,
} from '../history/event-spec.ts'

interface Captioned {
  caption: string
}

/** A photo as it was in the inbox; `name` is what it became on its item. */
interface PhotoThen extends FileThen {
  roomID: number | null
  addedAt: string
}

const ofFile = itemEventsOf<AboutItem>('file')
const ofPhoto = eventsOf<MaybeAboutRoom>('photo')
const ofPhotos = eventsOf<AboutProject>('photo')

export const FILES_EVENTS = {
  'file attached': ofFile<null, FileThen>('file.attached', 'File Attached', 'Attached'),
  'file renamed': ofFile<FileThen, FileThen>('file.renamed', 'File Renamed', 'Renamed'),
  'file captioned': ofFile<FileThen & Captioned, FileThen & Captioned>('file.captioned', 'Caption Changed', 'Caption'),
  /** The remotes of all files of an item before and after, in order. */
  'files reordered': ofFile<{ remotes: string[] }, { remotes: string[] }>(
    'files.reordered',
    'Files Reordered',
    'Reordered',
  ),
  'file deleted': ofFile<FileThen, null>('file.deleted', 'File Removed', 'Removed'),
  'file restored': ofFile<null, FileThen>('file.restored', 'File Restored', 'Restored'),
  'file removed': ofFile<FileThen, null>('file.removed', 'File Permanently Deleted', 'Permanently Deleted'),
  /** In the inbox, where it waits to be sorted onto an item. */
  'photo added': ofPhoto<null, FileThen>('photo.added', 'Photo Added'),
  'photo turned': ofPhoto<null, FileThen>('photo.turned', 'Photo Turned'),
  'photos deleted': ofPhotos<{ photos: number }, null>('photos.deleted', 'Photos Deleted'),
  'photos restored': ofPhotos<null, { photos: number }>('photos.restored', 'Photos Restored'),
  'photos removed': ofPhotos<{ photos: number }, null>('photos.removed', 'Photos Permanently Deleted'),
  /** Sorted out of the inbox; the event's parts are the item's new files. */
  'photos sorted': ofPhotos<{ photos: PhotoThen[] }, Named & { itemID: number }>(
    'photos.sorted',
    'Photos Added to an Item',
  ),
  /** Back in the inbox. */
  'photos unsorted': ofPhotos<Named, { photos: number }>('photos.unsorted', 'Photos Back in the Inbox'),
}
