import { codePoints, LIMITS } from '../contract/limits.ts'

const EXTENSION_MAX = 10
const KEPT = 31
const CUT = '[...]'

/**
 * The extension of a file name including its dot, which is the last one. Empty if there is no dot, if it is the first
 * or last character, or if the extension would exceed 10 code points (decisions, section 5).
 */
export const extensionOf = (name: string): string => {
  const dot = name.lastIndexOf('.')
  if (dot <= 0 || dot === name.length - 1) return ''
  const extension = name.slice(dot)
  return codePoints(extension) > EXTENSION_MAX ? '' : extension
}

/** The display name of a file: names over 36 code points become their first 31, '[...]' and the extension. */
export const displayName = (name: string): string =>
  codePoints(name) <= LIMITS.displayName ? name : [...name].slice(0, KEPT).join('') + CUT + extensionOf(name)

/** `name`, with ' (2)', ' (3)' … before its extension if it is taken. Names in a set are compared exactly. */
export const untaken = (name: string, taken: Pick<ReadonlySet<string>, 'has'>): string => {
  if (!taken.has(name)) return name
  const extension = extensionOf(name)
  const stem = name.slice(0, name.length - extension.length)
  for (let n = 2; ; n++) {
    const candidate = `${stem} (${n})${extension}`
    if (!taken.has(candidate)) return candidate
  }
}

/**
 * The names under which new files join others: each shortened to its display name, then made unique. Leaves `taken`
 * unchanged.
 */
export const displayNames = (names: readonly string[], taken: Iterable<string> = []): string[] => {
  const used = new Set(taken)
  return names.map((name) => {
    const shown = untaken(displayName(name), used)
    used.add(shown)
    return shown
  })
}

/** Undoes only the escapes of quotes and line breaks that browsers use in multipart file names. */
export const undoMultipartEscapes = (name: string): string =>
  name.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n')

/** Whether an upload's answer names the chosen files in order, with escapes undone on both sides. */
export const sameNamesInOrder = (chosen: readonly string[], returned: readonly string[]): boolean =>
  chosen.length === returned.length &&
  chosen.every((name, at) => undoMultipartEscapes(name) === undoMultipartEscapes(returned[at] ?? ''))
