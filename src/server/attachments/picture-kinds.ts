import { RENDITIONS, type Rendition } from '../../shared/attachments/files.api.ts'
import type { PictureJob } from './picture-process.ts'

/** The renditions of a file: those that calls can request, and the one for papers. */
export type PictureKind = Rendition | 'print'

export const PICTURE_KINDS: Readonly<Record<PictureKind, Omit<PictureJob, 'rotation'>>> = {
  thumbnail: { pixels: RENDITIONS.thumbnail, moving: false, format: 'webp' },
  // The maximum size of a WebP.
  whole: { pixels: 16_383, moving: false, format: 'webp' },
  screen: { pixels: RENDITIONS.screen, moving: true, format: 'webp' },
  // 56 mm at 250 dpi, also in portrait. Typst decodes a JPEG in a quarter of the time of a WebP.
  print: { pixels: 800, moving: false, format: 'jpeg' },
}
