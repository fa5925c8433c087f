import { extensionOf, untaken } from '../../../shared/attachments/file-name.ts'
import { nameKey } from '../../../shared/contract/name-key.ts'
import { DECEPTIVE } from '../../../shared/contract/text.ts'

/** Four of them and what makes them distinct stay within the 260 characters that a path may have on Windows. */
const LONGEST = 50

/** Separators, what Windows forbids, and marks of direction, which some systems do not show. */
const FORBIDDEN = /["*/:<>?\\|\u061c\u200e\u200f]/g
/** Names that Windows reserves for devices, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/i

const cut = (name: string): string => {
  const points = [...name]
  if (points.length <= LONGEST) return name
  const extension = extensionOf(name)
  return points.slice(0, LONGEST - [...extension].length).join('') + extension
}

/** A name as one step of a path on any system: no separator, no reserved name, nothing that leads elsewhere. */
export const safeName = (name: string): string => {
  const shown = name.toWellFormed().normalize('NFC').replace(DECEPTIVE, '_').replace(FORBIDDEN, '_').trim()
  // Windows drops dots and blanks at the end, and of "." and ".." nothing is left.
  const safe = cut(shown).replace(/[. ]+$/, '')
  if (safe === '') return '_'
  return RESERVED.test(safe) ? `_${safe}` : safe
}

/** Where two names are one on some system: there in upper case, here in lower case, composed or not. */
const sameness = (name: string): string => nameKey(name.toUpperCase())

/** Gives the safe names of what lies in one folder: each distinct, where capital letters make no difference too. */
export const folderNames = (): ((name: string) => string) => {
  const taken = new Set<string>()
  return (name) => {
    const safe = untaken(safeName(name), { has: (candidate) => taken.has(sameness(candidate)) })
    taken.add(sameness(safe))
    return safe
  }
}
