/** What stands for a value that was not entered, of the first label and of the others. */
export const noneIn = (position: number): string => (position === 0 ? 'Unspecified' : 'N/A')
