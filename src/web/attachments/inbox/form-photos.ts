import type { Photo } from '../../../shared/attachments/inbox.api.ts'

interface State {
  photos: readonly Photo[]
}

/** What goes along to Create Item, as the state of its address: it outlives a reload. */
export const withPhotos = (photos: readonly Photo[]): State => ({ photos })
export const photosIn = (state: unknown): readonly Photo[] => (state as State | null)?.photos ?? []
