import { join } from 'node:path'
import { build } from 'vite'

const SAVE_ITEM = /\/access\/save-item\.ts$/
const WITHOUT_EVENT = join(import.meta.dirname, 'item-change-without-event.ts')

/** Builds the server as it would be if a save wrote no event, and answers its program. */
export const buildWithoutEvents = async (folder: string): Promise<string> => {
  let isReplaced = false
  await build({
    logLevel: 'warn',
    build: { ssr: true, outDir: folder, emptyOutDir: true },
    plugins: [
      {
        name: 'without-events',
        enforce: 'pre',
        resolveId: (source, importer) => {
          if (!SAVE_ITEM.test(source) || importer === WITHOUT_EVENT) return undefined
          isReplaced = true
          return WITHOUT_EVENT
        },
      },
    ],
  })
  if (!isReplaced)
    throw new Error('The module was not replaced: src/server/items/save-item.access.ts has another name.')
  return join(folder, 'main.js')
}
