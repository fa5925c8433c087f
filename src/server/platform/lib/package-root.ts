import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const findUp = (folder: string): string =>
  existsSync(join(folder, 'package.json')) || folder === dirname(folder) ? folder : findUp(dirname(folder))

/** The folder of package.json, for both sources and build; contains everything the product ships. */
export const packageRoot = findUp(dirname(fileURLToPath(import.meta.url)))
