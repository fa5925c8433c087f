import { CONVERTED_IMAGES, PDF_TYPE, PREVIEWED_IMAGES } from '../../shared/attachments/file-types.ts'

type FileKind = 'pdf' | 'image' | 'other'

/** How a file is handled, by content type: previewed as PDF or picture, or downloaded. */
export const fileKind = (type: string): FileKind => {
  if (type === PDF_TYPE) return 'pdf'
  return PREVIEWED_IMAGES.includes(type) || CONVERTED_IMAGES.includes(type) ? 'image' : 'other'
}

/** The name of a previewable format, such as 'JPEG'. */
export const formatName = (type: string): string => type.slice(type.indexOf('/') + 1).toUpperCase()

/** Formats that every installation and browser previews. */
export const PREVIEWED_FORMATS: readonly string[] = [PDF_TYPE, ...PREVIEWED_IMAGES].map(formatName)

/**
 * Formats that some browsers display if the server has no decoder. Any other picture that the server rejects is damaged or too
 * large for browsers as well.
 */
export const BROWSER_DEPENDENT_FORMATS: readonly string[] = ['image/heic', 'image/heif']
