import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from './endpoint.ts'
import { remoteID } from './id.ts'
import { LIMITS } from './limits.ts'
import { KEEPS_PROJECTS } from './roles.ts'
import { exactText } from './text.ts'

/** Content types that the previewer shows; every other file is downloaded. */
export const PREVIEWED_IMAGES: readonly string[] = ['image/jpeg', 'image/png', 'image/gif']
export const PDF_TYPE = 'application/pdf'
/** Pictures that no browser, or not every one, shows by itself: seen as what the server makes of them, if it can. */
export const CONVERTED_IMAGES: readonly string[] = [
  'image/tiff',
  'image/heic',
  'image/heif',
  'image/avif',
  'image/webp',
]

/** What is shown as a picture. */
export const PICTURE_TYPES: readonly string[] = [...PREVIEWED_IMAGES, ...CONVERTED_IMAGES]

/**
 * The smaller versions of a picture: at most this many pixels wide and high, never larger than the picture, turned
 * upright or as somebody turned it, without location or any other data about it.
 */
export const RENDITIONS = { thumbnail: 256, screen: 1700 } as const
export type Rendition = keyof typeof RENDITIONS | 'whole'

/** One entry a file, in the order sent; `filename` is the original, uncut. */
export const upload = endpoint({
  method: 'POST',
  path: '/upload',
  summary: 'Store files, one or many, for an item of yours to take within 24 hours',
  access: KEEPS_PROJECTS,
  body: 'files',
  creates: true,
  status: 200,
  response: z.array(z.object({ filename: z.string(), remote: z.string() })),
  problems: ['too_large', 'too_many_files', 'unsupported_type', 'storage_full', 'disk_full'],
})

/**
 * Takes the session from the bearer or from the download cookie, so that pictures and PDFs are plain addresses, or from
 * `link` the key for the files of a read-only link. With `version` it is a WebP of the picture, turned as it is shown, or a
 * 415 where none can be made; `whole` has its full size, and is the file itself where every browser shows that in the same way.
 */
export const download = endpoint({
  method: 'GET',
  path: '/download/:remote',
  summary: "A file's bytes; Range and conditional requests are understood",
  access: KEEPS_PROJECTS,
  alsoLinks: 'files',
  params: z.strictObject({ remote: remoteID }),
  query: z.strictObject({
    version: z.optional(z.enum(['thumbnail', 'screen', 'whole'], { error: 'Must be thumbnail, screen or whole.' })),
    link: z.optional(exactText(LIMITS.line)),
  }),
  status: 200,
  response: 'bytes',
  problems: [
    'file_missing',
    'file_damaged',
    'precondition_failed',
    'range_not_satisfiable',
    'no_picture',
    'position_stays',
    'too_many_downloads',
    'unavailable',
  ],
})

/** Of each call, in the order of the documentation. */
export const examples = (): ExamplesOf<typeof import('./files.ts')> => ({
  upload: { response: [{ filename: 'dry-sage-can.jpg', remote: 'Zk3vQ0yqT2uXw8fR1aB5cg' }] },
  download: { params: { remote: 'Zk3vQ0yqT2uXw8fR1aB5cg' }, query: { version: 'thumbnail' } },
})
