import { createHash } from 'node:crypto'
import { relative } from 'node:path'

const ROOT = `${import.meta.dirname}/..`

/** Vite's own names end with the line, which no compression makes smaller. The ready pages need the same names. */
export const shortClassNames = {
  css: {
    modules: {
      generateScopedName: (name: string, file: string) =>
        `${name}_${createHash('sha256').update(relative(ROOT, file)).digest('hex').slice(0, 4)}`,
    },
  },
}
