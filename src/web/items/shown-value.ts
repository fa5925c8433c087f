/** What stands for a value that was not entered, of the first label and of the others. */
export const noneIn = (position: number): string => (position === 0 ? 'Unspecified' : 'N/A')

const ISO_DAY = /^\d{4}-\d\d-\d\d$/
const READERS = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** A day as it is stored, in the words of its reader's language; any other text as it is. */
export const dayInWords = (text: string): string => {
  const day = ISO_DAY.test(text) ? new Date(text) : undefined
  return day && !Number.isNaN(day.getTime()) ? READERS.format(day) : text
}
