import type { Rotation } from '../../shared/attachments/rotation.ts'
import { MINUTE } from '../platform/lib/clock.ts'
import { openWorkerProcess, type Options, type WorkerProcess } from '../platform/workers/worker-process.ts'

/** A request to the process of src/server/attachments/picture.worker.ts. */
export interface PictureJob {
  /** The maximum width and height. */
  pixels: number
  /** Clockwise, after the rotation of Exif is applied; a rotated animation becomes its first frame. */
  rotation: Rotation
  /** Whether animations stay animated. */
  moving: boolean
  /** In a JPEG, transparency becomes white. */
  format: 'webp' | 'jpeg'
}

export type PictureMaker = WorkerProcess<PictureJob, Uint8Array>

/** A page requests many pictures at once, and some take seconds. */
const LONGEST_WAIT = MINUTE

export const openPictureMaker = (options: Partial<Options> = {}): PictureMaker =>
  openWorkerProcess('picture-worker', { longestWait: LONGEST_WAIT, ...options })
