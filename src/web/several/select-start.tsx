import { IconListCheck } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { Button } from '../ui/button.tsx'
import { later } from '../ui/later.tsx'
import { ThumbButton } from '../ui/thumb-button.tsx'
import { useIsPhone } from '../ui/use-media.ts'
import type { SelectRoomItems } from './select-room-items.tsx'

const LateItems = later(async () => (await import('./select-room-items.tsx')).SelectRoomItems, 'Select')

/** The items of a room, to be ticked, whose code comes when they are. */
export const SelectItems = (props: ComponentProps<typeof SelectRoomItems>) => <LateItems {...props} />

/** What begins the selection: a button, on a phone in reach of the thumb. */
export const SelectStart = ({ onSelect }: { onSelect: () => void }) =>
  useIsPhone() ? (
    <ThumbButton label="Select" icon={<IconListCheck aria-hidden="true" />} onClick={onSelect} />
  ) : (
    <Button icon={<IconListCheck />} onClick={onSelect}>
      Select
    </Button>
  )
