export const PREVIEWED_IMAGES: readonly string[] = ['image/jpeg', 'image/png', 'image/gif']
export const PDF_TYPE = 'application/pdf'
/** Picture types that not every browser shows; users see the server's conversion, if it can make one. */
export const CONVERTED_IMAGES: readonly string[] = [
  'image/tiff',
  'image/heic',
  'image/heif',
  'image/avif',
  'image/webp',
  'image/bmp',
]

export const PICTURE_TYPES: readonly string[] = [...PREVIEWED_IMAGES, ...CONVERTED_IMAGES]
