import { onTestFinished } from 'vitest'
import { openPictureMaker, type PictureMaker } from '../../src/server/attachments/picture-process.ts'
import { noise } from './sample-pictures.ts'
import { until } from './until.ts'

export const SCREEN = { pixels: 1700, rotation: 0 as const, moving: true, format: 'webp' as const, whose: 1 }

export const openMaker = (limits: Parameters<typeof openPictureMaker>[0] = {}): PictureMaker => {
  const maker = openPictureMaker(limits)
  onTestFinished(() => maker.close())
  return maker
}

export const photo = () => noise(600, 400).jpeg().toBuffer()

/** Creates a picture and returns its size, or the reason why there is none. */
export const make = async (maker: PictureMaker, read: () => Promise<Buffer> = photo) => {
  const outcome = await maker.make(SCREEN, read, async (picture) => picture.length)
  if (!outcome) return undefined
  return 'made' in outcome ? outcome.made : outcome.failed
}

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Resolves when the process is a new one. */
export const nextProcess = async (maker: PictureMaker, before?: number): Promise<number> =>
  until(() => maker.pid !== before && maker.pid)
