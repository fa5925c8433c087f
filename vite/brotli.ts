import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(?:m?js|css|svg|json)$/
const compress = promisify(brotliCompress)

/** Writes the brotli form of every text file of the build beside it, as NAME.br, for the server to send. */
export const brotli = (): Plugin => ({
  name: 'brotli',
  apply: 'build',
  writeBundle: {
    // Runs after the plugins that add files.
    order: 'post',
    sequential: true,
    async handler({ dir }) {
      if (!dir) throw new Error('The build names no folder to write to.')
      const files = await readdir(dir, { recursive: true, withFileTypes: true })
      await Promise.all(
        files
          .filter((file) => file.isFile() && TEXT.test(file.name))
          .map(async (file) => {
            const path = join(file.parentPath, file.name)
            const text = await readFile(path)
            const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
            await writeFile(`${path}.br`, await compress(text, { params }))
          }),
      )
    },
  },
})
