import { displayName } from '../../../shared/attachments/file-name.ts'
import { says } from '../../../shared/attachments/paper-names.ts'

const CALLED = { manual: 'Manual', receipt: 'Receipt' }

/** Files are recognized by name, so a name that does not say what the file is, or not within the visible part, gets a prefix. */
export const documentName = (what: 'manual' | 'receipt', filename: string): string =>
  says(what, displayName(filename)) ? filename : `${CALLED[what]} ${filename}`
