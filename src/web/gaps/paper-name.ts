import { LIMITS } from '../../shared/limits.ts'
import { says } from '../../shared/paper-names.ts'

const CALLED = { manual: 'Manual', receipt: 'Receipt' }

/** A file is known for what it is by its name, so one that does not say it gets to. */
export const paperName = (what: 'manual' | 'receipt', filename: string): string => {
  if (says(what, filename)) return filename
  const extension = /\.\w{1,5}$/.exec(filename)?.[0] ?? ''
  const name = [...`${CALLED[what]} ${filename.slice(0, filename.length - extension.length)}`]
  return name.slice(0, LIMITS.displayName - extension.length).join('') + extension
}
