import { MINUTE } from '../clock.ts'
import { openProcessApart, type Options, type ProcessApart } from '../files/process-apart.ts'

/**
 * What the process of src/server/paper-maker.ts is asked to make of data, which it gets as a line of JSON; after that come the
 * bytes of its pictures.
 */
export interface PaperJob {
  /** A file of papers/. */
  template: string
}

/** The place that a picture fills, in millimetres: what of it is wider or higher than that is not seen. */
export interface Printed {
  width: number
  height: number
}

/** With the bytes that it is made of. */
export interface PrintedPicture extends Printed {
  bytes: number
}

/** What every paper's data has beside its own. */
export interface PaperData {
  title: string
  /** Addresses to be drawn as QR codes: papers show that at n as the picture /codes/n.svg. */
  codes: readonly string[]
  /** Papers show that at n as /pictures/n.jpg where `pictures.at(n)` is true for them. */
  pictures: readonly PrintedPicture[]
  /** How many others there was no room for. */
  picturesLeftOut: number
  [own: string]: unknown
}

/** The PDF, or what a template got wrong. */
export type MadePaper = { pdf: Uint8Array } | { wrong: string }

export type PaperMaker = ProcessApart<PaperJob, MadePaper>

/** Makes papers one after the other. A book with hundreds of pictures takes seconds, and longer on a busy machine. */
export const openPaperMaker = (options: Partial<Options> = {}): PaperMaker =>
  openProcessApart('paper-maker', { longestWait: MINUTE, patience: MINUTE, ...options })
