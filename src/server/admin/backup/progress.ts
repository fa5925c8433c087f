/** Reports progress to the operator, one line at a time. */
export type Say = (line: string) => void

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']

/** Such as 1.4 GB. */
export const sizeText = (bytes: number): string => {
  let [size, unit] = [bytes, 0]
  for (; size >= 1024 && unit < UNITS.length - 1; unit++) size /= 1024
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`
}

export const countText = (count: number): string => count.toLocaleString('en-US')

/** "1 file", "1,200 files". */
export const countedText = (count: number, one: string): string => `${countText(count)} ${one}${count === 1 ? '' : 's'}`

const STEP = 5

/** Reports every five percent of this many bytes. */
export const percentTeller = (say: Say, what: string, total: number): ((bytes: number) => void) => {
  let said = 0
  return (bytes) => {
    const percent = Math.floor((bytes / total) * (100 / STEP)) * STEP
    if (!(percent > said)) return
    said = percent
    say(`${what}: ${percent} % of ${sizeText(total)}`)
  }
}
