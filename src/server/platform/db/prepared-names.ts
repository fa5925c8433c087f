const names = new Map<string, string>()

/** Gives a statement a name by its text. */
export const namePrepared = (text: string): void => {
  if (!names.has(text)) names.set(text, `prepared_${names.size}`)
}

/** The name of a prepared statement by its text; undefined for every other statement. */
export const nameOfPrepared = (text: string): string | undefined => names.get(text)
