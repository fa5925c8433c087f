import { IconCamera, IconPhotoPlus } from '@tabler/icons-react'
import { Picker } from '../ui/file-drop.tsx'
import { toast } from '../ui/toasts.ts'
import { sendPhotos } from './photo-queue.ts'

interface TakePhotosProps {
  projectID: number
  /** Where they are taken. */
  roomID?: number | undefined
  onPhotos?: () => void
}

/** The camera of a phone, and whatever pictures there are already. */
export const TakePhotos = ({ projectID, roomID, onPhotos }: TakePhotosProps) => {
  const send = (photos: File[]) => {
    sendPhotos({ projectID, roomID }, photos).catch((error: unknown) => {
      console.error(error)
      toast({ kind: 'error', text: 'Unable to add photos' })
    })
    onPhotos?.()
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
