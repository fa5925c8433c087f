import type { Photo } from '../../shared/inbox.ts'
import { paths } from '../paths.ts'

/** No page of its own: its path would be in what every first visit loads. With a room what is added is taken there. */
export const inboxPath = (projectID: number, roomID?: number): string =>
  `${paths.projectHome(projectID)}&inbox=1${roomID === undefined ? '' : `&roomID=${roomID}`}`

interface State {
  photos: readonly Photo[]
}

/** What goes along to Create Item, as the state of its address: it outlives a reload. */
export const withPhotos = (photos: readonly Photo[]): State => ({ photos })
export const photosIn = (state: unknown): readonly Photo[] => (state as State | null)?.photos ?? []
