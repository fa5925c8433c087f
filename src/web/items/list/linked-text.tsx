import type { LabelKind } from '../../../shared/structure/label-kinds.ts'
import { linksIn } from '../../../shared/items/links-in.ts'

interface LinkedTextProps {
  text: string
  /** The label of the text, and its kind. */
  label?: string
  kind?: LabelKind | undefined
}

/** Text in which web addresses and telephone numbers are links. */
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
