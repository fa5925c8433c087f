import { cp, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Where the PDF viewer requests them. The paths have no hash, so browsers must revalidate them. */
const ADDRESS = 'assets/pdfjs'
/** What pdf.js fetches while drawing: character maps, standard fonts, image decoders. */
const FOLDERS = ['cmaps', 'standard_fonts', 'wasm']

const source = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** Puts files of pdfjs-dist under /assets/pdfjs/, in the build and while developing. */
export const pdfjsFiles = (): Plugin => ({
  name: 'pdfjs-files',
  async writeBundle({ dir }) {
    if (!dir) throw new Error('The build names no folder to write to.')
    for (const folder of FOLDERS) await cp(join(source, folder), join(dir, ADDRESS, folder), { recursive: true })
  },
  configureServer({ middlewares }) {
    middlewares.use(`/${ADDRESS}`, (request, response, next) => {
      const [, folder = '', name = ''] = /^\/(\w+)\/([\w.-]+)$/.exec(request.url ?? '') ?? []
      if (!FOLDERS.includes(folder)) return next()
      readFile(join(source, folder, name)).then((bytes) => response.end(bytes), next)
    })
  },
})
