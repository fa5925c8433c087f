import { CONVERTED_IMAGES, PDF_TYPE, PREVIEWED_IMAGES } from '../../shared/attachments/files.api.ts'

export type FileKind = 'pdf' | 'image' | 'other'

/** What is done with a file, by the type of its bytes: shown as a PDF, shown as a picture, or downloaded. */
export const fileKind = (type: string): FileKind => {
  if (type === PDF_TYPE) return 'pdf'
  return PREVIEWED_IMAGES.includes(type) || CONVERTED_IMAGES.includes(type) ? 'image' : 'other'
}

/** The name of a format that is previewed, such as 'JPEG'. */
export const formatName = (type: string): string => type.slice(type.indexOf('/') + 1).toUpperCase()

/** What is promised for every installation and every browser. */
export const PREVIEWED_FORMATS: readonly string[] = [PDF_TYPE, ...PREVIEWED_IMAGES].map(formatName)

/**
 * What some browsers open where the server has no decoder. Any other picture that the server refuses is damaged, or so large that no
 * browser should try either.
 */
export const SHOWN_BY_SOME: readonly string[] = ['image/heic', 'image/heif']
