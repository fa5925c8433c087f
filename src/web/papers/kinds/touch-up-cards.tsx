import { CardPreview } from './card-preview.tsx'
import { PaperOfRooms } from './paper-of-rooms.tsx'
import type { PapersProps } from '../papers-props.ts'

const CARDS = { label: 'Card', names: { letter: '4 × 6 in', a4: 'A6' } }

export const TouchUpCards = ({ project, rooms }: PapersProps) => (
  <PaperOfRooms
    project={project}
    rooms={rooms}
    kind="touchup"
    name="Touch-Up Cards"
    summary="One card per paint, with its code"
    drawing={<CardPreview samples={rooms.flatMap(({ samples }) => samples)} />}
    about="One card per paint or stain with its color, code, sheen, and location, plus a QR code. Keep it with the can."
    sizes={CARDS}
  />
)
