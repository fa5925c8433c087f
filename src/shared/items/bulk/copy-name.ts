import { codePoints } from '../../contract/limits.ts'
import { nameKey } from '../../contract/name-key.ts'

/** Returns `name`, or 'Kitchen (2)', 'Kitchen (3)' … if names with that key are taken; truncated to `limit`. */
export const copyName = (name: string, takenNames: Iterable<string>, limit: number): string => {
  const taken = new Set(Array.from(takenNames, nameKey))
  if (!taken.has(nameKey(name))) return name
  const stem = name.replace(/ \(\d{1,9}\)$/, '')
  for (let n = 2; ; n++) {
    const suffix = ` (${n})`
    const cut = [...stem].slice(0, limit - codePoints(suffix)).join('')
    const candidate = cut.trimEnd() + suffix
    if (!taken.has(nameKey(candidate))) return candidate
  }
}
