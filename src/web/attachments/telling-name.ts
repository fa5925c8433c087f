import { extensionOf } from '../../shared/attachments/file-name.ts'

const NAMELESS = /^image\.\w+$/i
const two = (number: number): string => String(number).padStart(2, '0')

/**
 * Browsers name pasted screenshots, and some also photos, 'image.png' or similar; these become 'Photo 2026-11-21 14.03.05.png'.
 * All other names are the user's.
 */
export const tellingName = (name: string, what: 'Pasted image' | 'Photo', now: Date): string => {
  if (!NAMELESS.test(name)) return name
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('.')
  return `${what} ${day} ${time}${extensionOf(name)}`
}

/** Renames the files that have a generic name. */
export const withTellingNames = (files: readonly File[], what: 'Pasted image' | 'Photo'): File[] =>
  files.map((file) => {
    const { type, lastModified } = file
    const name = tellingName(file.name, what, new Date())
    return name === file.name ? file : new File([file], name, { type, lastModified })
  })
