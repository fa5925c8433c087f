import { basename, dirname } from 'node:path'

/**
 * Names of classes by folder, file and name: 'ui-field-control'. They are the same in the app and in what the build renders,
 * and compress to half of what names with hashes do.
 */
export const classNames = {
  generateScopedName: (name: string, file: string) =>
    `${basename(dirname(file))}-${basename(file.split('?')[0] ?? '', '.module.css')}-${name}`,
}
