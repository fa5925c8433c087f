import contentDisposition from 'content-disposition'

/** `ü` becomes `u`; characters without an ASCII base letter become `_`. */
const asciiOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')

/**
 * Names in Latin-1, as the standard requires, are garbled by browsers with another default encoding. So every non-ASCII
 * name is sent in both forms.
 */
export const downloadNamed = (name: string, type: 'attachment' | 'inline' = 'attachment'): string =>
  contentDisposition(name, { type, fallback: asciiOf(name) })
