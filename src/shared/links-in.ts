import { phoneLink } from './phone-link.ts'
import { PHONE } from './phone-number.ts'
import type { LabelKind } from './room-structure.ts'

export interface Piece {
  text: string
  /** Where it leads: to a page, a mailbox or a telephone, never anywhere else. */
  href?: string
}

const ADDRESS = String.raw`https?://[^\s<>"]+|www\.[^\s<>"]+\.[^\s<>"]+`
const MAIL = String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`
/** What is the address of a page where the label says so. */
const BARE_ADDRESS = String.raw`(?:[\w-]+\.)+[a-z]{2,}\b(?:[/?#:][^\s<>"]*)?`
/** Digits that count as a telephone number where the label says so. */
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
 * A text in pieces, those that are addresses of pages, mailboxes and telephones with where they lead. What stands under a
 * label is one by the label's kind, too, and of one that is text by its name.
 */
export const linksIn = (text: string, label = '', kind: LabelKind = 'text'): Piece[] => {
  const isPhone = kind === 'contact' || (kind === 'text' && NAMES_A_PHONE.test(label))
  const shapes = [ADDRESS, MAIL, ...(kind === 'web' ? [BARE_ADDRESS] : []), PHONE, ...(isPhone ? [DIGITS] : [])]
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(new RegExp(shapes.join('|'), 'gi'))) {
    // What ends the sentence does not belong to the address.
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
