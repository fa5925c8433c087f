import { Picker } from '../../ui/files/file-drop.tsx'
import { IconCamera, IconPhotoPlus } from '../../ui/icons.tsx'
import { sendPhotos } from './photo-queue.ts'

interface TakePhotosProps {
  projectID: number
  /** The room where they are taken. */
  roomID?: number | undefined
}

/** The camera of a phone, or existing pictures. */
export const TakePhotos = ({ projectID, roomID }: TakePhotosProps) => {
  const send = (photos: File[]) => {
    sendPhotos({ projectID, roomID }, photos)
  }
  return (
    <>
      <Picker
        label="Take Photos"
        icon={<IconCamera aria-hidden="true" />}
        onlyPhones
        multiple
        accept="image/*"
        capture="environment"
        onFiles={send}
      />
      <Picker label="Add Photos" icon={<IconPhotoPlus aria-hidden="true" />} multiple accept="image/*" onFiles={send} />
    </>
  )
}
