import type { Photo } from '../../../shared/items/inbox.api.ts'

interface State {
  photos: readonly Photo[]
}

/** Photos for Create Item, passed in the history state, which survives a reload. */
export const withPhotos = (photos: readonly Photo[]): State => ({ photos })
export const photosIn = (state: unknown): readonly Photo[] => (state as State | null)?.photos ?? []
