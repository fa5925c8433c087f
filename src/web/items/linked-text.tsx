import { linksIn } from '../../shared/links-in.ts'

/** A text whose addresses and telephone numbers are links. */
export const LinkedText = ({ text, label }: { text: string; label?: string }) =>
  linksIn(text, label).map(({ text: piece, href }, position) =>
    href === undefined ? (
      <span key={position}>{piece}</span>
    ) : (
      <a key={position} href={href} {...(/^http/.test(href) && { target: '_blank', rel: 'noreferrer' })}>
        {piece}
      </a>
    ),
  )
