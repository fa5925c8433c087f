export const isID = (value: number): boolean => Number.isSafeInteger(value) && value > 0

/** Plain digits. */
export const isQueryID = (text: string): boolean => /^[1-9][0-9]{0,15}$/.test(text) && isID(Number(text))
