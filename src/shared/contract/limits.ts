/** Lengths are in Unicode code points. See sections 5 and 9 of the specification; 255 is the default. */
export const LIMITS = {
  usernameMin: 4,
  usernameMax: 24,
  passwordMin: 8,
  passwordMax: 128,
  email: 254,
  line: 255,
  roomName: 32,
  roomTypeName: 32,
  newCategoryName: 32,
  categoryName: 64,
  subcategoryName: 64,
  label: 32,
  itemField: 255,
  notes: 255,
  itemFields: 6,
  displayName: 36,
  caption: 255,
  linkName: 64,
  taskName: 64,
  offerWord: 1000,
  /** Per request; an item may have more. */
  filesAtOnce: 1000,
  pdfWidth: 850,
} as const

/** Per request. */
export const EVENTS_AT_ONCE = 500

/** Whether a text has at most `max` code points. Takes constant time for longer texts. */
export const hasAtMost = (text: string, max: number): boolean => text.length <= 2 * max && codePoints(text) <= max

export const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}
