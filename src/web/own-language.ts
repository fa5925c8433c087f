/**
 * The language that a browser names, as Intl takes it; undefined for none. Some name that of their system, such as
 * en-US@posix or C, which Intl throws at.
 */
export const languageOf = (named: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(named.replace(/[.@].*/, '').replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}
