import { linksIn } from '../../../shared/items/links-in.ts'
import type { LabelKind } from '../../../shared/structure/room-structure.api.ts'

interface LinkedTextProps {
  text: string
  /** Under which it stands, and that one's kind. */
  label?: string
  kind?: LabelKind | undefined
}

/** A text whose addresses and telephone numbers are links. */
export const LinkedText = ({ text, label, kind }: LinkedTextProps) =>
  linksIn(text, label, kind).map(({ text: piece, href }, position) =>
    href === undefined ? (
      <span key={position}>{piece}</span>
    ) : (
      <a key={position} href={href} {...(/^http/.test(href) && { target: '_blank', rel: 'noreferrer' })}>
        {piece}
      </a>
    ),
  )
