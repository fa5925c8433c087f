import { displayName } from '../../../shared/attachments/file-name.ts'
import { says } from '../../../shared/attachments/paper-names.ts'

const CALLED = { manual: 'Manual', receipt: 'Receipt' }

/** A file is known for what it is by its name, so one that does not say it, also cut to what is shown, gets to. */
export const paperName = (what: 'manual' | 'receipt', filename: string): string =>
  says(what, displayName(filename)) ? filename : `${CALLED[what]} ${filename}`
