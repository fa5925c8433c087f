import { extensionOf } from '../../../shared/attachments/file-name.ts'

const GENERIC_NAME = /^image\.\w+$/i
const twoDigits = (number: number): string => String(number).padStart(2, '0')

/**
 * Browsers name pasted screenshots, and some also photos, 'image.png' or similar; these become 'Photo 2026-11-21 14.03.05.png'.
 * All other names are the user's.
 */
export const descriptiveName = (name: string, what: 'Pasted image' | 'Photo', now: Date): string => {
  if (!GENERIC_NAME.test(name)) return name
  const day = [now.getFullYear(), twoDigits(now.getMonth() + 1), twoDigits(now.getDate())].join('-')
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join('.')
  return `${what} ${day} ${time}${extensionOf(name)}`
}

/** Renames the files that have a generic name. */
export const withDescriptiveNames = (files: readonly File[], what: 'Pasted image' | 'Photo'): File[] =>
  files.map((file) => {
    const { type, lastModified } = file
    const name = descriptiveName(file.name, what, new Date())
    return name === file.name ? file : new File([file], name, { type, lastModified })
  })
