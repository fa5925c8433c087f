import { join } from 'node:path'
import { build } from 'vite'

const ITEM_CHANGE = /\/access\/item-change\.ts$/
const WITHOUT_EVENT = join(import.meta.dirname, 'item-change-without-event.ts')

/** Builds the server as it would be if a save wrote no event, and answers its program. */
export const buildWithoutEvents = async (folder: string): Promise<string> => {
  let isLeftOut = false
  await build({
    logLevel: 'warn',
    build: { ssr: true, outDir: folder, emptyOutDir: true },
    plugins: [
      {
        name: 'without-events',
        enforce: 'pre',
        resolveId: (source, importer) => {
          if (!ITEM_CHANGE.test(source) || importer === WITHOUT_EVENT) return undefined
          isLeftOut = true
          return WITHOUT_EVENT
        },
      },
    ],
  })
  if (!isLeftOut) throw new Error('No module is left out: src/server/platform/db/access/save-item.ts has another name.')
  return join(folder, 'main.js')
}
