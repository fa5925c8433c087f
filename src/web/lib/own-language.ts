/**
 * The browser's language as Intl accepts it; undefined if it has none. Some browsers report a system locale such as
 * en-US@posix or C, for which Intl throws.
 */
export const languageOf = (named: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(named.replace(/[.@].*/, '').replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}
