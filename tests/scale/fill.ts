import { closeSync, openSync, writeSync } from 'node:fs'
import { expect } from 'vitest'

/** Fills the disk of this file. */
export const fill = (file: string): void => {
  const filler = openSync(file, 'w')
  for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 4)) {
    try {
      for (;;) writeSync(filler, Buffer.alloc(size, 1))
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    }
  }
  closeSync(filler)
}
