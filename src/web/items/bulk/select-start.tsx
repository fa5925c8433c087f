import type { Room } from '../../../shared/projects/rooms.api.ts'
import { paths } from '../../lib/paths.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { IconCamera, IconListCheck } from '../../ui/icons.tsx'
import { MobileActionLink } from '../../ui/mobile-action-bar.tsx'
import { MobileActionButton } from '../../ui/mobile-action-button.tsx'
import { useIsPhone } from '../../ui/use-media.ts'

/** Starts selection mode and links to photos: as buttons, on phones in the mobile action bar. */
export const SelectStart = ({ room, onSelect }: SelectStartProps) =>
  useIsPhone() ? (
    <>
      <MobileActionButton label="Select" icon={<IconListCheck aria-hidden="true" />} onClick={onSelect} />
      <MobileActionLink
        label="Take Photos"
        icon={<IconCamera aria-hidden="true" />}
        to={paths.inboxOfRoom(room.projectID, room.roomID)}
      />
    </>
  ) : (
    <>
      <Button icon={<IconListCheck />} onClick={onSelect}>
        Select
      </Button>
      <LinkButton icon={<IconCamera />} to={paths.inboxOfRoom(room.projectID, room.roomID)}>
        Add Photos
      </LinkButton>
    </>
  )

interface SelectStartProps {
  room: Pick<Room, 'projectID' | 'roomID'>
  onSelect: () => void
}
