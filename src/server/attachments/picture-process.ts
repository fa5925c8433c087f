import type { Rotation } from '../../shared/attachments/rotation.ts'
import { MINUTE } from '../platform/lib/clock.ts'
import { openWorkerProcess, type Options, type WorkerProcess } from '../platform/workers/worker-process.ts'

/** What the process of src/server/attachments/picture.worker.ts is asked to make of a file. */
export interface PictureJob {
  /** The most that the picture may be wide and high. */
  pixels: number
  /** Clockwise, after it was turned upright; a turned animation is shown as its first frame. */
  rotation: Rotation
  /** Whether an animation may stay one. */
  moving: boolean
  /** What is transparent is white in a JPEG. */
  format: 'webp' | 'jpeg'
}

export type PictureMaker = WorkerProcess<PictureJob, Uint8Array>

/** Those of one user are asked for together, and some take seconds. */
const LONGEST_WAIT = MINUTE

/** Makes pictures. */
export const openPictureMaker = (options: Partial<Options> = {}): PictureMaker =>
  openWorkerProcess('picture-worker', { longestWait: LONGEST_WAIT, ...options })
