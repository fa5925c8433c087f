import type { Photo } from '../../shared/inbox.ts'
import { paths } from '../paths.ts'

/** No page of its own: its path would be in what every first visit loads. With a room what is added is taken there. */
export const inboxPath = (projectID: number, roomID?: number): string =>
  `${paths.projectHome(projectID)}&inbox=1${roomID === undefined ? '' : `&roomID=${roomID}`}`

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
