import type { Branding } from '../../shared/projects/branding.api.ts'
import { MINUTE } from '../platform/lib/clock.ts'
import { openWorkerProcess, type Options, type WorkerProcess } from '../platform/workers/worker-process.ts'

/**
 * A request to the process of src/server/papers/paper.worker.ts. Its input is a line of JSON data, followed by the bytes of the
 * pictures.
 */
export interface PaperJob {
  /** A file in papers/. */
  template: string
}

/** The size of a picture's place in millimeters; what exceeds it is cropped. */
export interface Printed {
  width: number
  height: number
  /** A logo is shown whole instead. */
  isWhole?: boolean
}

/** With the size of its file in bytes. */
export interface PrintedPicture extends Printed {
  bytes: number
}

/** The data that every paper has. */
export interface PaperData {
  title: string
  /** Addresses of QR codes. Papers show the code at index n as /codes/n.svg. */
  codes: readonly string[]
  /** Papers show the picture at index n as /pictures/n.jpg if `pictures.at(n)` is true in them. */
  pictures: readonly PrintedPicture[]
  /** How many pictures exceeded the limits. */
  picturesLeftOut: number
  /** The firm that made the paper; empty texts for none. The logo is the index of a picture. */
  brand: Omit<Branding, 'logo'> & { logo: number | null }
  [own: string]: unknown
}

/** The PDF, or the error of the template. */
export type MadePaper = { pdf: Uint8Array } | { wrong: string }

export type PaperMaker = WorkerProcess<PaperJob, MadePaper>

/** Makes papers one at a time. A book with hundreds of pictures takes seconds, longer on a busy machine. */
export const openPaperMaker = (options: Partial<Options> = {}): PaperMaker =>
  openWorkerProcess('paper-worker', { longestWait: MINUTE, patience: MINUTE, ...options })
