import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { remoteID } from '../contract/id.ts'
import { LIMITS } from '../contract/limits.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { exactText } from '../contract/text.ts'

/** Content types that the previewer shows; all others are downloaded. */
/**
 * The smaller versions of a picture: at most this many pixels wide and high, never upscaled, turned upright or as the
 * user rotated it, without location or other metadata.
 */
export const RENDITIONS = { thumbnail: 256, screen: 1700 } as const
export type Rendition = keyof typeof RENDITIONS | 'whole'

/** One entry per file, in the order sent; `filename` is the original name, uncut. */
export const upload = endpoint({
  method: 'POST',
  path: '/upload',
  summary: 'Upload one or more files, to be attached to an item within 24 hours',
  access: KEEPS_PROJECTS,
  keys: true,
  body: 'files',
  creates: true,
  status: 200,
  response: z.array(z.object({ filename: z.string(), remote: z.string() })),
  problems: ['too_large', 'too_many_files', 'unsupported_type', 'storage_full', 'disk_full'],
})

/**
 * The session comes from the bearer token or the download cookie, so that pictures and PDFs work as plain URLs; `link`
 * is the file key of a read-only link. With `version`, answers a correctly rotated WebP of the picture, or 415 if none
 * can be made; `whole` has full size, and is the original file if every browser shows it the same way.
 */
export const download = endpoint({
  method: 'GET',
  path: '/download/:remote',
  summary: "A file's bytes; Range and conditional requests are understood",
  access: KEEPS_PROJECTS,
  keys: true,
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

export const examples = (): ExamplesOf<typeof import('./files.api.ts')> => ({
  upload: { response: [{ filename: 'dry-sage-can.jpg', remote: 'Zk3vQ0yqT2uXw8fR1aB5cg' }] },
  download: { params: { remote: 'Zk3vQ0yqT2uXw8fR1aB5cg' }, query: { version: 'thumbnail' } },
})
