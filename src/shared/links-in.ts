import { phoneLink } from './phone-link.ts'
import { PHONE } from './phone-number.ts'

export interface Piece {
  text: string
  /** Where it leads: to a page, a mailbox or a telephone, never anywhere else. */
  href?: string
}

const ADDRESS = String.raw`https?://[^\s<>"]+|www\.[^\s<>"]+\.[^\s<>"]+`
const MAIL = String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`
/** Digits that count as one where the label says so. */
const DIGITS = String.raw`\(?\d[\d\s().-]{5,}\d`

const NAMES_A_PHONE = /\b(phone|telephone|tel|mobile|fax|contact|service)\b/i

const hrefOf = (text: string): string | undefined => {
  if (/^(https?:|www\.)/i.test(text)) {
    const address = text.startsWith('w') || text.startsWith('W') ? `https://${text}` : text
    return URL.canParse(address) ? new URL(address).href : undefined
  }
  return text.includes('@') ? `mailto:${text}` : phoneLink(text)
}

/** A text in pieces, those that are addresses of pages, mailboxes and telephones with where they lead. */
export const linksIn = (text: string, label = ''): Piece[] => {
  const phones = NAMES_A_PHONE.test(label) ? `${PHONE}|${DIGITS}` : PHONE
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(new RegExp(`${ADDRESS}|${MAIL}|${phones}`, 'gi'))) {
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
