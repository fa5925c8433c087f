import contentDisposition from 'content-disposition'

/** `ü` becomes `u`; a character without such a letter becomes `_`. */
const asciiOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')

/**
 * Names in Latin-1, as the standard would have them, come out wrong in browsers with another default encoding: so every
 * other name than one in ASCII has both forms.
 */
export const downloadNamed = (name: string, type: 'attachment' | 'inline' = 'attachment'): string =>
  contentDisposition(name, { type, fallback: asciiOf(name) })
