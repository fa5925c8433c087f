import { createHash } from 'node:crypto'
import { relative } from 'node:path'

const ROOT = `${import.meta.dirname}/..`

/** Shorter than Vite's own names, whose hashes do not compress. Prerendered pages need the same names. */
export const shortClassNames = {
  css: {
    modules: {
      generateScopedName: (name: string, file: string) =>
        `${name}_${createHash('sha256').update(relative(ROOT, file)).digest('hex').slice(0, 4)}`,
    },
  },
}
