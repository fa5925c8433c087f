import type { Photo } from '../../shared/inbox.ts'

/** What goes along to Create Item. */
export type PhotoForItem = Pick<Photo, 'photoID' | 'remote' | 'filename'>

interface State {
  photos: readonly PhotoForItem[]
}

/** The state of the address of Create Item: it outlives a reload. */
export const withPhotos = (photos: readonly Photo[]): State => ({
  photos: photos.map(({ photoID, remote, filename }) => ({ photoID, remote, filename })),
})
export const photosIn = (state: unknown): readonly PhotoForItem[] => (state as State | null)?.photos ?? []
