import { RENDITIONS, type Rendition } from '../../shared/attachments/files.api.ts'
import type { PictureJob } from './picture-process.ts'

/** The pictures made of a file: those that people may ask for by their names, and what papers are made of. */
export type PictureKind = Rendition | 'print'

export const PICTURE_KINDS: Readonly<Record<PictureKind, Omit<PictureJob, 'rotation'>>> = {
  thumbnail: { pixels: RENDITIONS.thumbnail, moving: false, format: 'webp' },
  // As large as a WebP may be.
  whole: { pixels: 16_383, moving: false, format: 'webp' },
  screen: { pixels: RENDITIONS.screen, moving: true, format: 'webp' },
  // 56 mm at 250 dots an inch, also of one that stands upright. A JPEG is decoded in a quarter of the time of a WebP.
  print: { pixels: 800, moving: false, format: 'jpeg' },
}
