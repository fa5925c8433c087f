import { type LabelKind, traitsOf } from '../structure/label-kinds.ts'
import { phoneLink } from '../contract/phone-link.ts'
import { PHONE } from './phone-number.ts'

export interface Piece {
  text: string
  /** A web page, mailbox or phone number, never anything else. */
  href?: string
}

const ADDRESS = String.raw`https?://[^\s<>"]+|www\.[^\s<>"]+\.[^\s<>"]+`
const MAIL = String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`
/** A page address without a scheme, accepted only if the label calls for one. */
const BARE_ADDRESS = String.raw`(?:[\w-]+\.)+[a-z]{2,}\b(?:[/?#:][^\s<>"]*)?`
/** Digits that count as a phone number if the label calls for one. */
const DIGITS = String.raw`\(?\d[\d\s().-]{5,}\d`

const NAMES_A_PHONE = /\b(phone|telephone|tel|mobile|fax|contact|service)\b/i

const IS_MAIL = new RegExp(`^${MAIL}$`)

/** Safari has no URL.canParse before 17. */
const pageOf = (address: string): string | undefined => {
  try {
    return new URL(address).href
  } catch {
    return undefined
  }
}

const hrefOf = (text: string): string | undefined => {
  if (IS_MAIL.test(text)) return `mailto:${text}`
  if (!/[a-z]/i.test(text)) return phoneLink(text)
  return pageOf(/^https?:/i.test(text) ? text : `https://${text}`)
}

/**
 * Splits a text into pieces; web pages, mailboxes and phone numbers have their link target. The label's kind, or its
 * name for plain text, decides which shapes count.
 */
export const linksIn = (text: string, label = '', kind: LabelKind = 'text'): Piece[] => {
  const { links } = traitsOf(kind)
  const isPhone = links === 'phones' || (links === 'as the name says' && NAMES_A_PHONE.test(label))
  const shapes = [ADDRESS, MAIL, ...(links === 'pages' ? [BARE_ADDRESS] : []), PHONE, ...(isPhone ? [DIGITS] : [])]
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(new RegExp(shapes.join('|'), 'gi'))) {
    // Trailing punctuation does not belong to the address.
    const link = found.replace(/[.,;:!?'"»”)\]]+$/, (closing) =>
      closing.startsWith(')') && found.includes('(') ? ')' : '',
    )
    const href = hrefOf(link)
    if (href === undefined) continue
    if (index > end) pieces.push({ text: text.slice(end, index) })
    pieces.push({ text: link, href })
    end = index + link.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}
